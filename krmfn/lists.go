package krmfn

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// listItems are the items that are lists which an earlier run wrote: each the kustomization.yaml of a cluster's folder.
type listItems struct {
	all   []folderlist.List
	items []*yaml.RNode // in the order of all
	is    map[*yaml.RNode]bool
	at    map[string]int // by file; the last one of several in one file
}

func listsOf(items []*yaml.RNode) listItems {
	lists := listItems{is: map[*yaml.RNode]bool{}, at: map[string]int{}}
	for _, item := range items {
		file := placeOf(item).File()
		if resource.Kind(item, kinds.FolderList) == nil || file == "" {
			continue
		}
		printed, err := item.String()
		if err != nil {
			continue
		}
		docs, err := schema.Parse("", []byte(printed))
		if err != nil || len(docs) != 1 {
			continue
		}
		if l, ours := folderlist.Read(file, docs[0], []byte(printed)); ours {
			lists.is[item], lists.at[file] = true, len(lists.all)
			lists.all, lists.items = append(lists.all, l), append(lists.items, item)
		}
	}
	return lists
}

// in returns the list in a file and its item; nil when there is none.
func (l listItems) in(file string) (folderlist.List, *yaml.RNode) {
	if i, found := l.at[file]; found {
		return l.all[i], l.items[i]
	}
	return folderlist.List{}, nil
}

// madeFiles are the files of the objects of a run, from the root of all packages, and the package of each folder of a cluster.
type madeFiles struct {
	objects map[string]folderlist.Made
	pkg     map[string]string
}

func newMadeFiles() madeFiles { return madeFiles{map[string]folderlist.Made{}, map[string]string{}} }

// add adds the file of an object. The list of a cluster that several packages write to is in the first package.
func (f madeFiles) add(item *yaml.RNode, o render.Object) {
	at := placeOf(item)
	f.objects[at.File()] = folderlist.Made{Document: o.Application(), Standalone: o.Standalone()}
	folder := path.Dir(path.Dir(at.File()))
	if other, known := f.pkg[folder]; !known || at.Package < other {
		f.pkg[folder] = at.Package
	}
}

// makeLists makes the list of each cluster's folder, now that the other files after the run are known.
func (p *previousOutput) makeLists(made madeFiles) (all []output, found Results) {
	unknown := func(string) (string, bool) { return "", false } // all other files are items
	lists := p.After(made.objects, unknown).Lists()
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		earlier, item := p.lists.in(file)
		after := lists[file]
		if other := p.listConflict(file); other != nil {
			found = append(found, listConflict(file, other))
			continue
		}
		out, problem := listOutput(file, made.pkg[path.Dir(file)], after, earlier, item)
		if problem != nil {
			found = append(found, problem.about(item))
			continue
		}
		all = append(all, out)
		if after.Idle {
			found = append(found, finding(schema.SeverityWarning, CodeIdleList, folderlist.IdleMessage).about(item))
		}
	}
	for i, l := range p.lists.all {
		if _, kept := lists[l.File]; !kept {
			p.removed = append(p.removed, p.lists.items[i])
		}
	}
	return all, found
}

// listOutput returns the item of a list, or what keeps it from being written. One that does not change is the item that came in.
func listOutput(file, pkg string, after folderlist.After, earlier folderlist.List, item *yaml.RNode) (output, *Result) {
	out := output{name: folderlist.Cluster(file), earlier: item}
	switch {
	case after.Problem != "":
		return out, errorResult(CodeListEdit, fmt.Sprintf("the %s cannot be written: %s", out.name, after.Problem))
	case item != nil && bytes.Equal(after.Text, earlier.Text):
		out.node = item
		return out, nil
	}
	var annotations map[string]string // the text of an earlier list has them
	if item == nil {
		annotations = newFile(inPackage(file, pkg), pkg)
	}
	var err error
	if out.node, err = annotated(after.Text, annotations); err != nil {
		return out, unreadable(out.name, err)
	}
	return out, nil
}

// inPackage returns a file from the root of its package.
func inPackage(file, pkg string) string { return strings.TrimPrefix(file, pkg+"/") }

// listConflict returns the item that keeps a list from being written, or from being built; nil when there is none.
func (p previousOutput) listConflict(file string) *yaml.RNode {
	for _, name := range append(folderlist.OtherNames(file), file) {
		if i, taken := p.At(name); taken {
			return p.items[i]
		}
	}
	return nil
}

func listConflict(file string, other *yaml.RNode) Result {
	at := placeOf(other)
	return errorResult(CodeForeignFile, fmt.Sprintf("the %s would be written to %s, and %s holds the %s %s; move that one to another file",
		folderlist.Cluster(file), inPackage(file, at.Package), at.Path, resource.Text(other, "kind"), resource.Text(other, "metadata", "name"))).about(other)
}
