package plan

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// group is the objects of an application for one cluster, or for no cluster.
type group struct {
	cluster     string // empty for the hub, and for no cluster
	shared      bool   // of no cluster
	server      string
	instance    entries.Instance // one of its entries; the zero one for no cluster
	watched     []EventSource    // the objects that Alerts can be about
	unsupported []*kinds.Kind    // of the workloads and sources that they cannot be about
}

// groups divides placements by their clusters, in order; objects of no cluster are before those of the hub.
func (p *planner) groups(indexes []int) (groups []group) {
	slices.SortStableFunc(indexes, func(i, j int) int {
		a, b := &p.placements[i], &p.placements[j]
		return cmp.Or(cmp.Compare(a.ClusterName, b.ClusterName), cmp.Compare(rankShared(a), rankShared(b)))
	})
	for _, i := range indexes {
		placed, last := &p.placements[i], len(groups)-1
		if last < 0 || groups[last].cluster != placed.ClusterName || groups[last].shared != placed.Common.Shared {
			groups = append(groups, group{cluster: placed.ClusterName, shared: placed.Common.Shared, server: placed.Server()})
			last++
		}
		groups[last].add(placed, p.inv.Flux)
	}
	for i := range groups {
		slices.SortFunc(groups[i].watched, compareSources)
	}
	return groups
}

func rankShared(p *Placement) int {
	if p.Common.Shared {
		return 0
	}
	return 1
}

func (g *group) add(placed *Placement, flux terms.FluxVersion) {
	if g.instance.Template == nil {
		g.instance = cmp.Or(placed.Instance, placed.broughtBy())
	}
	switch kind := placed.Common.Kind; {
	case validate.Watchable(kind.Name, flux):
		g.watched = append(g.watched, EventSource{kind, placed.Common.Namespace, placed.Name})
	case kind.Is(kinds.Workload|kinds.Source) && !slices.Contains(g.unsupported, kind):
		g.unsupported = append(g.unsupported, kind)
	}
}

// called returns the name of the cluster as messages of Alerts have it.
func (g *group) called() string {
	if m := g.instance.Member; g.cluster == "" && m != nil {
		return m.Name
	}
	return cmp.Or(g.cluster, terms.Hub)
}
