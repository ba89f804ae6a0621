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
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// readLists reads the items that are lists which an earlier run wrote: each the kustomization.yaml of a cluster's folder.
func readLists(items []*yaml.RNode) map[*yaml.RNode]folderlist.List {
	lists := map[*yaml.RNode]folderlist.List{}
	for _, item := range items {
		file := placeOf(item).File()
		if resource.Kind(item, kinds.FolderList) == nil || file == "" {
			continue
		}
		printed, err := item.String()
		if err != nil {
			continue
		}
		docs := schema.Parse("", []byte(printed))
		if len(docs) != 1 || docs.Findings().Err() != nil {
			continue
		}
		if l, ours := folderlist.Read(file, docs[0], []byte(printed)); ours {
			lists[item] = l
		}
	}
	return lists
}

// makeLists makes the list of each cluster's folder, now that the other files after the run are known. The list of a cluster that several
// packages write to is in the first package.
func (p *previousOutput) makeLists() (all []output, found Results) {
	at, pkg := map[string]*yaml.RNode{}, map[string]string{} // by file, and by folder
	for _, item := range p.listItems {
		at[p.lists[item].File] = item
	}
	for i := range p.Rendered {
		place := p.PlaceOf(i)
		folder := path.Dir(path.Dir(place.File()))
		if other, known := pkg[folder]; !known || place.Package < other {
			pkg[folder] = place.Package
		}
	}
	lists := p.After(func(string) (string, bool) { return "", false }).Lists() // there are no files but those of items
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		item := at[file]
		if other := p.listConflict(file); other != nil {
			found = append(found, listConflict(file, other))
		} else if out, problem := p.listOutput(file, pkg[path.Dir(file)], lists[file], item); problem != nil {
			found = append(found, problem.about(item))
		} else {
			all = append(all, out)
			if lists[file].Idle {
				found = append(found, newResult(finding.SeverityWarning, CodeIdleList, folderlist.IdleMessage).about(item))
			}
		}
	}
	for _, item := range p.listItems {
		if _, kept := lists[p.lists[item].File]; !kept {
			p.removed = append(p.removed, item)
		}
	}
	return all, found
}

// listOutput returns the item of a list, or what keeps it from being written. One that does not change is the item that came in.
func (p previousOutput) listOutput(file, pkg string, after folderlist.After, item *yaml.RNode) (output, *Result) {
	out := output{name: folderlist.Cluster(file), earlier: item}
	switch {
	case after.Problem != "":
		return out, errorResult(CodeListEdit, fmt.Sprintf("the %s cannot be written: %s", out.name, after.Problem))
	case bytes.Equal(after.Text, p.lists[item].Text):
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
