package change

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
)

// measure is what a limit counts.
type measure int

const (
	deletion measure = iota
	reinstallation
	anyChange
	measures // how many there are
)

// counts are the clusters on which the workloads of an application change, or of all applications.
type counts struct {
	all map[string]bool                // those that had a workload before
	on  [measures]map[string][]*Change // what changes, by the names of the clusters; that of the hub is empty
}

func newCounts() *counts {
	c := &counts{all: map[string]bool{}}
	for m := range c.on {
		c.on[m] = map[string][]*Change{}
	}
	return c
}

// clusters returns the names of the clusters of a measure, in order.
func (c *counts) clusters(m measure) []string { return slices.Sorted(maps.Keys(c.on[m])) }

// tally has the changes of workloads that were there before.
type tally struct {
	run     *counts            // of all applications together
	of      map[string]*counts // by the applications that had the workloads
	made    []*Change          // new workloads
	was, is side               // all objects of before, and of after
	leaves  map[key]bool       // whether a workload that changes delivers to another cluster now
	served  map[place]bool     // where workloads of after deliver to
	folders
}

// place is a cluster of an application, or of any when that is empty.
type place struct{ application, cluster string }

// tally counts the changes of workloads. It is empty when none changes that was there before.
func (c *Changes) tally() tally {
	t := tally{run: newCounts(), of: map[string]*counts{}, was: c.before, is: c.after, leaves: map[key]bool{},
		served: map[place]bool{}}
	for i := range c.List {
		switch found := &c.List[i]; {
		case !found.Workload, !found.isCounted():
		case found.Action == Created:
			t.made = append(t.made, found)
		default:
			t.leaves[found.earlier()] = found.WasCluster != ""
		}
	}
	if len(t.leaves) == 0 {
		return t
	}
	t.folders = t.findFolders()
	for _, o := range t.was {
		if o.isWorkload() {
			t.add(o.Application, t.clusterOf(o))
		}
	}
	for _, o := range t.is {
		if o.isWorkload() {
			t.served[place{o.Application, o.Cluster}], t.served[place{"", o.Cluster}] = true, true
		}
	}
	for i := range c.List {
		if found := &c.List[i]; found.Workload && found.isCounted() && found.Action != Created {
			t.count(found)
		}
	}
	return t
}

// earlier is the key of the object of before.
func (c *Change) earlier() key {
	if c.Was != (render.ID{}) {
		return key{ID: c.Was}
	}
	return key{ID: c.Object}
}

// clusterOf returns the cluster of a workload of before. Of one that was read it is that of the same object of after,
// which knows it for certain, unless that one delivers to another cluster.
func (t *tally) clusterOf(o *Object) string {
	if same := t.is[o.key()]; same != nil && !t.leaves[o.key()] {
		return same.Cluster
	}
	return t.folders.clusterOf(o)
}

func (t *tally) add(application, cluster string) {
	if t.of[application] == nil {
		t.of[application] = newCounts()
	}
	t.of[application].all[cluster] = true
	t.run.all[cluster] = true
}

// ownerOf returns the application that had the workload of a change before.
func (t *tally) ownerOf(c *Change) string {
	if was := t.was[c.earlier()]; was != nil {
		return was.Application
	}
	return c.Application
}

// count counts a change for the application that had the workload, and for the cluster that it delivered to.
func (t *tally) count(c *Change) {
	application, cluster := t.ownerOf(c), c.Cluster
	if was := t.was[c.earlier()]; was != nil {
		cluster = t.clusterOf(was)
	}
	t.add(application, cluster)
	for _, m := range c.measures(application) {
		for _, of := range []*counts{t.of[application], t.run} {
			of.on[m][cluster] = append(of.on[m][cluster], c)
		}
	}
}

// measures returns what a change of a workload that an application had counts for. A workload that another
// application has now counts as deleted, and so does one that another Flux applies: Flux deletes with the old object,
// and nobody knows whether the other one is there.
func (c *Change) measures(application string) []measure {
	all := []measure{anyChange}
	handedOver := c.Action == Renamed && (c.Application != application || c.Was.Server != c.Object.Server)
	if c.Action == Deleted || c.Action == Orphaned || c.WasCluster != "" || handedOver {
		all = append(all, deletion)
	}
	if c.Action == Reinstalled || c.Action == Renamed {
		all = append(all, reinstallation)
	}
	return all
}
