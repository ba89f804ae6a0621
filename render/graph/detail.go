package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type detail int

const (
	oneByOne      detail = iota // each object is a box
	alike                       // objects that differ in the cluster only are one box
	byWave                      // all objects of a kind and a wave are one box
	byApplication               // all that the application renders is one box
	byNamespace                 // all that the applications of a namespace render is one box
)

// How many boxes an application may have in a picture of several, and in its own.
const (
	maxOfMany = 12
	maxOfOne  = 40
)

type key struct {
	app, kind        string
	shape            shape
	outside          bool
	wave             int
	suspended        bool
	runs             string // the chart, or the path
	feeds, waits     string // the names of what it refers to
	name             string
	one              *item // where it has a box for itself
	namespace        string
	sharedNamespaces bool // the namespaces that share a box
}

func (w *drawing) detailOf(app string) detail { return max(w.detail, w.coarser[app]) }

// coarsen gives the applications with too many boxes the next detail, and reports whether there are any.
func (w *drawing) coarsen() (changed bool) {
	most := maxOfMany
	if w.options.Application != "" {
		most = maxOfOne
	}
	seen, count := map[key]bool{}, map[string]int{}
	for _, it := range w.items {
		if k := it.key; k.shape == workloadShape && each.Add(seen, k) {
			count[k.app]++
		}
	}
	for app, boxes := range count {
		if d := w.detailOf(app); app != "" && boxes > most && d > oneByOne && d < byApplication {
			w.coarser[app] = d + 1
			changed = true
		}
	}
	return changed
}

// maxSpaces is how many namespaces have a box for themselves. With it, and one more box for the others and for what
// is only named, the coarsest picture is within the limits of Mermaid, whatever it has.
const maxSpaces = 12

func (s *picture) spaces() map[string]bool {
	ofApps := each.Only(s.items, func(it *item) bool { return it.app != "" })
	all := each.Once(ofApps, func(it *item) string { return namespaceOf(it.app) })
	for _, name := range slices.Sorted(maps.Keys(all))[min(len(all), maxSpaces):] {
		delete(all, name)
	}
	return all
}

// assign gives each item its key. Where a cluster has several items of one key, their names are part of it.
func (w *drawing) assign() {
	type place struct {
		key             key
		cluster, server string
	}
	seen, repeats := map[place]bool{}, map[key]bool{}
	for _, it := range w.items {
		it.key = w.keyOf(it)
		at := place{it.key, it.cluster, it.id.Server}
		if w.detailOf(it.app) == alike && it.shape == workloadShape && seen[at] {
			repeats[it.key] = true
		}
		seen[at] = true
	}
	for _, it := range w.items {
		if repeats[it.key] {
			it.key.name = it.pattern()
		}
	}
}

// keyOf returns what the item has in common with those in its box, except its name.
func (w *drawing) keyOf(it *item) key {
	switch d := w.detailOf(it.app); {
	case it.app == "" && d == byNamespace:
		return key{shape: sourceShape, outside: true}
	case it.app == "":
		return key{shape: it.shape, outside: !it.rendered(), kind: it.id.Kind, name: it.id.Namespace + "/" + it.id.Name}
	case d == byNamespace && !w.spaces[namespaceOf(it.app)]:
		return key{shape: workloadShape, sharedNamespaces: true}
	case d == byNamespace:
		return key{shape: workloadShape, namespace: namespaceOf(it.app)}
	case d == byApplication:
		return key{app: it.app, shape: workloadShape}
	case it.shape == sourceShape: // copies of one source on several servers are one box
		return key{app: it.app, shape: sourceShape, kind: it.id.Kind, name: it.id.Namespace + "/" + it.id.Name}
	case d == oneByOne && it.cluster == w.options.Cluster:
		return key{app: it.app, shape: it.shape, kind: it.id.Kind, wave: it.wave, one: it}
	case it.shape == aroundShape && w.options == (Options{}): // image automation
		return key{app: it.app, shape: aroundShape}
	case it.shape == aroundShape:
		return key{app: it.app, shape: aroundShape, kind: it.id.Kind, name: it.pattern()}
	case d == byWave, w.isElsewhere(it):
		return key{app: it.app, shape: workloadShape, kind: it.id.Kind, wave: it.wave, suspended: it.suspended}
	}
	return key{app: it.app, shape: workloadShape, kind: it.id.Kind, wave: it.wave, suspended: it.suspended,
		runs: it.runs(), feeds: w.referred(it, kinds.Feeds), waits: w.referred(it, kinds.Precedes)}
}

func (it *item) rendered() bool { return it.object != render.Object{} }

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
	if url := row.Address(read); row == kinds.HelmRelease && url != "" {
		_, revision := row.Followed(read)
		return url[strings.LastIndexByte(url, '/')+1:] + " " + revision
	}
	return wording.WithoutOwn(row.Part(kinds.Folder).At.In(read).Text(), it.cluster)
}

// referred returns the names of what the item refers to, as its box has them: objects of its own cluster with a mark in
// place of the cluster's name. Of an application it depends on, the name of the application is enough.
func (w *drawing) referred(it *item, relation kinds.Relation) string {
	var names []string
	for _, l := range it.links {
		to := l.to
		switch {
		case l.relation != relation:
		case to.shape == workloadShape && to.app != "" && to.app != it.app:
			names = append(names, to.app)
		default:
			names = append(names, to.app+" "+to.id.Kind+" "+wording.WithoutOwn(to.id.Namespace+"/"+to.id.Name, it.cluster))
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\n")
}
