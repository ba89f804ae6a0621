package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
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

// groups divides placements by their clusters, in order; objects of no cluster are before objects of the hub.
func (p *planner) groups(spans []span) (groups []group) {
	var own []*Placement
	for _, s := range spans {
		for i := range p.placements[s.from:s.to] {
			own = append(own, &p.placements[s.from+i])
		}
	}
	slices.SortStableFunc(own, func(a, b *Placement) int {
		return cmp.Or(cmp.Compare(a.ClusterName, b.ClusterName), CompareShared(a.Common.Shared, b.Common.Shared))
	})
	for _, placed := range own {
		last := len(groups) - 1
		if last < 0 || groups[last].cluster != placed.ClusterName || groups[last].shared != placed.Common.Shared {
			groups = append(groups, group{cluster: placed.ClusterName, shared: placed.Common.Shared, server: placed.Server()})
			last++
		}
		groups[last].add(placed, p.inv.Flux)
	}
	for i := range groups {
		slices.SortStableFunc(groups[i].watched, compareSources)
	}
	return groups
}

func (g *group) add(placed *Placement, flux kinds.FluxVersion) {
	if g.instance.Template == nil {
		g.instance = cmp.Or(placed.Instance, placed.broughtBy)
	}
	switch kind := placed.Common.Kind; {
	case validate.Watchable(kind.Name, flux):
		g.watched = append(g.watched, EventSource{kind, placed.Common.Namespace, placed.Name})
	case kind.Is(kinds.Workload|kinds.Source) && !slices.Contains(g.unsupported, kind):
		g.unsupported = append(g.unsupported, kind)
	}
}

func (g *group) called() string {
	if m := g.instance.Member; g.cluster == "" && m != nil {
		return m.Name
	}
	return cmp.Or(g.cluster, kinds.Hub)
}

// reportUnsupported reports an item that makes no Alert, and informs of kinds that no Alert can be about.
func (a *alertPlanner) reportUnsupported(item *alertItem) {
	var unsupported []string
	for _, g := range a.groups {
		for _, kind := range g.unsupported {
			if !slices.Contains(unsupported, kind.Name) {
				unsupported = append(unsupported, kind.Name)
			}
		}
	}
	slices.Sort(unsupported)
	switch {
	case a.app.Unsound || a.app.Refused || a.app.Workload == "" || item.made > 0 && (len(unsupported) == 0 || a.reported):
	case item.made > 0:
		a.reported = true
		a.report(finding.Problem{Severity: finding.SeverityInfo, Code: CodeNoEvents, Node: item.node,
			Detail: fmt.Sprintf(
				"Flux has no Alerts for a %s, so this one is about the other objects of the application only", unsupported[0])})
	case len(unsupported) > 0:
		p := validate.MissingInAlert(item.node, "eventSources")
		p.Detail = fmt.Sprintf("is required, because Flux has no Alerts for a %s and the application has no other object%s; "+
			"write the objects to watch, for example eventSources: [{kind: %s, name: \"*\"}]", unsupported[0], ofEach(item),
			kinds.GitRepository.Name)
		a.report(p)
	default:
		a.report(finding.Problem{Severity: finding.SeverityInfo, Code: CodeNoEvents, Node: item.node,
			Detail: "the application has no object" + ofEach(item) + " now, so no Alert is rendered"})
	}
}

func ofEach(item *alertItem) string {
	if perCluster(item.node) {
		return " of a cluster"
	}
	return ""
}
