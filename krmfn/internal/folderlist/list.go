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
	"github.com/fluxapp-dev/fluxapp/schema/terms"
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
	l = List{File: file, From: d.Root().At("metadata", "annotations", terms.AnnotationRenderedFrom).Text(), Text: text}
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

// Called returns what messages call the list in a file.
func Called(file string) string {
	switch folder := path.Dir(file); {
	case folder == ".":
		return "list of what delivers"
	case IsGroup(path.Base(folder)):
		return "list of the group " + path.Base(folder)
	default:
		return "list of the cluster " + path.Base(folder)
	}
}

// Delivers reports whether the list belongs to delivery: it lists what delivers, or is in a group without a file.
func (l List) Delivers() bool { return path.Dir(l.File) == "." || len(l.resources) == 0 }

// IsGroup reports whether a folder is called as a group of delivery is.
func IsGroup(name string) bool { return groupName().MatchString(name) }

var groupName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(hub|group-[1-9][0-9]*)$`) })

// newList returns a new list, printed as kpt prints it.
func newList(cluster string, owners, resources []string) After {
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": kinds.KustomizeFile.APIVersion, "kind": kinds.KustomizeFile.Name,
		"metadata": map[string]any{
			"name":        cluster,
			"annotations": map[string]string{resource.Local: "true", terms.AnnotationRenderedFrom: strings.Join(owners, ", ")},
		},
		"resources": resources,
	})
	if err != nil {
		return After{Problem: err.Error()}
	}
	return After{Text: text}
}

// Files are the files after a run.
type Files struct {
	// Made are the files of the objects of the run.
	Made map[string]Made
	// Earlier are the lists of earlier runs.
	Earlier []List
	// Kept are other files of objects that fluxapp wrote; the run may remove some of them.
	Kept []string
	// Groups are the folders of delivery's groups, with the namespace/name of the RenderConfig. One without a file gets a
	// list without an entry: its Kustomization needs the folder, and deletes what it applied from there.
	Groups map[string]string
	// State returns of any other file what it was rendered from, empty when fluxapp did not write it, and whether it
	// exists after the run. It returns the document of a file that the run removes too.
	State func(file string) (from string, exists bool)
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
}

// IdleMessage is the warning about a list that is idle.
const IdleMessage = "lists no object of fluxapp any more, and stays for what you have added to it; remove the file, " +
	"or its annotation " + terms.AnnotationRenderedFrom

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
	lists, kept := map[string]After{}, f.kept()
	for folder, entries := range made {
		if name := join(folder, FileName); earlier[name].From == "" {
			entries = slices.Sorted(slices.Values(append(entries, kept[folder]...)))
			lists[name] = newList(nameOf(folder), f.owners(folder, entries), entries)
		}
	}
	for name, l := range earlier {
		if after := f.edited(l, made[path.Dir(name)]); after.Text != nil {
			lists[name] = after
		}
	}
	f.addEmpty(lists, earlier)
	return lists
}

// nameOf returns the name of a list; the list of the rendered folder itself has the Kustomizations of delivery.
func nameOf(folder string) string {
	if folder == "." {
		return "delivery"
	}
	return path.Base(folder)
}

// addEmpty adds the lists of groups without a file. A list with entries of its user stays in a group without a file
// only: Flux would apply nothing else of the folder.
func (f Files) addEmpty(lists map[string]After, earlier map[string]List) {
	used := map[string]bool{}
	use := func(file string) {
		for folder := path.Dir(file); folder != "." && folder != "/" && !used[folder]; folder = path.Dir(folder) {
			used[folder] = true
		}
	}
	if len(f.Groups) > 0 {
		for file := range f.Made {
			use(file)
		}
		for _, file := range f.Kept {
			if _, exists := f.State(file); exists {
				use(file)
			}
		}
	}
	for folder, owner := range f.Groups {
		name := join(folder, FileName)
		if used[folder] {
			f.addForeign(lists, earlier, name)
		}
		switch after, stays := lists[name]; {
		case !used[folder] && !stays:
			lists[name] = newList(nameOf(folder), []string{owner}, []string{})
		case !used[folder]:
			after.Idle = false
			lists[name] = after
		case stays && earlier[name].From != "":
			after.Problem = hidesGroup
			lists[name] = after
		}
	}
}

const hidesGroup = "Flux would apply its entries only, and not the files of the group; remove it"

// addForeign adds what a user has put into the place of the list of a group with files: Flux would delete these.
func (f Files) addForeign(lists map[string]After, earlier map[string]List, name string) {
	for _, file := range append(OtherNames(name), name) {
		if _, exists := f.State(file); exists && earlier[file].From == "" {
			lists[file] = After{Text: []byte{}, Problem: hidesGroup}
		}
	}
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

// edited returns a list with the entries that must be in it; the zero After when the file must be removed.
func (f Files) edited(l List, made []string) After {
	if l.problem != "" {
		return After{Text: l.Text, Problem: l.problem}
	}
	e := f.edit(l, made)
	text, problem := e.apply(l)
	switch {
	case problem != "" || len(e.own()) > 0:
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
	applications[nameOf(".")] = path.Dir(l.File) == "."
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
