package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// depend resolves what entries depend on by the names of applications.
func (p *planner) depend() {
	if len(p.awaited) == 0 {
		return
	}
	d := dependencies{p: p, rendered: map[dependencyKey][]*placement{}, applications: map[objectKey]*application{}, failed: map[tree.Position]bool{}}
	for _, app := range p.in.applications {
		d.applications[objectKey{app.namespace, app.document.Name}] = app
	}
	for i := range p.placements {
		d.add(&p.placements[i])
	}
	for _, app := range p.in.unwanted {
		d.applications[objectKey{app.namespace, app.document.Name}] = app
		others := p.in
		others.applications = []*application{app}
		groups, _, _ := spread(others) // what is wrong with it is said when it is rendered
		for _, g := range groups {
			for e := range g.entries() {
				placed := &placement{}
				p.place(&e, placed)
				d.add(placed)
			}
		}
	}
	for i := range p.placements {
		d.resolve(&p.placements[i])
	}
}

// dependencies finds the objects of applications on clusters.
type dependencies struct {
	p            *planner
	applications map[objectKey]*application
	rendered     map[dependencyKey][]*placement
	failed       map[tree.Position]bool // items that were refused, once for all clusters
}

func (d dependencies) add(placed *placement) {
	app := objectKey{placed.app.namespace, placed.app.document.Name}
	if !d.p.awaited[app] {
		return
	}
	for _, identity := range placed.cluster().identities() {
		key := dependencyKey{app, placed.kind.kind, identity}
		d.rendered[key] = append(d.rendered[key], placed)
	}
}

// awaits returns the application that an item of dependsOn names.
func (a *application) awaits(item, named tree.Node) objectKey {
	return objectKey{cmp.Or(item.Get("namespace").Text(), a.namespace), named.Text()}
}

// dependencyKey is an application, a kind and a cluster.
type dependencyKey struct {
	app     objectKey
	kind    string
	cluster identity
}

// resolve writes the dependencies of a placement out.
func (d dependencies) resolve(placed *placement) {
	b := d.p.in.build
	var items []tree.Node
	changed := false
	for item := range placed.dependsOn.Children() {
		named := item.Get("application")
		if named.Kind() != tree.String {
			items = append(items, item)
			continue
		}
		changed = true
		for _, on := range d.find(placed, item, named) {
			fields := append(without(b, item, "application", "namespace").Fields(), tree.Field{Key: "name", Value: b.String(on.name, named)})
			if on.namespace != placed.namespace {
				fields = append(fields, tree.Field{Key: "namespace", Value: b.String(on.namespace, named)})
			}
			items = append(items, b.Map(item, fields...))
		}
	}
	if changed {
		placed.addExtras().waitsFor = b.List(placed.dependsOn, items...)
	}
}

// find returns the objects that an application renders for the cluster of a placement, in the order of their names. Flux can wait
// for those on the API server of the placement only.
func (d dependencies) find(placed *placement, item, named tree.Node) (found []*placement) {
	app := placed.app.awaits(item, named)
	for _, identity := range placed.cluster().identities() {
		for _, on := range d.rendered[dependencyKey{app, placed.kind.kind, identity}] {
			if on.server() == placed.server() && !slices.Contains(found, on) {
				found = append(found, on)
			}
		}
	}
	slices.SortFunc(found, func(a, b *placement) int {
		return cmp.Or(cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.name, b.name))
	})
	if len(found) == 0 {
		d.refuse(placed, named, app)
	}
	return found
}

// refuse says that an application renders nothing that a placement could wait for.
func (d dependencies) refuse(placed *placement, named tree.Node, app objectKey) {
	if d.failed[named.Position()] || placed.app.refused || !schema.ValidName(named.Text()) { // the last is refused as it stands
		return
	}
	d.failed[named.Position()] = true
	where := placed.cluster().called()
	name, kind := qualified(app.namespace, app.name), placed.kind.kind
	detail := fmt.Sprintf("the application %s renders no %s for %s; write another application, or leave this out", name, kind, where)
	other := d.applications[app]
	switch {
	case other == nil && d.p.in.count == 1:
		detail = fmt.Sprintf("there is no application %s among the documents; a generator of kustomize sees this document only: write the names of the objects", name)
	case other == nil:
		detail = fmt.Sprintf("there is no application %s among the documents; write another one, or the names of objects", name)
	case other.refused: // what follows from that is not said again
		return
	case other.workload != placed.app.workload:
		detail = otherKind(name, workloadKinds[other.workload].kind, kind)
	case other.standalone != placed.app.standalone && placed.clusterName != "":
		place := "the hub"
		if other.standalone {
			place = "that cluster"
		}
		detail = fmt.Sprintf("the application %s renders its objects for %s onto %s, and Flux waits for objects of its own API server only; "+
			"give both applications one topology, or leave this out", name, where, place)
	}
	d.p.refuse(placed.app, schema.Problem{Code: schema.CodeDependency, Node: named, Current: named.Text(), Detail: detail})
}

// otherKind words a dependency that Flux does not have: its controllers read dependencies of their own kind only.
func otherKind(name, theirs, ours string) string {
	remedy := "render both as " + ours + "s"
	if ours == kindKustomization.kind && theirs == kindHelmRelease.kind {
		remedy += " (a Kustomization can deliver a HelmRelease)"
	}
	return fmt.Sprintf("the application %s renders %ss, and a %s waits for %ss only; %s, or see schema/DEPENDENCIES.md for other ways", name, theirs, ours, ours, remedy)
}
