package krmfn

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// lists are the kustomization.yaml that an earlier run made for the folders of clusters.
type lists struct {
	items []*yaml.RNode
	say   map[*yaml.RNode]Kustomization
	at    map[inPackage[string]]*yaml.RNode // by their files
	files map[inPackage[string]]bool        // that they list
}

func listsOf(items []*yaml.RNode) lists {
	found := lists{
		say: map[*yaml.RNode]Kustomization{}, at: map[inPackage[string]]*yaml.RNode{}, files: map[inPackage[string]]bool{},
	}
	for _, item := range items {
		k, ours := readKustomization(item)
		if !ours {
			continue
		}
		file := fileOf(item)
		found.items, found.say[item], found.at[packaged(item, file)] = append(found.items, item), k, item
		for _, listed := range k.FilesOf(file) {
			found.files[packaged(item, listed)] = true
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
func (l lists) hold(item *yaml.RNode) bool { return l.files[packaged(item, fileOf(item))] }

// fileOf returns the file of an item; empty when the client keeps it in none.
func fileOf(item *yaml.RNode) string {
	if file := annotation(item, annotationPath); file != "" {
		return path.Clean(file)
	}
	return ""
}

func isKustomize(item *yaml.RNode) bool {
	return text(item, "kind") == "Kustomization" && group(text(item, "apiVersion")) == groupKustomize
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
	return KustomizationOf(docs[0])
}

// packageFiles are the files of the objects of a run, by package.
type packageFiles map[string]map[string]render.Object

// of returns those of a package.
func (f packageFiles) of(pkg string) map[string]render.Object {
	if f[pkg] == nil {
		f[pkg] = map[string]render.Object{}
	}
	return f[pkg]
}

// makeLists makes the kustomization.yaml of each cluster's folder, now that it is known which other files there will be.
func (b *belongings) makeLists(files packageFiles) (all []made, refused Results) {
	for _, item := range b.lists.items {
		files.of(annotation(item, annotationPackage))
	}
	for _, pkg := range slices.Sorted(maps.Keys(files)) {
		texts := b.filesIn(pkg, files[pkg]).Lists()
		for _, file := range slices.Sorted(maps.Keys(texts)) {
			key := inPackage[string]{pkg, file}
			if other := b.inListsWay(key); other != nil {
				refused = append(refused, noList(file, other))
			} else {
				all = append(all, madeList(key, texts[file], b.lists.at[key]))
			}
		}
		b.leaveLists(pkg, texts)
	}
	return all, refused
}

// filesIn returns the files of a package as they are after the run.
func (b *belongings) filesIn(pkg string, files map[string]render.Object) Files {
	earlier := map[string]Kustomization{}
	for _, item := range b.lists.items {
		if annotation(item, annotationPackage) == pkg {
			earlier[fileOf(item)] = b.lists.say[item]
		}
	}
	return Files{Made: files, Kustomizations: earlier, Stays: func(file string) (string, bool) {
		item := b.files[inPackage[string]{pkg, file}]
		if item == nil {
			return "", false
		}
		return ownerOfItem(item).Document, true
	}}
}

// madeList returns the item of a kustomization.yaml.
func madeList(key inPackage[string], text []byte, earlier *yaml.RNode) made {
	annotations := bookkept(earlier)
	if earlier == nil {
		annotations = map[string]string{annotationPath: key.is, annotationIndex: "0", annotationPackage: key.pkg}
	}
	return made{listName(key.is), annotated(text, annotations), earlier}
}

// leaveLists takes leave of those that list nothing any more.
func (b *belongings) leaveLists(pkg string, texts map[string][]byte) {
	for _, item := range b.lists.items {
		if annotation(item, annotationPackage) == pkg && texts[fileOf(item)] == nil {
			b.gone = append(b.gone, item)
		}
	}
}

// inListsWay returns the item that keeps a kustomization.yaml from being written, or from being built; nil when there is none.
func (b *belongings) inListsWay(key inPackage[string]) *yaml.RNode {
	for _, file := range append(OtherKustomizations(key.is), key.is) {
		if other := b.files[inPackage[string]{key.pkg, file}]; other != nil {
			return other
		}
	}
	return nil
}

func noList(file string, other *yaml.RNode) Result {
	return refusal(CodeForeignFile, fmt.Sprintf(
		"the %s would be written to %s, and %s holds the %s %s; move that one to another file", listName(file), file, fileOf(other), text(other, "kind"), text(other, "metadata", "name"))).place(other)
}

func listName(file string) string { return "list of the cluster " + path.Base(path.Dir(file)) }
