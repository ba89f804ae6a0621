package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
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
func (p *planner) groups(indexes []int) (groups []group) {
	slices.SortStableFunc(indexes, func(i, j int) int {
		a, b := &p.placements[i], &p.placements[j]
		return cmp.Or(cmp.Compare(a.ClusterName, b.ClusterName), CompareShared(a.Common.Shared, b.Common.Shared))
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

func (a *alertPlanner) validate(item *alertItem, g group) {
	r := g.instance.SharedResolver(a.app)
	if !g.shared {
		r.References = a.references
	}
	b := tree.NewBuilder()
	spec, noValue := entries.Resolve(b, r, item.spec, validate.AlertType())
	if len(noValue) > 0 && (!g.shared || a.noCluster(item, noValue)) {
		return
	}
	for _, p := range validate.Alert(a.app.Document, spec, a.inv.Flux) {
		if !a.refused[p.Node.Position()] {
			a.report(p)
		}
	}
}

// noCluster reports references without a value in the Alert of no cluster. Metadata is left out; others are errors.
func (a *alertPlanner) noCluster(item *alertItem, noValue []tree.Node) (refused bool) {
	metadata := slices.Collect(item.spec.Get("eventMetadata").Children())
	for _, n := range noValue {
		if a.refused[n.Position()] {
			continue
		}
		p := finding.Problem{Code: finding.CodeReference, Node: n, Current: n.Text(), Detail: fmt.Sprintf(
			"the Alert %s is about objects of no cluster, for example the source, so the reference has no value there; give "+
				"it a default, for example $(cluster.labels['stage'] or 'hub')", item.name)}
		if slices.ContainsFunc(metadata, n.Same) {
			p.Severity, p.Code = finding.SeverityInfo, finding.CodeNoCommonValue
			p.Detail = fmt.Sprintf("the Alert %s is about objects of no cluster, so the reference has no value for it, and it "+
				"is rendered without %s; if it needs one, give the reference a default", item.name, n.Key())
		}
		refused = refused || p.IsError()
		a.report(p)
	}
	return refused
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
		a.report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeNoEvents, Node: item.node,
			Detail: fmt.Sprintf(
				"Flux has no Alerts for a %s, so this one is about the other objects of the application only", unsupported[0])})
	case len(unsupported) > 0:
		p := validate.MissingInAlert(item.node, "eventSources")
		p.Detail = fmt.Sprintf("is required, because Flux has no Alerts for a %s and the application has no other object%s; "+
			"write the objects to watch, for example eventSources: [{kind: %s, name: \"*\"}]", unsupported[0], ofEach(item),
			kinds.GitRepository.Name)
		a.report(p)
	default:
		a.report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeNoEvents, Node: item.node,
			Detail: "the application has no object" + ofEach(item) + " now, so no Alert is rendered"})
	}
}

func ofEach(item *alertItem) string {
	if perCluster(item.node) {
		return " of a cluster"
	}
	return ""
}
