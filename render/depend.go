package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// depend replaces the applications that entries depend on by their objects.
func (p *planner) depend() []schema.Problem {
	awaited := awaitedApplications(p.placements)
	if len(awaited) == 0 {
		return nil
	}
	d := dependencies{inv: p.inv, awaited: awaited, rendered: map[dependencyKey][]*placement{}, applications: map[objectKey]*application{}, failed: map[tree.Position]bool{}}
	for _, app := range slices.Concat(p.inv.applications, p.inv.unwanted) {
		d.applications[app.key()] = app
	}
	for i := range p.placements {
		d.add(&p.placements[i])
	}
	for _, i := range merge(p.inv, p.inv.unwanted).instances { // their findings are reported when they are rendered
		placed := &placement{common: p.commonOf(i), instance: i}
		p.name(placed)
		d.add(placed)
	}
	for i := range p.placements {
		d.resolve(&p.placements[i])
	}
	return d.problems
}

// dependencies finds the objects of applications on clusters.
type dependencies struct {
	inv          inventory
	awaited      map[objectKey]bool
	applications map[objectKey]*application
	rendered     map[dependencyKey][]*placement
	failed       map[tree.Position]bool // items that are reported, once for all clusters
	problems     []schema.Problem
}

// awaitedApplications returns the applications that entries depend on.
func awaitedApplications(placements []placement) map[objectKey]bool {
	awaited := map[objectKey]bool{}
	var last *template
	for i := range placements {
		t := placements[i].instance.template
		if t == nil || t == last {
			continue
		}
		last = t
		for item := range t.field.dependsOn.Children() {
			if named := item.Get("application"); named.Kind() == tree.String {
				awaited[t.app.awaits(item, named)] = true
			}
		}
	}
	return awaited
}

// key identifies the application.
func (a *application) key() objectKey { return objectKey{a.namespace, a.document.Name} }

// awaits returns the application that an item of dependsOn names.
func (a *application) awaits(item, named tree.Node) objectKey {
	return objectKey{cmp.Or(item.Get("namespace").Text(), a.namespace), named.Text()}
}

func (d *dependencies) add(placed *placement) {
	app := placed.common.app.key()
	if !d.awaited[app] {
		return
	}
	for _, identity := range placed.location().identities() {
		key := dependencyKey{app, placed.common.kind.kind, identity}
		d.rendered[key] = append(d.rendered[key], placed)
	}
}

// dependencyKey is an application, a kind and a cluster.
type dependencyKey struct {
	app     objectKey
	kind    string
	cluster identity
}

// resolve replaces the applications that a placement depends on.
func (d *dependencies) resolve(placed *placement) {
	b, dependsOn := d.inv.build, placed.field().dependsOn
	var items []tree.Node
	changed := false
	for item := range dependsOn.Children() {
		named := item.Get("application")
		if named.Kind() != tree.String {
			items = append(items, item)
			continue
		}
		changed = true
		for _, on := range d.find(placed, item, named) {
			fields := append(without(b, item, "application", "namespace").Fields(), tree.Field{Key: "name", Value: b.String(on.name, named)})
			if on.common.namespace != placed.common.namespace {
				fields = append(fields, tree.Field{Key: "namespace", Value: b.String(on.common.namespace, named)})
			}
			items = append(items, b.Map(item, fields...))
		}
	}
	if changed {
		placed.waitsFor = b.List(dependsOn, items...)
	}
}

// find returns the objects that an application renders for the cluster of a placement, in the order of their names. Flux can wait
// for those on the API server of the placement only.
func (d *dependencies) find(placed *placement, item, named tree.Node) (found []*placement) {
	app := placed.common.app.awaits(item, named)
	for _, identity := range placed.location().identities() {
		for _, on := range d.rendered[dependencyKey{app, placed.common.kind.kind, identity}] {
			if on.server() == placed.server() && !slices.Contains(found, on) {
				found = append(found, on)
			}
		}
	}
	slices.SortFunc(found, func(a, b *placement) int {
		return cmp.Or(cmp.Compare(a.common.namespace, b.common.namespace), cmp.Compare(a.name, b.name))
	})
	if len(found) == 0 {
		d.reportNone(placed, named, app)
	}
	return found
}

// reportNone reports that an application renders nothing that a placement could wait for, unless an error elsewhere explains it.
func (d *dependencies) reportNone(placed *placement, named tree.Node, app objectKey) {
	if d.failed[named.Position()] || placed.common.app.refused || !schema.ValidName(named.Text()) {
		return
	}
	d.failed[named.Position()] = true
	where := placed.location().called()
	name, kind := qualified(app.namespace, app.name), placed.common.kind.kind
	detail := fmt.Sprintf("the application %s renders no %s for %s; write another application, or leave this out", name, kind, where)
	other := d.applications[app]
	switch {
	case other == nil && d.inv.count == 1:
		detail = fmt.Sprintf("there is no application %s among the documents; a generator of kustomize sees this document only: write the names of the objects", name)
	case other == nil:
		detail = fmt.Sprintf("there is no application %s among the documents; write another one, or the names of objects", name)
	case other.refused, other.unsound:
		return
	case other.workload != placed.common.app.workload:
		detail = otherKind(name, workloadKinds[other.workload].kind, kind)
	case other.standalone != placed.common.app.standalone && placed.clusterName != "":
		place := "the hub"
		if other.standalone {
			place = "that cluster"
		}
		detail = fmt.Sprintf("the application %s renders its objects for %s onto %s, and Flux waits for objects of its own API server only; "+
			"give both applications one topology, or leave this out", name, where, place)
	}
	d.problems = append(d.problems, schema.Problem{Code: schema.CodeDependency, Document: placed.common.app.document, Node: named, Current: named.Text(), Detail: detail})
}

// otherKind explains a dependency that Flux does not have: its controllers read dependencies of their own kind only.
func otherKind(name, theirs, ours string) string {
	remedy := "render both as " + ours + "s"
	if ours == kindKustomization.kind && theirs == kindHelmRelease.kind {
		remedy += " (a Kustomization can deliver a HelmRelease)"
	}
	return fmt.Sprintf("the application %s renders %ss, and a %s waits for %ss only; %s, or see schema/DEPENDENCIES.md for other ways", name, theirs, ours, ours, remedy)
}
