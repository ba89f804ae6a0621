package adoption

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// fate is what becomes of an object.
type fate int

const (
	// other is an object that is no workload: it stays, or is the source of one that comes in.
	other fate = iota
	// sound is a workload that comes in where its application has files of its own on two clusters or more.
	sound
	// stays is a workload that stays, for a reason that is told.
	stays
	// open is a workload that may come in or stay.
	open
)

// object is a document of a file, and what is known about it.
type object struct {
	text string
	fate fate
	// why is the reason for which it stays.
	why reason
	// app is the application, which all its objects share.
	app string
	// clusters are those whose Flux has the object.
	clusters []string
}

// reason is why an object stays, as words of the line that counts it.
type reason string

// The reasons that a generator knows.
const (
	single    reason = "one cluster"
	shared    reason = "several clusters read"
	patch     reason = "patch of kustomize|patches of kustomize"
	changed   reason = "on the way"
	root      reason = "root"
	owned     reason = "ownerReferences"
	encrypted reason = "SOPS"
	inJSON    reason = "JSON"
	inList    reason = "in a list|items of a list"
	unbuilt   reason = "does not build|leaves out"
	observed  reason = "API server|status"
	automated reason = "Renovate writes|ImageUpdateAutomation"
	yesOrNo   reason = "a word like"
	refused   reason = "."
)

// kind returns the kind of an object.
func (o *object) kind() string { return kindLine.FindStringSubmatch(o.text)[1] }

// key is what the objects of an application have in common.
func (o *object) key() string { return o.app + " " + o.kind() }

// stay returns the same object, which stays.
func (o *object) stay(why reason) *object {
	o.fate, o.why = stays, why
	return o
}

// perhaps returns the same object, which may come in.
func (o *object) perhaps() *object {
	o.fate = open
	return o
}

// at returns the same object, for other clusters; nil for nil.
func (o *object) at(clusters ...string) *object {
	if o != nil {
		o.clusters = clusters
	}
	return o
}

// plain returns an object of another kind.
func plain(text string) *object { return &object{text: text} }

// file is a file of a repository: its documents, or another text.
type file struct {
	documents []*object
	text      string
	list      bool // the documents are the items of a List, as kubectl prints them
	json      bool // it is the same in JSON
	crlf      bool // its lines end as on Windows
	mark      bool // it begins with a byte order mark
}

// repository is what the generator made, and what it knows about it.
type repository struct {
	seed     uint64
	layout   string
	habits   habits
	traps    []string
	files    map[string]*file
	clusters []string
	args     []string // of adopt, behind the folder
	wrong    string   // the code of an error, with which nothing is adopted
}

// add adds documents to a file; nil is none.
func (r *repository) add(name string, o ...*object) {
	o = slices.DeleteFunc(o, func(o *object) bool { return o == nil })
	if len(o) == 0 {
		return
	}
	if r.files[name] == nil {
		r.files[name] = &file{}
	}
	r.files[name].documents = append(r.files[name].documents, o...)
}

// names returns the names of the files, in their order.
func (r *repository) names() []string { return slices.Sorted(maps.Keys(r.files)) }

// place is an object with its file.
type place struct {
	*object
	file string
}

// sound returns the places of the workloads that come in, except how many clusters their application has.
func (r *repository) sound() (all []place) {
	for _, name := range r.names() {
		for _, o := range r.files[name].documents {
			if o.fate == sound {
				all = append(all, place{o, name})
			}
		}
	}
	return all
}

// several returns the clusters of the sound objects of an application, by its name and kind.
func (r *repository) several() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, p := range r.sound() {
		if all[p.key()] == nil {
			all[p.key()] = map[string]bool{}
		}
		for _, cluster := range p.clusters {
			all[p.key()][cluster] = true
		}
	}
	return all
}

// texts returns the files with their texts.
func (r *repository) texts() map[string]string {
	all := map[string]string{}
	for name, f := range r.files {
		all[name] = f.content(r.habits)
	}
	return all
}

// content returns the text of a file.
func (f *file) content(h habits) string {
	var b strings.Builder
	switch {
	case f.text != "":
		b.WriteString(f.text)
	case f.list:
		b.WriteString("apiVersion: v1\nitems:\n")
		for _, o := range f.documents {
			indented := strings.ReplaceAll(strings.TrimSuffix(o.text, "\n"), "\n", "\n  ")
			b.WriteString("- " + strings.ReplaceAll(indented, "\n  \n", "\n\n") + "\n")
		}
		b.WriteString("kind: List\n")
	default:
		for i, o := range f.documents {
			if i > 0 || h.dashes {
				b.WriteString("---\n")
			}
			b.WriteString(o.text)
		}
	}
	text := b.String()
	if f.json {
		text = asJSON(text)
	}
	if f.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if f.mark {
		text = "\ufeff" + text
	}
	return text
}

// asJSON returns the same object in JSON.
func asJSON(text string) string {
	var all any
	err := yaml.Unmarshal([]byte(text), &all)
	data, failed := json.MarshalIndent(all, "", "    ")
	if err := errors.Join(err, failed); err != nil {
		panic(err) // the text of an object is wrong
	}
	return string(data) + "\n"
}
