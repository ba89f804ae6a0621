package plan

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (p *planner) depend() {
	d := dependencies{planner: p, rendered: map[dependencyKey][]*Placement{},
		applications: map[inventory.ObjectKey]*inventory.Application{}, failed: map[Place]bool{}}
	for _, app := range slices.Concat(p.inv.Applications, p.inv.Unwanted) {
		d.applications[app.Key()] = app
	}
	// their findings are reported when they are rendered
	notRendered := Workloads(p.inv, entries.Merge(p.inv, p.inv.Unwanted).Instances)
	rendered := slices.DeleteFunc(slices.Clone(p.placements), func(placed *Placement) bool { return !placed.IsEntry() })
	all := slices.Concat(rendered, notRendered)
	d.order(all)
	for _, placed := range all {
		app := placed.Common.App.Key()
		if !d.awaited[app] && placed.Order == nil {
			continue
		}
		for to := range placed.Location().Identities() {
			key := dependencyKey{app, placed.Common.Kind.Name, to}
			d.rendered[key] = append(d.rendered[key], placed)
		}
	}
	for _, placed := range rendered {
		d.resolve(placed)
	}
	for _, placed := range notRendered { // of which some may wait for what is rendered
		for item := range placed.Field().DependsOn.Children() {
			if other := d.ofOtherKind(placed, item); other != nil {
				d.wait(placed, item, d.find(placed, other.WorkloadKind(), other.Key()))
			}
		}
	}
}

type dependencies struct {
	*planner
	applications map[inventory.ObjectKey]*inventory.Application
	rendered     map[dependencyKey][]*Placement
	failed       map[Place]bool // items that are reported, once for all clusters
}

type dependencyKey struct {
	app     inventory.ObjectKey
	kind    string
	cluster identity.Destination
}

func (d *dependencies) resolve(placed *Placement) {
	b, dependsOn := d.inv.Build, placed.Field().DependsOn
	var items []tree.Node
	changed := false
	for item := range dependsOn.Children() {
		named := item.Get("application")
		if named.Kind() != tree.String {
			items = append(items, item)
			continue
		}
		changed = true
		kind, app := placed.Common.Kind, placed.Common.App.Awaits(item, named)
		other := d.ofOtherKind(placed, item)
		if other != nil {
			kind = other.WorkloadKind()
		}
		found := d.find(placed, kind, app)
		if len(found) == 0 {
			d.reportNone(placed, named, app)
		}
		if other != nil {
			d.refuseExpression(placed, item)
			d.wait(placed, item, found)
			continue
		}
		for _, awaited := range found {
			fields := append(b.Without(item, "application", "namespace").Fields(),
				tree.Field{Key: "name", Value: b.String(awaited.Name, named)})
			if awaited.Common.Namespace != placed.Common.Namespace {
				fields = append(fields, tree.Field{Key: "namespace", Value: b.String(awaited.Common.Namespace, named)})
			}
			items = append(items, b.Map(item, fields...))
		}
	}
	if changed {
		placed.Own().WaitsFor = b.List(dependsOn, items...)
	}
}

// find returns the objects of a kind that an application renders for the cluster of a placement, in the order of their
// names. Flux can wait for those on the API server of the placement only.
func (d *dependencies) find(placed *Placement, kind *kinds.Kind, app inventory.ObjectKey) (found []*Placement) {
	for to := range placed.Location().Identities() {
		for _, candidate := range d.rendered[dependencyKey{app, kind.Name, to}] {
			if candidate.Server() == placed.Server() && !slices.Contains(found, candidate) {
				found = append(found, candidate)
			}
		}
	}
	slices.SortStableFunc(found, CompareNames)
	return found
}

// refuseExpression refuses an expression about an application of another kind: no object of Flux would have it.
func (d *dependencies) refuseExpression(placed *Placement, item tree.Node) {
	expression := item.Get("readyExpr")
	if expression.Exists() && each.Add(d.failed, placed.PlaceOf(expression)) {
		d.report(placed.Common.App, finding.Problem{Code: CodeDependency, Node: expression, OnKey: true,
			Detail: "is for an object of the same kind; the application is of another kind, and a Kustomization waits " +
				"until all of it is ready; leave it out"})
	}
}

func (d *dependencies) wait(placed *Placement, item tree.Node, found []*Placement) {
	for _, awaited := range found {
		placed.Order.wait(awaited.Order, item)
	}
}

// reportNone reports an application that renders nothing to wait for, unless an error elsewhere explains it.
func (d *dependencies) reportNone(placed *Placement, named tree.Node, app inventory.ObjectKey) {
	if placed.Common.App.Refused || !names.Valid(named.Text()) || !each.Add(d.failed, placed.PlaceOf(named)) {
		return
	}
	where := placed.Location().Called()
	name, kind, other := app.String(), placed.Common.Kind.Name, d.applications[app]
	if other != nil && d.inv.Delivers && other.Workload != "" {
		kind = other.WorkloadKind().Name
	}
	detail := fmt.Sprintf("the application %s renders no %s for %s; write another application, or leave this out", name,
		kind, where)
	switch {
	case other == nil && d.inv.IsOneDocument():
		detail = fmt.Sprintf("there is no application %s among the documents; a generator of kustomize sees this document "+
			"only: write the names of the objects", name)
	case other == nil:
		detail = fmt.Sprintf("there is no application %s among the documents; %s, or the names of objects", name,
			d.elsewhere(app))
	case other.Refused, other.Unsound, other.Workload == "":
		return
	case other.Workload != placed.Common.App.Workload && !d.inv.Delivers:
		detail = fmt.Sprintf("the application %s renders %ss, and a %s waits for %ss only; write delivery in a "+
			"RenderConfig, which applies one application after the other, or render both as %[3]ss", name,
			other.WorkloadKind().Name, kind, kind)
	case other.Standalone != placed.Common.App.Standalone && placed.ClusterName != "":
		place := "the hub"
		if other.Standalone {
			place = "that cluster"
		}
		detail = fmt.Sprintf("the application %s renders its objects for %s onto %s, and Flux waits for objects of its own "+
			"API server only; give both applications one topology, or leave this out", name, where, place)
	}
	d.report(placed.Common.App, finding.Problem{Code: CodeDependency, Node: named, Current: named.Text(), Detail: detail})
}

func (d *dependencies) elsewhere(app inventory.ObjectKey) string {
	isIt := func(other inventory.ObjectKey) bool { return other.Name == app.Name }
	others := each.Only(slices.Collect(maps.Keys(d.applications)), isIt)
	if len(others) == 0 {
		return "write another one"
	}
	at := each.Of(others, func(other inventory.ObjectKey) string { return "namespace: " + other.Namespace })
	return "write " + strings.Join(slices.Sorted(slices.Values(at)), " or ")
}

type orderKey struct {
	app             inventory.ObjectKey
	server, cluster string
}

// order finds the applications that wait for one of another kind, and those that they wait for, and gives the objects
// of each of their clusters an order. An application is ordered on all of its clusters, so that one cluster more moves
// no object of another one.
func (d *dependencies) order(all []*Placement) {
	if !d.inv.Delivers {
		return
	}
	ordered := map[inventory.ObjectKey]bool{}
	for _, placed := range all {
		for item := range placed.Field().DependsOn.Children() {
			if other := d.ofOtherKind(placed, item); other != nil {
				ordered[placed.Common.App.Key()], ordered[other.Key()] = true, true
			}
		}
	}
	if len(ordered) == 0 {
		return
	}
	made := map[orderKey]*Order{}
	for _, placed := range all {
		key := orderKey{placed.Common.App.Key(), placed.Server(), placed.ClusterName}
		if !ordered[key.app] {
			continue
		}
		if made[key] == nil {
			made[key] = &Order{App: placed.Common.App, Server: key.server, Cluster: key.cluster}
		}
		placed.Own().Order = made[key]
		placed.Order.Objects = append(placed.Order.Objects, placed.ObjectKey())
	}
	for _, o := range made {
		slices.SortStableFunc(o.Objects, func(a, b inventory.ObjectKey) int { return cmp.Compare(a.String(), b.String()) })
	}
}

// ofOtherKind returns the application of a dependsOn item that Flux can wait for only by delivery; nil for other items.
func (d *dependencies) ofOtherKind(placed *Placement, item tree.Node) *inventory.Application {
	named, app := item.Get("application"), placed.Common.App
	if !d.inv.Delivers || named.Kind() != tree.String {
		return nil
	}
	other := d.applications[app.Awaits(item, named)]
	if other == nil || other.Workload == "" || other.Workload == app.Workload || other.Standalone != app.Standalone {
		return nil
	}
	return other
}
