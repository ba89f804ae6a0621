// Package folderlist reads, makes and edits the kustomization.yaml of a cluster's folder, which lists the files that
// the Flux of the cluster applies. Its user may edit the file too: fluxapp only changes its own entries.
//
//	for file, list := range files.Lists() { … }
//
// [Files.Lists] documents which entries are fluxapp's. The package neither reads nor writes a file.
package folderlist

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FileName is the name of the file of a list.
const FileName = "kustomization.yaml"

// List is a kustomization.yaml that an earlier run wrote.
type List struct {
	// File is its name.
	File string
	// From are the documents of the objects that it lists, as in the annotation rendered-from: with commas between them.
	From string
	// Text is the whole file.
	Text []byte

	resources []string // its entries, as they are written
	problem   string   // what keeps fluxapp from editing the file; empty for nothing
}

// Read reads the document of a file. It is false for all but a list of fluxapp's own; a copy of one is the user's.
func Read(file string, d *schema.Document, text []byte) (l List, isWritten bool) {
	if d.Class() != schema.ClassRendered || !IsKind(d) || path.Base(file) != FileName {
		return l, false
	}
	l = List{File: file, From: d.Root().At("metadata", "annotations", kinds.AnnotationRenderedFrom).Text(), Text: text}
	resources := d.Root().Get("resources")
	if resources.Exists() && resources.Kind() != tree.List {
		l.problem = "resources is no list; write a list of files"
	}
	for resource := range resources.Children() {
		l.resources = append(l.resources, resource.Text())
	}
	return l, l.From != ""
}

// IsKind reports whether a document has the kind of lists: kustomize's Kustomization, which is not Flux's.
func IsKind(d *schema.Document) bool {
	return kinds.Standard().Find(kinds.FolderList, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
}

// Listed returns the files in lists, with the folders of the lists. A resource that is not below its folder, for
// example ../base or a URL, was not written by fluxapp.
func Listed(lists []List) map[string]string {
	folders := map[string]string{}
	for _, l := range lists {
		for _, resource := range l.resources {
			if file, below := fileBelow(path.Dir(l.File), resource); below {
				folders[file] = path.Dir(l.File)
			}
		}
	}
	return folders
}

func fileBelow(folder, resource string) (file string, below bool) {
	file, err := render.JoinPath(folder, strings.Split(path.Clean(resource), "/")...)
	return file, err == nil
}

// OtherNames returns the files that kustomize reads like a list's file. It builds no folder that holds two of them.
func OtherNames(list string) []string {
	return []string{join(path.Dir(list), "kustomization.yml"), join(path.Dir(list), "Kustomization")}
}

// join returns a file in a folder. The name is a constant, so that it cannot lead to another folder.
func join(folder, file string) string {
	name, _ := render.JoinPath(folder, file)
	return name
}

// newList returns a new list, printed as kpt prints it.
func newList(cluster string, owners, resources []string) After {
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": kinds.KustomizeFile.APIVersion, "kind": kinds.KustomizeFile.Name,
		"metadata": map[string]any{
			"name":        cluster,
			"annotations": map[string]string{resource.Local: "true", kinds.AnnotationRenderedFrom: strings.Join(owners, ", ")},
		},
		"resources": resources,
	})
	if err != nil {
		return After{Problem: err.Error()}
	}
	return After{Text: text, From: strings.Join(owners, ", ")}
}

// Files are the files after a run.
type Files struct {
	// Made are the files of the objects of the run.
	Made map[string]Made
	// Earlier are the lists of earlier runs.
	Earlier []List
	// Kept are other files of objects that fluxapp wrote; the run may remove some of them.
	Kept []string
	// Left are those of Kept that stay although the run does not render their objects.
	Left []string
	// Groups are the folders of delivery's groups, with the namespace/name of the RenderConfig. One without a file gets a
	// list without an entry: its Kustomization needs the folder, and deletes what it applied from there.
	Groups map[string]string
	// Clusters are the folders of clusters with a Flux of their own that delivery applies, with the same. One without a
	// listed file gets such a list too: without it, Flux would apply all files in the folder, which others apply.
	Clusters map[string]string
	// Hidden are the folders of what administrators apply, with the namespace/name of a document. Each gets a list without
	// an entry, unless its user has a kustomization.yaml there, so that no Kustomization of a folder above builds it.
	Hidden map[string]string
	// State returns of any other file what it was rendered from, empty when fluxapp did not write it, and whether it
	// exists after the run. It returns the document of a file that the run removes too.
	State func(file string) (from string, exists bool)
	// Users are the other YAML files, which users wrote, in order. Applies reports whether Flux may apply one of them.
	Users   []string
	Applies func(file string) bool
}

// Made is the file of objects of the run.
type Made struct {
	// Document is the namespace/name of the document that they were rendered from.
	Document string
	// Folder is the folder whose list has the file; empty for none.
	Folder string
}

// After is a list as it must be after a run.
type After struct {
	// Text is the whole file; with a Problem, as it is now.
	Text []byte
	// Idle: it lists no object of fluxapp any more, and is kept for what its user has added.
	Idle bool
	// Problem is what keeps the file from being written, and what to do; empty for nothing.
	Problem string
	// Hidden is a file of a user that the list would leave out, which is the Problem.
	Hidden string
	// From are the documents of a new list, as in the annotation rendered-from.
	From string
}

// IdleMessage is the warning about a list that is idle.
const IdleMessage = "lists no object of fluxapp any more, and stays for what you have added to it; remove the file, " +
	"or its annotation " + kinds.AnnotationRenderedFrom

// Lists returns the list of each cluster's folder, by its file; a list of an earlier run that is not among them must be
// removed. A list has the files of the run's Standalone objects, and its earlier files that still exist: other runs may
// write for the same clusters, and the cluster's Flux deletes what leaves the list. A new list has all files of
// Standalone objects in the folder: without a kustomization.yaml the cluster's Flux applied all.
//
// What a user has added to a list keeps its text and place. Only these entries of resources are fluxapp's:
//
//   - the file of a Standalone object of the run, which is added where it is missing;
//   - a file in the folder with the annotation rendered-from: the entry is removed with the file;
//   - a file that does not exist and has a name that fluxapp writes, APPLICATION/KIND-NAME.yaml, for an application
//     in the annotation of the list: somebody removed the file, and the entry is removed.
//
// Every other entry is the user's: a file, folder or URL of any other form, and everything outside of the folder. The
// annotation follows the entries. The list is removed with its last entry of fluxapp, unless its user has added
// something: an entry, another field, label or annotation, or a comment.
//
// A new list that would leave out a file of a user has a Problem.
func (f Files) Lists() map[string]After {
	made := map[string][]string{} // entries by folder
	for _, file := range slices.Sorted(maps.Keys(f.Made)) {
		if folder := f.Made[file].Folder; folder != "" {
			made[folder] = append(made[folder], strings.TrimPrefix(file, folder+"/"))
		}
	}
	earlier := map[string]List{}
	for _, l := range f.Earlier {
		earlier[l.File] = l
	}
	lists, kept, empty := map[string]After{}, f.kept(), f.emptyGroups()
	f.addEmptyClusters(empty, made, kept)
	for folder, owner := range f.Hidden {
		if name := join(folder, FileName); earlier[name].From != "" || !f.isTaken(name) {
			empty[folder] = owner
		}
	}
	for folder, entries := range made {
		name := join(folder, FileName)
		switch flat := f.flat(folder); {
		case earlier[name].From != "":
		case flat != "":
			lists[name] = After{Text: []byte{}, Problem: flat}
		default:
			entries = slices.Sorted(slices.Values(append(entries, kept[folder]...)))
			lists[name] = newList(f.nameOf(folder), f.owners(folder, entries), entries)
		}
	}
	for name, l := range earlier {
		if after := f.edited(l, made[path.Dir(name)], empty[path.Dir(name)]); after.Text != nil {
			lists[name] = after
		}
	}
	f.addGroups(lists, earlier, empty)
	f.refuseHiding(lists, earlier)
	return lists
}

// nameOf returns the name of a list; the list of the folder of all groups has what delivers these.
func (f Files) nameOf(folder string) string {
	if folder == "." || f.hasGroups(folder) {
		return delivering
	}
	return path.Base(folder)
}

// delivering is the name of the list, and of the folder, of what delivers.
const delivering = "delivery"

// kept returns the entries of objects that the run does not make, and that exist after it, by folder: Standalone ones,
// and what delivers on the hub.
func (f Files) kept() map[string][]string {
	entries := map[string][]string{}
	for _, file := range f.Kept {
		application := path.Dir(file)
		folder := path.Dir(application)
		from, exists := f.State(file)
		name := path.Base(from)
		if f.hasGroups(folder) {
			name = delivering
		}
		if _, made := f.Made[file]; exists && !made && from != "" && path.Base(application) == name {
			entries[folder] = append(entries[folder], path.Base(application)+"/"+path.Base(file))
		}
	}
	return entries
}

func (f Files) owners(folder string, entries []string) []string {
	owners := map[string]bool{}
	for _, entry := range entries {
		file, _ := fileBelow(folder, entry)
		from, _ := f.state(file)
		owners[from] = true
	}
	return slices.Sorted(maps.Keys(owners))
}

// state returns of any file what it was rendered from, and whether a list has it after the run.
func (f Files) state(file string) (from string, exists bool) {
	if made, ok := f.Made[file]; ok {
		return made.Document, made.Folder != ""
	}
	return f.State(file)
}

// edited returns a list with the entries that must be in it; the zero After when the file must be removed. The list of
// an empty group stays, and tells its owner.
func (f Files) edited(l List, made []string, emptyGroupOf string) After {
	if l.problem != "" {
		return After{Text: l.Text, Problem: l.problem}
	}
	e := f.edit(l, made)
	if emptyGroupOf != "" {
		e.owners = []string{emptyGroupOf}
	}
	text, problem := e.apply(l)
	switch {
	case problem != "" || len(e.own()) > 0 || emptyGroupOf != "":
		return After{Text: text, Problem: problem}
	case nothingOfTheUsers(text):
		return After{}
	}
	return After{Text: text, Idle: true}
}

func (f Files) edit(l List, made []string) edit {
	e := edit{entries: make([]entry, len(l.resources))}
	applications, listed := map[string]bool{}, map[string]bool{}
	for document := range strings.SplitSeq(l.From, ", ") {
		applications[path.Base(document)] = true
	}
	applications[delivering] = f.nameOf(path.Dir(l.File)) == delivering
	for i, written := range l.resources {
		file := path.Clean(written)
		isOwn, exists := f.entryState(path.Dir(l.File), file, applications)
		e.entries[i] = entry{file, isOwn, isOwn && (!exists || listed[file])}
		listed[file] = true
	}
	for _, file := range made {
		if !listed[file] {
			e.add = append(e.add, file)
		}
	}
	e.owners = f.owners(path.Dir(l.File), e.own())
	return e
}

// madeEntry is the form of an entry that fluxapp writes. It captures the application, or delivery.
var madeEntry = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([^/]+)/([a-z]+-[^/]+\.yaml|` + regexp.QuoteMeta(render.ApplicationFile) + `)$`)
})

func (f Files) entryState(folder, entry string, applications map[string]bool) (isOwn, exists bool) {
	file, below := fileBelow(folder, entry)
	if !below {
		return false, true
	}
	from, exists := f.state(file)
	if from != "" || exists {
		return from != "", exists
	}
	form := madeEntry().FindStringSubmatch(entry)
	return form != nil && applications[form[1]], false
}
