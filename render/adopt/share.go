package adopt

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// share places objects in folders that are of no cluster: for each cluster with a Kustomization that reads the folder.
// These Kustomizations may be in such a folder too. Objects that none reads have a place in later, or are refused.
func (a *adoption) share(unplaced []*object, later []ClusterFrom) {
	for {
		rest := a.spreadAll(unplaced)
		if len(rest) == len(unplaced) {
			rest = slices.DeleteFunc(rest, func(o *object) bool {
				name, _, err := read(later, o)
				if err == nil && name != "" {
					o.cluster, o.spelt, o.server = notHub(name), name, notHub(name)
				}
				return o.server != ""
			})
		}
		if len(rest) == len(unplaced) {
			break
		}
		unplaced = rest
	}
	for _, o := range unplaced {
		if !o.refused && !o.stays {
			a.report(o, o.problem)
		}
	}
}

// spreadAll places the objects whose files Kustomizations read, and returns the others.
func (a *adoption) spreadAll(objects []*object) (rest []*object) {
	readers := a.readers()
	for _, o := range objects {
		if on := readers[o.file]; len(on) > 0 {
			a.spread(o, on)
		} else {
			rest = append(rest, o)
		}
	}
	return rest
}

// refuseSpread refuses objects of a hub whose file several Kustomizations apply, each for another namespace or cluster.
func (a *adoption) refuseSpread() {
	type use struct{ namespace, kubeConfig string }
	useOf := func(o *object) use { return use{o.targetNamespace(), string(tree.AppendJSON(nil, o.kubeConfig()))} }
	first, second := map[string]*object{}, map[string]*object{}
	for _, o := range a.objects {
		dir, ok := a.folderOf(o)
		if o.workload != kinds.Kustomization || o.server != "" || !ok || isTop(o) {
			continue
		}
		for file := range a.repository.Build(dir) {
			before := first[file]
			if before == nil {
				first[file] = o
			} else if before.sourceName() == o.sourceName() && useOf(before) != useOf(o) {
				second[file] = o
			}
		}
	}
	for _, o := range a.objects {
		if other := second[o.file]; other != nil && o.server == "" && !o.refused && !o.stays && !o.hasKubeConfig() {
			p := finding.Problem{Code: finding.CodeUnplaced, Node: o.root.At("metadata", "name"), Current: o.name,
				Detail: "several Kustomizations apply this file, each for another namespace or cluster, for example that at "}
			a.report(o, p.Beside(other.root, "; adopt what flux build kustomization prints for each"))
		}
	}
}

// isTop reports whether a Kustomization reads all of a repository, which may be any other one.
func isTop(o *object) bool { return path.Clean(o.root.At("spec", "path").Text()) == "." }

// refuseTogether refuses an object of several clusters for all of them if it is refused for one: it is in one file.
func (a *adoption) refuseTogether() {
	refused := map[tree.Node]bool{}
	for _, o := range a.objects {
		refused[o.root] = refused[o.root] || o.refused
	}
	for _, o := range a.objects {
		o.refused = refused[o.root]
	}
}

// reader is a Kustomization that reads a file, and the lists of kustomize through which it does.
type reader struct {
	kustomization *object
	lists         []tree.Node
}

// readers returns what reads each file, by placed Kustomizations without kubeConfig.
func (a *adoption) readers() map[string][]reader {
	all := map[string][]reader{}
	for _, o := range a.objects {
		if o.workload != kinds.Kustomization || o.server == "" || o.altered || o.isPatch {
			continue
		}
		dir, ok := a.folderOf(o)
		if !ok || isTop(o) && a.source == "" { // no other Kustomization tells which source this repository is
			continue
		}
		for file, lists := range a.repository.Build(dir) {
			all[file] = append(all[file], reader{o, lists})
		}
	}
	return all
}

// spread places an object on the clusters that read its file. Where something on the way changes the object, what the
// file has is not what a cluster gets.
func (a *adoption) spread(o *object, readers []reader) {
	clusters, at, what := a.clustersOf(readers, o)
	switch {
	case o.refused && (what != kustomize.None || len(a.unread) > 0):
		return
	case len(a.unread) > 0:
		a.report(o, finding.Problem{Code: finding.CodeUnplaced, Node: o.root.At("metadata", "name"), Current: o.name,
			Detail: "clusters read this folder, and nobody knows which others do, because " + slices.Min(a.unread) +
				" cannot be read; correct that file first"})
		return
	case what != kustomize.None:
		p := finding.Problem{Code: finding.CodeUnplaced, Node: o.root.At("metadata", "name"), Current: o.name,
			Detail: "clusters read this folder, and " + string(what) + " is changed at "}
		a.report(o, p.Beside(at, "; adopt what flux build kustomization prints for each cluster"))
		return
	}
	a.objects = append(a.objects, o.on(clusters, readers)...)
}

// on places an object on the first of the clusters that read its file, and returns a copy of it for each of the others.
func (o *object) on(clusters []string, readers []reader) (copies []*object) {
	for i, cluster := range clusters {
		on := o
		if i > 0 {
			copied := *o
			on = &copied
			copies = append(copies, on)
		}
		on.cluster, on.spelt, on.server = cluster, cluster, cluster
		if len(clusters) > 1 {
			on.moveBeside(readers)
		}
	}
	return copies
}

// moveBeside finds where the object can be when it is in a file of its cluster alone: beside a Kustomization of the
// cluster that reads the old file. It is another one that reads the new file then.
func (o *object) moveBeside(readers []reader) {
	for _, r := range readers {
		if r.kustomization.server != o.server {
			continue
		}
		o.beside = cmp.Or(o.beside, r.kustomization.folder())
		if prunes, _ := kinds.Prunes(r.kustomization.root.At); prunes {
			o.prunedBy = r.kustomization.root
		}
	}
}

// folder returns the folder where the rendered file of an object goes.
func (o *object) folder() string { return cmp.Or(o.beside, path.Dir(o.file)) }

// clustersOf returns the clusters that read the file of an object, in order, or what of the object something on the way
// changes, and where. A folder of one cluster is like the cluster's own: the same Kustomization can read the new file.
func (a *adoption) clustersOf(readers []reader, o *object) (clusters []string, at tree.Node, what kustomize.Change) {
	slices.SortFunc(readers, func(x, y reader) int {
		return cmp.Or(cmp.Compare(x.kustomization.server, y.kustomization.server),
			compareNodes(x.kustomization.root, y.kustomization.root))
	})
	for _, r := range readers {
		if !slices.Contains(clusters, r.kustomization.server) {
			clusters = append(clusters, r.kustomization.server)
		}
	}
	for i := 0; i < len(readers) && len(clusters) > 1; i++ {
		if at, what = a.changed(o, readers[i]); what != kustomize.None {
			return nil, at, what
		}
	}
	return clusters, tree.Node{}, kustomize.None
}

// changed returns what of an object a Kustomization of Flux or of kustomize changes, and where it does. What they add
// to its metadata is told, see [adoption.warnLabelled].
func (a *adoption) changed(o *object, r reader) (at tree.Node, what kustomize.Change) {
	spec := r.kustomization.root.Get("spec")
	if post := spec.Get("postBuild"); post.Exists() && o.hasVariable() {
		return post, kustomize.Whole
	}
	lists := append(slices.Clone(r.lists), spec)
	dir, _ := a.folderOf(r.kustomization)
	for component := range spec.Get("components").Children() {
		lists = append(lists, a.repository.Changers(path.Join(dir, component.Text()))...)
	}
	for _, list := range lists {
		switch at, what = a.repository.Changed(list, o.inKustomize()); what {
		case kustomize.None:
		case kustomize.Metadata:
			o.labelledBy = at
		default:
			return at, what
		}
	}
	return tree.Node{}, kustomize.None
}

// hasVariable reports whether a postBuild of Flux replaces something in an object, or would drop a $ of it.
func (o *object) hasVariable() bool {
	metadata := o.root.Get("metadata")
	for _, key := range []string{"labels", "annotations"} {
		if metadata.At(key, kinds.AnnotationSubstitute).Text() == "disabled" {
			return false
		}
	}
	return bytes.Contains(tree.AppendJSON(nil, o.root), []byte("${"))
}

// ownSource returns the source of most Kustomizations whose folders are among the files; the source of a root that flux
// bootstrap made counts more than all others.
func (a *adoption) ownSource(kustomizations []*object) (own string) {
	count := map[string]int{}
	for _, o := range kustomizations {
		if _, ok := a.folderOf(o); ok && !isTop(o) {
			if count[o.sourceName()]++; a.generated[o.file] {
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

func (o *object) sourceName() string {
	_, ref := o.workload.Source(o.root.At)
	return ref.Get("kind").Text() + "/" + ref.Get("name").Text()
}

// folderOf returns the folder that a Kustomization reads, where it is among the files. One with another source than
// most reads another repository.
func (a *adoption) folderOf(o *object) (dir string, ok bool) {
	read := o.root.At("spec", "path")
	if read.Kind() != tree.String && read.Exists() || a.source != "" && o.sourceName() != a.source {
		return "", false
	}
	return a.repository.Folder(read.Text())
}
