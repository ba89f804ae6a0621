package output

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Files are what else lists depend on.
type Files struct {
	Package string                 // has the lists in which no object of the run is
	Exists  func(file string) bool // there is such a file, of those that have no document of fluxapp's
	Others  []string               // the YAML files of others, in order, but for documents of fluxapp
}

type lister struct {
	*Decisions
	Files
	earlier map[string]List     // by file
	made    map[string][]string // the entries of the run's objects, by folder
	pkg     map[string]string   // the package of a folder
	empty   map[string]string   // the folders whose list needs no entry, with its document
	applied map[string]bool     // the folders that Kustomizations of delivery apply, and whether they are groups
	files   map[string]state
	kept    func() map[string][]string // the entries of documents that the run does not make, by folder
	hidden  func() map[string]string   // the first file of others, by folder
}

// state is what a file was rendered from, whether it exists after the run, and whether no list has it.
type state struct {
	from             string
	exists, unlisted bool
}

// Lists returns the lists after the run, by file; all others go. It adds to the refusals what cannot be written.
//
// The folder of a cluster with a Flux of its own has a list, without which this would apply every file. The folder
// above the groups of delivery has a list of the objects that deliver. A list has the files of the run's objects, and
// its earlier entries, except those of objects that are gone. All else is the user's, and stays. A new list has the
// files of other documents too, and leaves out no file of others. A list without an entry goes, unless its user has
// added a field, or it is of a group, whose Kustomization needs the folder, or of a bootstrap folder.
func (d *Decisions) Lists(files Files) map[string]List {
	l := &lister{Decisions: d, Files: files, earlier: map[string]List{}, made: map[string][]string{},
		pkg: map[string]string{}, empty: map[string]string{}, applied: map[string]bool{}, files: map[string]state{}}
	l.kept, l.hidden = sync.OnceValue(l.findKept), sync.OnceValue(l.findHidden)
	l.findFiles()
	lists := map[string]List{}
	for _, list := range d.lists {
		l.earlier[list.File()] = list
		if after, stays := l.edited(list); stays {
			lists[list.File()] = after
		}
	}
	folders := slices.Concat(slices.Collect(maps.Keys(l.made)), slices.Collect(maps.Keys(l.empty)))
	for _, folder := range slices.Compact(slices.Sorted(slices.Values(folders))) {
		if file := (Place{folder, ListFile}).File(); l.earlier[file].From == "" {
			lists[file] = l.newList(folder)
		}
	}
	l.refuseLists(lists)
	return lists
}

// findFiles finds the files after the run, the folders of the run's, those that delivery applies, and those whose list
// needs no entry: groups without a file, clusters of delivery without a listed file, and folders of what administrators
// apply. A list may have entries of the user too. A file that a document names is in no list of fluxapp's.
func (l *lister) findFiles() {
	for i, e := range l.before {
		out := l.Before[i]
		if out.Fate != Misplaced {
			known := l.files[e.File()]
			l.files[e.File()] = state{cmp.Or(known.from, e.Owner.Document), known.exists || out.Fate != Remove, false}
		}
		switch isOthers := out.Fate == Keep && e.Owner.Document != ""; {
		case isOthers && e.Bootstrap:
			l.hide(e.File(), e.Owner.Document)
		case isOthers && !e.HasOwnName():
			l.Others = append(l.Others, e.File())
		}
	}
	for _, o := range l.objects {
		l.addObject(o)
	}
	for file, state := range l.files {
		for folder := path.Dir(file); state.exists && folder != "." && folder != "/"; folder = path.Dir(folder) {
			if isGroup, isApplied := l.applied[folder]; isApplied && (isGroup || state.from != "") {
				delete(l.empty, folder)
			}
		}
	}
}

func (l *lister) addObject(o Object) {
	file, folder, document := o.File(), o.list(), o.Rendered.Application()
	if l.files[file] = (state{document, true, folder == ""}); o.Rendered.Facts().HasFile() {
		l.files[file] = state{exists: true}
		l.Others = append(l.Others, file)
	}
	if folder != "" {
		l.made[folder] = append(l.made[folder], strings.TrimPrefix(file, folder+"/"))
	}
	above := path.Dir(path.Dir(file))
	if other, known := l.pkg[above]; !known || o.Package < other {
		l.pkg[above] = o.Package
	}
	if applied := o.delivers(); applied != "" && !kinds.IsOrdered(applied) && applied != (Place{o.Package, "."}).File() {
		l.applied[applied], l.empty[applied] = !o.Rendered.Facts().Standalone(), document
	}
	if o.Rendered.Bootstrap() {
		l.hide(file, document)
	}
}

// hide takes the folder of what administrators apply, with the first document of all files in it.
func (l *lister) hide(file, document string) {
	folder := path.Dir(path.Dir(path.Dir(file)))
	if first := l.empty[folder]; first == "" || document < first {
		l.empty[folder] = document
	}
}

func (l *lister) newList(folder string) List {
	pkg, known := l.pkg[folder]
	if !known { // it has no file of the run
		pkg = l.Package
	}
	entries, b := []string{}, tree.NewBuilder()
	if l.empty[folder] == "" || len(l.made[folder]) > 0 {
		entries = append(l.made[folder], l.kept()[folder]...)
	}
	entries = slices.Compact(slices.Sorted(slices.Values(entries)))
	nodes := each.Of(entries, func(entry string) tree.Node { return b.String(entry, tree.Node{}) })
	at := Place{pkg, strings.TrimPrefix(Place{folder, ListFile}.File(), pkg+"/")}
	return emptyList(at, l.nameOf(folder)).with(nodes, l.from(folder, nodes, l.empty[folder]))
}

// findKept returns the entries of documents that the run does not make, and that Flux applied as long as there was no
// list: of the topology Standalone in the folder of a cluster, and all in the one that has the groups.
func (l *lister) findKept() map[string][]string {
	kept := map[string][]string{}
	for i, e := range l.before {
		if l.Before[i].Fate != Keep || e.Owner.Document == "" || e.Bootstrap {
			continue
		}
		isOthers := path.Base(path.Dir(e.File())) != path.Base(e.Owner.Document)
		for _, folder := range l.above(e.File()) {
			if !isOthers || l.nameOf(folder) == delivering || isBootstrap(folder) {
				kept[folder] = append(kept[folder], strings.TrimPrefix(e.File(), folder+"/"))
			}
		}
	}
	return kept
}

func (l *lister) findHidden() map[string]string {
	hidden := map[string]string{}
	for _, other := range slices.Backward(l.Others) {
		for _, folder := range l.above(other) {
			hidden[folder] = other
		}
	}
	return hidden
}

func (l *lister) nameOf(folder string) string {
	isAbove := func(file string) bool { return path.Dir(file) == folder }
	if folder == "." || slices.ContainsFunc(slices.Collect(maps.Keys(l.applied)), isAbove) {
		return delivering
	}
	return path.Base(folder)
}

// from returns the documents of fluxapp's entries in a folder, or else another text.
func (l *lister) from(folder string, entries []tree.Node, none string) string {
	owners := map[string]bool{}
	for _, entry := range entries {
		file, _ := fileBelow(folder, entry)
		owners[l.files[file].from] = true
	}
	delete(owners, "")
	return cmp.Or(strings.Join(slices.Sorted(maps.Keys(owners)), ", "), none)
}

// edited returns a list of an earlier run with the entries of the run. Entries of its documents that are gone go; all
// else is the user's, or of another run. It is false for a list that goes.
func (l *lister) edited(list List) (after List, stays bool) {
	folder, byText := path.Dir(list.File()), func(a, b tree.Node) int { return cmp.Compare(a.Text(), b.Text()) }
	var entries []tree.Node
	listed, b := map[string]bool{}, tree.NewBuilder()
	for _, entry := range list.entries {
		file, _ := fileBelow(folder, entry)
		after, known := l.files[file]
		if name := path.Clean(entry.Text()); !known || after.from == "" || after.exists && !after.unlisted && !listed[name] {
			entries, listed[name] = append(entries, entry), true
		}
	}
	isSorted := slices.IsSortedFunc(entries, byText)
	for _, entry := range slices.Sorted(slices.Values(l.made[folder])) {
		if !listed[entry] {
			entries, listed[entry] = append(entries, b.String(entry, tree.Node{})), true
		}
	}
	if isSorted {
		slices.SortFunc(entries, byText)
	}
	after = list.with(entries, l.from(folder, entries, cmp.Or(l.empty[folder], list.From)))
	if len(entries) > 0 || l.empty[folder] != "" {
		return after, true
	}
	bare := emptyList(list.Place, list.Value.At("metadata", "name").Text()).with(list.entries, list.From)
	return after, bytes.Contains(list.Text, []byte("#")) || !resource.Same(list.Value, bare.Value) // a user's
}

// refuseLists refuses lists that cannot be written, or that keep Flux from what it applies.
func (l *lister) refuseLists(lists map[string]List) {
	refuse := func(code finding.Code, list List, format string, args ...any) {
		l.RefuseList(code, list.Place, fmt.Sprintf(format, args...))
	}
	isThere := func(file string) bool { return l.earlier[file].From == "" && l.Exists(file) }
	for _, folder := range slices.Sorted(maps.Keys(l.applied)) {
		file := Place{folder, ListFile}.File()
		list, stays := lists[file]
		if at := slices.IndexFunc(namesOf(file), isThere); l.applied[folder] && l.empty[folder] == "" && (stays || at >= 0) {
			refuse(CodeForeignFile, List{Place: cmp.Or(list.Place, Place{Path: file})}, "Flux would apply the entries of %s "+
				"only, and not the files of the group; remove it", namesOf(file)[max(at, 0)])
			delete(lists, file)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		list, folder := lists[file], path.Dir(file)
		isNew := l.earlier[file].From == ""
		resources := l.earlier[file].Value.Get("resources")
		switch at := slices.IndexFunc(namesOf(file), isThere); {
		case isBootstrap(folder) && isNew && (at >= 0 || len(l.kept()[folder]) > 0):
			delete(lists, file) // whoever wrote it, or an earlier run of other documents
		case resources.Exists() && resources.Kind() != tree.List:
			refuse(CodeForeignFile, list, "its resources are no list; write a list of files")
		case at > 0:
			refuse(CodeForeignFile, list, "%s is there, and kustomize does not build both; remove it", namesOf(file)[at])
		case at == 0:
			refuse(CodeForeignFile, list, "it is there, and fluxapp did not write it; give it apiVersion, kind and the "+
				"annotation %s: %s, and fluxapp adds its entries", kinds.AnnotationRenderedFrom, list.From)
		case isNew && l.hidden()[folder] != "":
			refuse(CodeHides, list, "Flux may apply %s, and deletes it when a new list leaves it out; write the list first, "+
				"with your files in resources and the annotation %s: %s",
				l.hidden()[folder], kinds.AnnotationRenderedFrom, list.From)
		}
	}
}

var isGroup = regexp.MustCompile(`^(hub|group-[1-9][0-9]*)$`).MatchString

// above returns the folders from which Flux applies a file as long as they have no list: no list is between them, and
// no Kustomization of delivery applies the file.
func (l *lister) above(file string) (folders []string) {
	for at := path.Dir(file); ; at = path.Dir(at) {
		base := path.Base(at)
		folders = append(folders, at)
		switch _, applied := l.applied[at]; {
		case at == "." || at == "/" || applied || isGroup(base) || base == delivering || base == kinds.Ordered,
			isBootstrap(at), l.earlier[Place{at, ListFile}.File()].From != "":
			return folders
		}
	}
}
