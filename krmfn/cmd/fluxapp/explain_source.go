package main

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// isOfSource reports whether a field is one of the sources that the document brings, for example
// source.ociRepository.ref.tag. Each workload has those of its own source.
func (p fieldPath) isOfSource() bool {
	return p[0] == "source" && len(p) > 1 && kinds.Standard().ByField(kinds.Source, p[1]) != nil
}

// sourcesOf returns the sources and HelmCharts of a run.
func sourcesOf(result render.Result) map[render.ID]render.Object {
	sources := map[render.ID]render.Object{}
	for _, o := range result.Objects {
		if kinds.Standard().Find(kinds.Source|kinds.Chart, kinds.GroupOf(o.APIVersion()), o.Kind()) != nil {
			sources[o.ID()] = o
		}
	}
	return sources
}

// source returns the object whose spec the document has in a field of source, for example ociRepository, and that a
// workload refers to.
func (r reader) source(o render.Object, field string) (render.Object, bool) {
	spec := r.own.Tree(o).Find("spec")
	for _, ref := range []tree.Node{spec.Find("sourceRef"), spec.At("chart", "spec", "sourceRef"), spec.Find("chartRef")} {
		id := render.ID{
			Server: o.ID().Server, Kind: ref.Get("kind").Text(), Name: ref.Get("name").Text(),
			Namespace: cmp.Or(ref.Get("namespace").Text(), o.Namespace()),
		}
		found, ok := r.sources[id]
		switch {
		case ok && id.Kind == kinds.Standard().ByField(kinds.Source, field).Name:
			return found, true
		case ok && id.Kind == kinds.HelmChart.Name:
			return r.source(found, field)
		}
	}
	return render.Object{}, false
}

// sourceLeaf explains a field of the source of a workload, with what sets it for this workload.
func (r reader) sourceLeaf(o render.Object, path fieldPath) render.Leaf {
	leaf := render.Leaf{}
	if source, found := r.source(o, path[1]); found {
		leaf = r.leaf(source, path.inSource())
	}
	if settings := o.EntryField(path...); len(settings) > 0 {
		leaf.Setting, leaf.Covered = settings[0], settings[1:]
	}
	leaf.Path = path.String()
	return leaf
}

// sharedSource returns the fields that a workload's source has and that is an object of no cluster.
func (r reader) sharedSource(o render.Object) (paths []fieldPath) {
	for kind := range kinds.Standard().With(kinds.Source) {
		if source, found := r.source(o, kind.Field); found && source.Shared() {
			paths = append(paths, leavesOf(r.at(o, fieldPath{"source", kind.Field}))...)
		}
	}
	return paths
}

// inSource returns where the source has the field.
func (p fieldPath) inSource() fieldPath { return under(fieldPath{"spec"}, p[2:]) }
