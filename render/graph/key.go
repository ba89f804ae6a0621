package graph

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// assign gives each item its key. Where a cluster has several items of one key, their names are part of it.
func (b *boxing) assign() {
	b.keys = make([]key, len(b.items))
	type place struct {
		key     key
		cluster string
		server  string
	}
	seen, repeats := map[place]bool{}, map[key]bool{}
	for i := range b.items {
		it := &b.items[i]
		k := b.key(i)
		b.keys[i] = k
		at := place{k, it.cluster, it.id.Server}
		if b.detailOf(it.app) == alike && it.shape == Workload && seen[at] {
			repeats[k] = true
		}
		seen[at] = true
	}
	for i := range b.items {
		if repeats[b.keys[i]] {
			b.keys[i].name = b.items[i].pattern()
		}
	}
}

// key returns what the item has in common with those in its box, but for its name.
func (b *boxing) key(i int) key {
	it := &b.items[i]
	switch d := b.detailOf(it.app); {
	case it.app == "":
		return b.outsideKey(it)
	case d == byNamespace && !b.spaces[namespaceOf(it.app)]:
		return key{sharedNamespaces: true}
	case d == byNamespace:
		return key{namespace: namespaceOf(it.app)}
	case d == byApplication:
		return key{app: it.app}
	case it.shape == Source: // copies of one source on several servers are one box
		return key{app: it.app, shape: Source, kind: it.id.Kind, name: it.id.Namespace + "/" + it.id.Name}
	case d == oneByOne && b.isOfCluster(it):
		return key{app: it.app, shape: it.shape, kind: it.id.Kind, wave: it.wave, one: i + 1}
	case it.shape == Around && b.options == (Options{}): // image automation
		return key{app: it.app, shape: Around}
	case it.shape == Around:
		return key{app: it.app, shape: Around, kind: it.id.Kind, name: it.pattern()}
	case d == byWave, b.isElsewhere(it):
		return key{app: it.app, kind: it.id.Kind, wave: it.wave, suspended: it.suspended}
	}
	return key{
		app: it.app, kind: it.id.Kind, wave: it.wave, suspended: it.suspended, runs: it.runs(),
		feeds: b.referred(it, render.Feeds), waits: b.referred(it, render.Precedes),
	}
}

// isOfCluster reports whether the item is of the cluster that the picture is about.
func (b *boxing) isOfCluster(it *item) bool { return it.cluster == b.options.Cluster }

// outsideKey returns the key of what no application renders.
func (b *boxing) outsideKey(it *item) key {
	if b.detail == byNamespace {
		return key{shape: Source, outside: true}
	}
	return key{shape: it.shape, outside: !it.rendered(), kind: it.id.Kind, name: it.id.Namespace + "/" + it.id.Name}
}

func (it *item) rendered() bool { return it.object != render.Object{} }

// pattern returns the name of the item with a mark in the place of its cluster's.
func (it *item) pattern() string { return wording.WithoutOwn(it.id.Name, it.cluster) }

// runs returns what the item runs: a chart with its version, or a path in its source.
func (it *item) runs() string {
	if !it.rendered() {
		return ""
	}
	row, read := it.object.Row(), it.object.Value
	if name := row.ChartName.In(read).Text(); name != "" {
		return strings.TrimSpace(name + " " + row.ChartVersion.In(read).Text())
	}
	return wording.WithoutOwn(row.Part(kinds.Folder).At.In(read).Text(), it.cluster)
}

// referred returns the names of what the item refers to, as its box has them: objects of its own cluster with a mark in
// place of the cluster's name. Of an application it depends on, the name of the application is enough.
func (b *boxing) referred(it *item, relation render.Relation) string {
	var names []string
	for _, l := range it.links {
		to := &b.items[l.to]
		switch {
		case l.relation != relation:
		case to.shape == Workload && to.app != "" && to.app != it.app:
			names = append(names, to.app)
		default:
			names = append(names, to.app+" "+to.id.Kind+" "+wording.WithoutOwn(to.id.Namespace+"/"+to.id.Name, it.cluster))
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\n")
}
