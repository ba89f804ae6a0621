package change

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// likeness is what stays the same of a workload when its application is renamed: names of objects begin with that of
// the application.
type likeness struct{ kind, cluster, content string }

// successor returns the application that before does not have, and that has most of the workloads of one that is
// gone; empty when there is none. A workload is the same when it is what another object replaces, or when it runs the
// same chart or path on the same cluster.
func (b *brake) successor(owner string) string {
	wanted, same := map[likeness]bool{}, map[string]int{}
	for i := range b.changes.List {
		c := &b.changes.List[i]
		if !c.Workload || c.Action == Created || b.ownerOf(c) != owner {
			continue
		}
		if o := b.was[c.earlier()]; o != nil {
			wanted[o.likeness(b.clusterOf(o), b.was)] = true
		}
		same[c.Application]++
	}
	for _, c := range b.made {
		if o := b.is[key{ID: c.Object}]; o != nil && wanted[o.likeness(o.Cluster, b.is)] {
			same[o.Application]++
		}
	}
	best := ""
	for _, name := range slices.Sorted(maps.Keys(same)) {
		if b.of[name] == nil && same[name] > same[best] {
			best = name
		}
	}
	return best
}

func (o *Object) likeness(cluster string, all side) likeness {
	if o.Kind == kinds.HelmRelease.Name {
		return likeness{o.Kind, cluster, chartOf(o.Content(), all.find, o.ID).name}
	}
	return likeness{o.Kind, cluster, pathOf(o)}
}
