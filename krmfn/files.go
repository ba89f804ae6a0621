package krmfn

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// Files are those that a run leaves behind.
type Files struct {
	// Made are those of the objects of the run.
	Made map[string]render.Object
	// Kustomizations are the files of that name that an earlier run left.
	Kustomizations map[string]Kustomization
	// Kept are other files of objects that fluxapp wrote; some of them may go with the run.
	Kept []string
	// State says of any other file whether it exists after the run, and what it was rendered from; empty when fluxapp did not
	// write it. Of a file that the run removes it says what it was rendered from.
	State func(file string) (from string, exists bool)
}

// List is the kustomization.yaml of a cluster's folder, as it must be after a run.
type List struct {
	// Text is all of the file; with a Problem, as it is now.
	Text []byte
	// Idle says that the file lists no object of fluxapp any more, and stays for what its user has added.
	Idle bool
	// Problem is what keeps the file from being written, and what to do; empty for nothing.
	Problem string
}

// IdleList is what both doors say of a list that is idle.
const IdleList = "lists no object of fluxapp any more, and stays for what you have added to it; remove the file, or its annotation " +
	schema.AnnotationRenderedFrom

// Lists returns the kustomization.yaml of each cluster's folder, by its file; one of an earlier run that is not among them must
// go. Each lists the files of the run's Standalone objects, and those that were listed before and still exist: other runs may
// write for the same clusters, and what leaves the list leaves the cluster.
// A new one lists all files of Standalone objects in the folder, because without a kustomization.yaml the cluster's Flux applied them all.
//
// What a user has added to a file stays as it is written, and in its place. Only these entries of resources are fluxapp's:
//
//   - the file of a Standalone object of the run, which is added where it is missing;
//   - a file in the folder that carries the annotation rendered-from: the entry stays as long as the file exists, and goes with it;
//   - a file that does not exist and is named as fluxapp names files, APPLICATION/KIND-NAME.yaml, for an application that the file's
//     own annotation names: the file was removed by hand, and the entry goes.
//
// Every other entry is the user's: a file, folder or URL of any other form, and everything outside of the folder. The annotation
// follows the entries. The file goes when its last entry of fluxapp does, unless something of the user's is left in it: an entry,
// another field, label or annotation, or a comment.
func (f Files) Lists() map[string]List {
	made := map[string][]string{} // entries by folder
	for _, file := range slices.Sorted(maps.Keys(f.Made)) {
		if f.Made[file].Standalone() {
			folder := path.Dir(path.Dir(file))
			made[folder] = append(made[folder], strings.TrimPrefix(file, folder+"/"))
		}
	}
	lists, kept := map[string]List{}, f.kept()
	for folder, entries := range made {
		if name := ownFile(folder, KustomizationFile); f.Kustomizations[name].From == "" {
			entries = slices.Sorted(slices.Values(append(entries, kept[folder]...)))
			lists[name] = newList(path.Base(folder), f.owners(folder, entries), entries)
		}
	}
	for name, k := range f.Kustomizations {
		if list := f.edited(path.Dir(name), k, made[path.Dir(name)]); list.Text != nil {
			lists[name] = list
		}
	}
	return lists
}

// kept returns the entries of Standalone objects that the run does not make, and that exist after it, by folder.
func (f Files) kept() map[string][]string {
	entries := map[string][]string{}
	for _, file := range f.Kept {
		application := path.Dir(file)
		from, exists := f.State(file)
		if _, made := f.Made[file]; exists && !made && path.Base(application) == path.Base(from) {
			folder := path.Dir(application)
			entries[folder] = append(entries[folder], path.Base(application)+"/"+path.Base(file))
		}
	}
	return entries
}

// owners returns the documents that files of a folder were rendered from, sorted.
func (f Files) owners(folder string, entries []string) []string {
	owners := map[string]bool{}
	for _, entry := range entries {
		file, _ := fileBelow(folder, entry)
		from, _ := f.state(file)
		owners[from] = true
	}
	return slices.Sorted(maps.Keys(owners))
}

// state says of any file whether a cluster's list holds it after the run, and what it was rendered from.
func (f Files) state(file string) (from string, exists bool) {
	if o, made := f.Made[file]; made {
		return o.Application(), o.Standalone()
	}
	return f.State(file)
}

// edited returns a kustomization.yaml with the entries that must be in it; none when the file goes.
func (f Files) edited(folder string, k Kustomization, made []string) List {
	if k.problem != "" {
		return List{Text: k.text, Problem: k.problem}
	}
	e := f.edit(folder, k, made)
	text, problem := e.apply(k)
	if problem != "" || len(e.ours()) > 0 {
		return List{Text: text, Problem: problem}
	}
	if nothingOfTheUsers(text) {
		return List{}
	}
	return List{Text: text, Idle: true}
}

// edit compares the entries of a kustomization.yaml with those that must be in it.
func (f Files) edit(folder string, k Kustomization, made []string) listEdit {
	e := listEdit{entries: make([]entry, len(k.Resources))}
	applications, listed := k.applications(), map[string]bool{}
	for i, written := range k.Resources {
		e.entries[i].path = path.Clean(written)
		ours, stays := f.entryState(folder, e.entries[i].path, applications)
		e.entries[i].ours, e.entries[i].goes = ours, ours && (!stays || listed[e.entries[i].path])
		listed[e.entries[i].path] = true
	}
	for _, file := range made {
		if !listed[file] {
			e.add = append(e.add, file)
		}
	}
	e.owners = f.owners(folder, e.ours())
	return e
}

// madeEntry is the form of an entry that fluxapp writes. It captures the application.
var madeEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([^/]+)/[a-z]+-[^/]+\.yaml$`) })

// entryState reports whether an entry is fluxapp's, and whether it stays.
func (f Files) entryState(folder, entry string, applications map[string]bool) (ours, stays bool) {
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
