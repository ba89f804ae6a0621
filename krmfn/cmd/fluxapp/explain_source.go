package main

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
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
		if o.Row().Is(kinds.Source | kinds.Chart) {
			sources[o.ID()] = o
		}
	}
	return sources
}

// source returns the object whose spec the document has in a field of source, for example ociRepository, and that a
// workload refers to.
func (r reader) source(o render.Object, field string) (render.Object, bool) {
	read := r.own.Tree(o).At
	for reference, value := range o.Row().Named(read) {
		to := reference.Target(value, o.Namespace(), read)
		found, ok := r.sources[render.ID{Server: o.ID().Server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}]
		switch {
		case ok && found.Row().Field == field:
			return found, true
		case ok && found.Row().Is(kinds.Chart):
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
