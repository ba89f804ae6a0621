package adoption

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// want is what must become of an object.
type want int

const (
	// other is an object that is no workload: it may come in with a workload that refers to it, or stay.
	other want = iota
	// must is a sound workload: it comes in.
	must
	// left is a workload that no document may replace: it stays, and its place and the reason are printed.
	left
	// either is a workload that may come in, exactly and for its clusters, or stay with its place and a reason.
	either
)

// object is a document of a file, and what is known about it.
type object struct {
	text string
	want want
	// why is for people who read a failure.
	why string
	// warned says that the object must not come in without a warning.
	warned bool
	// clusters are those whose Flux has the object: all of them or none render it. It is empty for an object that
	// nobody renders, and where the repository does not tell.
	clusters []string
	// readers are the Kustomizations by which clusters read the folder of the object. A cluster whose Kustomization
	// stays may stay out.
	readers map[string]*object
	// app is the application, which all its objects share.
	app string
}

// file is a file of a repository: its documents, or another text.
type file struct {
	documents []*object
	text      string
	list      bool // the documents are the items of a List, as kubectl prints them
	crlf      bool // its lines end as on Windows
	mark      bool // it begins with a byte order mark
	json      bool // it is the same in JSON, as kubectl prints it
}

// needed reports whether an object that comes in must be on a cluster.
func (o *object) needed(cluster string) bool {
	reader := o.readers[cluster]
	return reader == nil || reader.want == must
}

// repository is what the generator made, and what it knows about it.
type repository struct {
	seed   uint64
	layout string // empty where nothing is known: the repository is somebody's
	habits habits
	traps  []string
	files  map[string]*file
	// clusters are the names that documents may have for clusters.
	clusters []string
	// hub says that one Flux has all objects: the folders of clusters are not judged, their names are.
	hub bool
	// args are arguments of adopt behind the folder.
	args []string
	// fleet is the file with the documents of the clusters, if there is one.
	fleet string
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

// place is an object with its place.
type place struct {
	*object
	file  string
	index int
}

// each returns all objects with their places, in the order of files.
func (r *repository) each() (all []place) {
	for _, name := range r.names() {
		for i, o := range r.files[name].documents {
			all = append(all, place{o, name, i})
		}
	}
	return all
}

// wanted returns the places of the objects of a kind of expectation.
func (r *repository) wanted(w want) []place {
	return slices.DeleteFunc(r.each(), func(p place) bool { return p.want != w })
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
		b.WriteString("kind: List\nmetadata:\n  resourceVersion: \"\"\n")
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

// asJSON returns the same objects in JSON.
func asJSON(text string) string {
	var all any
	err := yaml.Unmarshal([]byte(text), &all)
	data, failed := json.MarshalIndent(all, "", "    ")
	if err := errors.Join(err, failed); err != nil {
		panic(err) // the text of an object is wrong
	}
	return string(data) + "\n"
}

// without returns the repository without the objects of an application, for a smaller example.
func (r *repository) without(app string) *repository {
	smaller := *r
	smaller.files = map[string]*file{}
	for name, f := range r.files {
		kept := *f
		kept.documents = slices.DeleteFunc(slices.Clone(f.documents), func(o *object) bool { return o.app == app })
		if len(kept.documents) > 0 || f.text != "" {
			smaller.files[name] = &kept
		}
	}
	return &smaller
}

// apps returns the names of the applications.
func (r *repository) apps() (all []string) {
	for _, p := range r.each() {
		if p.app != "" && !slices.Contains(all, p.app) {
			all = append(all, p.app)
		}
	}
	slices.SortFunc(all, cmp.Compare)
	return all
}

// second returns what documents have rendered as a repository: all of it comes in again, for the same clusters.
func (r *repository) second(o outcome) *repository {
	next := &repository{seed: r.seed, layout: r.layout + ", rendered", clusters: r.clusters, hub: r.hub}
	next.files = map[string]*file{}
	switch {
	case !r.hub:
		next.args = []string{"--cluster-from", "{cluster}/…"}
	case r.layout == "hub-namespaces": // one namespace may be left, which tells nothing
		next.args = []string{"--cluster-from", "namespace"}
	}
	for name, text := range o.deployed {
		cluster, _, _ := strings.Cut(name, "/")
		rendered := &object{text: text, clusters: []string{cluster}}
		if all, _ := readObjects(name, []byte(text)); len(all) == 1 && all[0].isWorkload() {
			rendered.want = must
		}
		next.add(name, rendered)
	}
	return next
}
