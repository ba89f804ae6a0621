package limits

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/change"
)

// likeness is what stays the same of a workload when its application is renamed: names of objects begin with that of
// the application.
type likeness struct{ kind, cluster, runs string }

// successor returns the application that before does not have, and that has most of the workloads of one that is
// gone; empty when there is none. A workload is the same when it is what another object replaces, or when it runs the
// same chart or path on the same cluster.
func (c *checker) successor(owner string) string {
	wanted, same := map[likeness]bool{}, map[string]int{}
	for i := range c.changes.List {
		found := &c.changes.List[i]
		if !found.Workload || found.Action == change.Created || found.Before.Application != owner {
			continue
		}
		if !found.Bootstrap {
			wanted[c.likeness(found.Before, c.clusters[found.Before])] = true
		}
		same[found.Application]++
	}
	for _, found := range c.created {
		if !found.Bootstrap && wanted[c.likeness(found.After, found.Cluster)] {
			same[found.Application]++
		}
	}
	best := ""
	for _, name := range slices.Sorted(maps.Keys(same)) {
		if c.applications[name] == nil && same[name] > same[best] {
			best = name
		}
	}
	return best
}

func (c *checker) likeness(o *change.Object, cluster string) likeness {
	return likeness{o.Kind, cluster, c.changes.Runs(o)}
}
