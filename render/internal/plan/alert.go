package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// mostNamed is how many objects an Alert lists by name. The objects of an application that has more get a label.
const mostNamed = 20

func (p *planner) alerts(app *inventory.Application, others []*Placement) {
	items := namedItems(app.Notification.Get("alerts"))
	if len(items) == 0 {
		return
	}
	a := alertPlanner{planner: p, app: app, groups: p.groups(others), labelled: map[string]bool{}}
	first := len(p.placements)
	for _, item := range items {
		a.item(item)
	}
	for _, placed := range append(others, p.placements[first:]...) {
		placed.Labelled = a.labelled[placed.Server()]
	}
}

type alertPlanner struct {
	*planner
	app      *inventory.Application
	groups   []group
	labelled map[string]bool // the API servers whose objects get the label
	reported bool            // of kinds that no Alert knows
}

type alertItem struct {
	node, spec    tree.Node
	name          string
	ofApplication bool             // it is about the objects of the application
	refers        bool             // its spec has references
	commons       map[bool]*Common // of Alerts for no cluster (true), and of Alerts for a cluster
	made          int
}

func (a *alertPlanner) item(node tree.Node) {
	item := &alertItem{node: node, name: node.Get("name").Text(), spec: a.spec(node), commons: map[bool]*Common{}}
	item.ofApplication = !item.spec.Get("eventSources").Exists()
	item.refers = perCluster(node) && a.app.Document.Facts().MayMentionReferences() && names.HasReferences(item.spec)
	switch {
	case perCluster(node):
		for _, g := range a.groups {
			if !g.shared {
				a.add(item, wording.ObjectName(item.name, cmp.Or(g.cluster, kinds.Hub)), g, g.watched)
			} else if item.ofApplication {
				a.add(item, item.name, g, g.watched)
			}
		}
	case a.app.Standalone:
		for _, g := range a.groups {
			a.add(item, item.name, g, a.sources(g.server, g))
		}
	default:
		a.add(item, item.name, group{shared: true}, a.sources("", a.groups...))
	}
	if item.ofApplication {
		a.reportUnsupported(item)
	}
}

// spec returns the spec of an item with the provider that the author left out.
func (a *alertPlanner) spec(node tree.Node) tree.Node {
	b, spec := a.inv.Build, node.Get("spec")
	provider := providerName(a.app, spec)
	if spec.Get("providerRef").Exists() || !provider.Exists() || names.IsReference(provider) {
		return spec
	}
	ref := b.Map(tree.Node{}, TextField(b, "name", provider.Text()))
	return b.Map(cmp.Or(spec, node), append(spec.Fields(), tree.Field{Key: "providerRef", Value: ref})...)
}

func (a *alertPlanner) add(item *alertItem, name string, g group, sources []EventSource) {
	made := &Alert{Refers: item.refers, Instance: g.instance}
	if item.ofApplication {
		if made.Sources = sources; len(sources) == 0 {
			return
		}
	}
	switch {
	case !perCluster(item.node):
		item.made++
	case !g.shared:
		item.made++
		made.Cluster = cmp.Or(g.cluster, kinds.Hub)
		if m := g.instance.Member; g.cluster == "" && m != nil {
			made.Cluster = m.Name
		}
	}
	if item.commons[g.shared] == nil {
		item.commons[g.shared] = &Common{App: a.app, Kind: kinds.Alert, Namespace: a.app.Namespace, Shared: g.shared,
			Origin: item.node, Other: &Other{Spec: item.spec}}
	}
	placed := New(item.commons[g.shared], name, g.cluster)
	own := placed.Own()
	own.Alert, own.broughtBy = made, g.instance
	a.append(placed)
}

// sources returns what an Alert lists for the objects of groups: each by its name, or many by the label.
func (a *alertPlanner) sources(server string, groups ...group) (sources []EventSource) {
	count := 0
	for _, g := range groups {
		count += len(g.watched)
	}
	listed := map[EventSource]bool{}
	for _, g := range groups {
		for _, s := range g.watched {
			if count > mostNamed {
				s.Name = ""
			}
			if each.Add(listed, s) {
				sources = append(sources, s)
			}
		}
	}
	if count > mostNamed {
		a.labelled[server] = true
	}
	slices.SortStableFunc(sources, compareSources) // which links 8 kB less than SortFunc
	return sources
}

func compareSources(a, b EventSource) int {
	return cmp.Or(cmp.Compare(a.Kind.Rank, b.Kind.Rank), cmp.Compare(a.Namespace, b.Namespace),
		cmp.Compare(a.Name, b.Name))
}

type group struct {
	cluster     string // empty for the hub, and for no cluster
	shared      bool   // of no cluster
	server      string
	instance    entries.Instance // one of its entries; the zero one for no cluster
	watched     []EventSource    // the objects that Alerts can be about
	unsupported []*kinds.Kind    // of the workloads and sources that they cannot be about
}

// groups divides placements by their clusters, in order; objects of no cluster are before objects of the hub.
func (p *planner) groups(own []*Placement) (groups []group) {
	own = slices.Clone(own)
	slices.SortStableFunc(own, func(a, b *Placement) int {
		return cmp.Or(cmp.Compare(a.ClusterName, b.ClusterName), CompareShared(a.Common.Shared, b.Common.Shared))
	})
	for _, placed := range own {
		last := len(groups) - 1
		if last < 0 || groups[last].cluster != placed.ClusterName || groups[last].shared != placed.Common.Shared {
			groups = append(groups, group{cluster: placed.ClusterName, shared: placed.Common.Shared, server: placed.Server()})
			last++
		}
		g, kind := &groups[last], placed.Common.Kind
		if g.instance.Template == nil {
			g.instance = cmp.Or(placed.Instance, placed.broughtBy)
		}
		switch {
		case validate.Watchable(kind.Name, p.inv.Flux):
			g.watched = append(g.watched, EventSource{kind, placed.Common.Namespace, placed.Name})
		case kind.Is(kinds.Workload|kinds.Source) && !slices.Contains(g.unsupported, kind):
			g.unsupported = append(g.unsupported, kind)
		}
	}
	for i := range groups {
		slices.SortStableFunc(groups[i].watched, compareSources)
	}
	return groups
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
	ofEach := ""
	if perCluster(item.node) {
		ofEach = " of a cluster"
	}
	switch {
	case a.app.Unsound || a.app.Refused || a.app.Workload == "" || item.made > 0 && (len(unsupported) == 0 || a.reported):
	case item.made > 0:
		a.reported = true
		a.report(a.app, finding.Problem{Severity: finding.SeverityInfo, Code: CodeNoEvents, Node: item.node,
			Detail: fmt.Sprintf(
				"Flux has no Alerts for a %s, so this one is about the other objects of the application only", unsupported[0])})
	case len(unsupported) > 0:
		p := validate.MissingInAlert(item.node, "eventSources")
		p.Detail = fmt.Sprintf("is required, because Flux has no Alerts for a %s and the application has no other object%s; "+
			"write the objects to watch, for example eventSources: [{kind: %s, name: \"*\"}]", unsupported[0], ofEach,
			kinds.GitRepository.Name)
		a.report(a.app, p)
	default:
		a.report(a.app, finding.Problem{Severity: finding.SeverityInfo, Code: CodeNoEvents, Node: item.node,
			Detail: "the application has no object" + ofEach + " now, so no Alert is rendered"})
	}
}
