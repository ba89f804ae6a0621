package krmfn

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// lists are the kustomization.yaml that an earlier run made for the folders of clusters. Files are those from the root of all packages.
type lists struct {
	items []*yaml.RNode
	say   map[*yaml.RNode]Kustomization
	at    map[string]*yaml.RNode
	files map[string]bool // that they list
}

func listsOf(items []*yaml.RNode) lists {
	found := lists{say: map[*yaml.RNode]Kustomization{}, at: map[string]*yaml.RNode{}, files: map[string]bool{}}
	for _, item := range items {
		k, ours := readKustomization(item)
		if !ours {
			continue
		}
		file := fileOf(item)
		found.items, found.say[item], found.at[file] = append(found.items, item), k, item
		for _, listed := range k.FilesOf(file) {
			found.files[listed] = true
		}
	}
	return found
}

// has reports whether an item is one of them.
func (l lists) has(item *yaml.RNode) bool {
	_, ours := l.say[item]
	return ours
}

// hold reports whether one of them lists an item's file.
func (l lists) hold(item *yaml.RNode) bool { return l.files[fileOf(item)] }

func isKustomize(item *yaml.RNode) bool {
	return kindOf(item, kinds.FolderList) != nil
}

// readKustomization reads an item that is in a file. It is false of what is no kustomization.yaml that fluxapp wrote.
func readKustomization(item *yaml.RNode) (Kustomization, bool) {
	if !isKustomize(item) || fileOf(item) == "" {
		return Kustomization{}, false
	}
	printed, err := item.String()
	if err != nil {
		return Kustomization{}, false
	}
	docs, err := schema.Parse("", []byte(printed))
	if err != nil || len(docs) != 1 {
		return Kustomization{}, false
	}
	return KustomizationOf(fileOf(item), docs[0], []byte(printed))
}

// madeFiles are the files of the objects of a run, from the root of all packages, and the package of each of their folders.
type madeFiles struct {
	objects map[string]render.Object
	pkg     map[string]string
}

func newMadeFiles() madeFiles { return madeFiles{map[string]render.Object{}, map[string]string{}} }

// add notes the file of an object. The list of a cluster that several packages write to lies in the first package.
func (f madeFiles) add(item *yaml.RNode, o render.Object) {
	file, pkg := fileOf(item), annotation(item, annotationPackage)
	f.objects[file] = o
	folder := path.Dir(path.Dir(file))
	if other, known := f.pkg[folder]; !known || pkg < other {
		f.pkg[folder] = pkg
	}
}

// makeLists makes the kustomization.yaml of each cluster's folder, now that it is known which other files there will be.
func (b *belongings) makeLists(files madeFiles) (all []made, found Results) {
	lists := b.filesAfter(files).Lists()
	for _, file := range slices.Sorted(maps.Keys(lists)) {
		earlier := b.lists.at[file]
		if other := b.inListsWay(file); other != nil {
			found = append(found, noList(file, other))
		} else if problem := lists[file].Problem; problem != "" {
			found = append(found, refusal(CodeListEdit, fmt.Sprintf("the %s cannot be written: %s", listName(file), problem)).place(earlier))
		} else if list, err := madeList(file, files.pkg[path.Dir(file)], lists[file].Text, earlier, b.lists.say[earlier]); err != nil {
			found = append(found, unreadable(listName(file), err).place(earlier))
		} else {
			all = append(all, list)
			found = append(found, idleList(lists[file], earlier)...)
		}
	}
	for _, item := range b.lists.items {
		if _, stays := lists[fileOf(item)]; !stays {
			b.gone = append(b.gone, item)
		}
	}
	return all, found
}

// filesAfter returns the files as they are after the run.
func (b *belongings) filesAfter(made madeFiles) Files {
	earlier, gone := map[string]Kustomization{}, map[string]string{}
	for _, item := range b.lists.items {
		earlier[fileOf(item)] = b.lists.say[item]
	}
	for _, item := range b.gone {
		gone[fileOf(item)] = ownerOfItem(item).Document
	}
	return Files{Made: made.objects, Kustomizations: earlier, Kept: slices.Collect(maps.Keys(b.files)), State: func(file string) (string, bool) {
		if item := b.files[file]; item != nil {
			return ownerOfItem(item).Document, true
		}
		return gone[file], false
	}}
}

// madeList returns the item of a kustomization.yaml. One that does not change is the item that came in.
func madeList(file, pkg string, text []byte, earlier *yaml.RNode, was Kustomization) (made, error) {
	if earlier != nil && bytes.Equal(text, was.text) {
		return made{listName(file), earlier, earlier}, nil
	}
	var annotations map[string]string // the text of an earlier one has them
	if earlier == nil {
		annotations = map[string]string{annotationPath: inItsPackage(file, pkg), annotationIndex: "0", annotationPackage: pkg}
	}
	node, err := annotated(text, annotations)
	return made{listName(file), node, earlier}, err
}

// idleList warns of a kustomization.yaml that stays for what its user has added.
func idleList(list List, item *yaml.RNode) Results {
	if !list.Idle {
		return nil
	}
	return Results{Result{
		Message: IdleList, Severity: schema.SeverityWarning, Tags: map[string]string{"code": string(CodeIdleList)},
	}.place(item)}
}

func inItsPackage(file, pkg string) string { return strings.TrimPrefix(file, pkg+"/") }

// inListsWay returns the item that keeps a kustomization.yaml from being written, or from being built; nil when there is none.
func (b *belongings) inListsWay(list string) *yaml.RNode {
	for _, file := range append(OtherKustomizations(list), list) {
		if other := b.files[file]; other != nil {
			return other
		}
	}
	return nil
}

func noList(list string, other *yaml.RNode) Result {
	return refusal(CodeForeignFile, fmt.Sprintf(
		"the %s would be written to %s, and %s holds the %s %s; move that one to another file", listName(list),
		inItsPackage(list, annotation(other, annotationPackage)), annotation(other, annotationPath), text(other, "kind"), text(other, "metadata", "name"))).place(other)
}

func listName(file string) string { return "list of the cluster " + path.Base(path.Dir(file)) }
