package adopt

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reading is a Kustomization of Flux, and what kustomize builds of the folder that it reads.
type reading struct {
	by    *object
	dir   string
	files kustomize.Build
}

// follow finds what the Kustomizations read that read this repository.
func follow(in *input) (readings []reading) {
	all := each.Only(in.objects, func(o *object) bool {
		return o.kind == kinds.Kustomization && o.root.Get("spec").Kind() == tree.Map
	})
	for i, read := range in.roots {
		in.roots[i], _ = in.repository.Folder(read)
	}
	source := ownSource(in, all)
	for _, o := range all {
		dir, ok := folderOf(in, o)
		if !ok || source == "" && isTop(o) || source != "" && o.sourceName() != source {
			continue // it reads another repository
		}
		components := each.In(o.root.At("spec", "components").Children(), tree.Node.Text)
		readings = append(readings, reading{o, dir, in.repository.Build(dir, components...)})
	}
	return readings
}

// folderOf returns the folder that a Kustomization reads; false where it is not among the files.
func folderOf(in *input, o *object) (dir string, ok bool) {
	read := o.root.At("spec", "path")
	if read.Exists() && read.Kind() != tree.String {
		return "", false
	}
	return in.repository.Folder(read.Text())
}

// isTop reports whether a Kustomization reads all of a repository, which may be any other one.
func isTop(o *object) bool { return path.Clean(o.root.At("spec", "path").Text()) == "." }

// ownSource returns what most Kustomizations read whose folders are among the files, which is this repository. What a
// root reads that flux bootstrap has made counts more than all others.
func ownSource(in *input, kustomizations []*object) (own string) {
	count := map[string]int{}
	for _, o := range kustomizations {
		if _, ok := folderOf(in, o); ok && !isTop(o) {
			if count[o.sourceName()]++; isGenerated(in.texts[o.file]) {
				count[o.sourceName()] += len(kustomizations)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if count[name] > count[own] {
			own = name
		}
	}
	return own
}

// built are the lists through which kustomize builds each file of the repository, once each.
func built(in *input, readings []reading) map[string][]tree.Node {
	all := map[string][]tree.Node{}
	add := func(build kustomize.Build) {
		for file, lists := range build {
			all[file] = append(all[file], lists...)
		}
	}
	for _, r := range readings {
		add(r.files)
	}
	for _, dir := range in.repository.Folders() {
		add(in.repository.Build(dir))
	}
	for file, lists := range all {
		slices.SortFunc(lists, func(x, y tree.Node) int { return x.Position().Compare(y.Position()) })
		all[file] = slices.CompactFunc(lists, tree.Node.Same)
	}
	return all
}

// findHomes finds the namespaces that the cluster has objects in: kustomize and Flux give one to those without.
func findHomes(in *input, readings []reading, built map[string][]tree.Node) {
	targets := map[string]string{}
	for _, r := range readings {
		if target := r.by.targetNamespace(); target != "" {
			for file := range r.files {
				targets[file] = target
			}
		}
	}
	for _, o := range in.objects {
		o.home = cmp.Or(o.namespace, kustomize.Namespace(built[o.file]), targets[o.file])
	}
}

// goodFolders are names for a folder of documents.
var goodFolders = []string{"fluxapp", "documents", "applications"}

// refuseFolder refuses a folder of documents that Flux applies: they are no objects of a cluster.
func refuseFolder(in *input, readings []reading, documents string) []finding.Problem {
	if documents == "" {
		return nil
	}
	by := readerOf(in, readings, documents)
	if by == nil {
		return nil
	}
	remedy := "; write to a folder that Flux does not apply"
	isGood := func(folder string) bool { return readerOf(in, readings, folder) == nil }
	if i := slices.IndexFunc(goodFolders, isGood); i >= 0 {
		remedy += ", for example " + goodFolders[i]
	}
	at := by.root.At("spec", "path")
	if !at.Exists() { // then Flux applies the whole repository
		at = by.root.At("metadata", "name")
	}
	return []finding.Problem{{Code: wording.CodeDocumentsApplied, Subject: by.subject, Node: at, Current: by.name,
		Detail: "would apply the documents in " + path.Clean(documents) + " too, and clusters do not know them" + remedy}}
}

// readerOf returns the first Kustomization that would apply new files in a folder; nil where none does.
func readerOf(in *input, readings []reading, folder string) *object {
	return each.First(slices.Values(readings), func(r reading) bool {
		return r.by.left != isPatch && in.repository.Takes(r.dir, folder)
	}).by
}
