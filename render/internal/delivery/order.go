package delivery

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// A Kustomization with wait holds a worker of kustomize-controller until all is ready or the time is over, and then
// another time after the interval for retries. Both are short, so that workers are free again soon, and so that a fix
// is applied soon: the controller looks at a new revision only when it waits no longer.
const (
	orderTimeout = "1m"
	orderRetry   = "30s"
)

// ordered returns the portion of an application on a cluster, and plans the Kustomization that applies it after those
// that it waits for. All of them have one source, also where groups have artifacts: then Flux waits until the
// ones before have applied the revision of the source that it applies itself
// (https://fluxcd.io/flux/components/kustomize/kustomizations/#dependencies).
func (p *planner) ordered(o *plan.Order) *plan.Portion {
	if p.orders[o] != nil {
		return p.orders[o]
	}
	made := p.newPortion(o.Folder(), p.nameOf(o), o.Server)
	made.Order = o
	p.orders[o] = made
	b := p.inv.Build
	fields := append(p.applying("./"+p.inSource(made), p.spec.Get("sourceRef")), p.dependsOn(o))
	if waits(o) {
		fields = append(fields, tree.Field{Key: "retryInterval", Value: b.String(orderRetry, o.Awaited)},
			tree.Field{Key: "timeout", Value: b.String(orderTimeout, o.Awaited)},
			tree.Field{Key: "wait", Value: b.Bool(true, o.Awaited)})
	} else {
		fields = append(fields, tree.Field{Key: "timeout", Value: p.spec.Get("timeout")})
	}
	p.add(made, kinds.Kustomization, made.Name, b.Map(p.spec, fields...))
	return made
}

// waits reports whether the Kustomization of an order waits until its objects are ready. Where these are Kustomizations
// themselves, it would hold a worker of the controller that they need: with four of them, no worker was left.
func waits(o *plan.Order) bool { return o.Awaited.Exists() && !isOwnKind(o) }

func isOwnKind(o *plan.Order) bool { return o.App.WorkloadKind() == kinds.Kustomization }

// dependsOn returns what the Kustomization of an order waits for: those of the orders before it, which have applied the
// revision, and behind each of them the objects that it has applied, where these are Kustomizations. One that waits
// until its objects are ready begins when their sources are applied: otherwise all workers can wait for objects
// without a source, and none is left that applies it. It is absent where there is nothing to wait for.
func (p *planner) dependsOn(o *plan.Order) tree.Field {
	b, field := p.inv.Build, tree.Field{Key: "dependsOn"}
	var items []tree.Node
	if waits(o) {
		sources := p.config.Name() // the Kustomization that applies them
		if !o.App.Standalone || o.Cluster == "" && p.hub {
			sources = p.portion(kinds.Hub).Name
		}
		items = append(items, b.Map(o.Awaited, plan.TextField(b, "name", sources)))
	}
	for _, before := range o.Before {
		items = append(items, b.Map(before.Item, plan.TextField(b, "name", p.nameOf(before.Order))))
		if !isOwnKind(before.Order) {
			continue
		}
		for _, object := range before.Objects {
			named := []tree.Field{plan.TextField(b, "name", object.Name)}
			if object.Namespace != p.namespace() && object.Namespace != "" {
				named = append(named, plan.TextField(b, "namespace", object.Namespace))
			}
			items = append(items, b.Map(before.Item, named...))
		}
	}
	if len(items) > 0 {
		field.Value = b.List(items[0], items...)
	}
	return field
}

func (p *planner) nameOf(o *plan.Order) string {
	return wording.ObjectName(p.config.Name(), o.App.Namespace, o.App.Document.Name(), cmp.Or(o.Cluster, kinds.Hub))
}

// readNextOrders reads the applications that move into an order, or out of it. One that the run leaves out is known.
func (p *planner) readNextOrders() {
	known := slices.Concat(p.inv.Applications, p.inv.Unwanted)
	for name := range p.spec.At("next", "applications").Children() {
		p.nextOrders = append(p.nextOrders, name.Text())
		isCalled := func(app *inventory.Application) bool { return app.IsCalled(name.Text()) }
		if !slices.ContainsFunc(known, isCalled) {
			found := inventory.NoSuchApplication(name.Text())
			found.Node, p.unknownNext = name, true
			p.report(found)
		}
	}
}

// workers is how many Kustomizations kustomize-controller works on at once, unless --concurrent has another number.
const workers = 4

func (p *planner) tellHeldWorkers() {
	held, waves, most := map[string]int{}, map[string]bool{}, "" // by API server
	for o := range p.orders {
		if waits(o) {
			held[o.Server]++
			waves[o.Server] = waves[o.Server] || o.App.Waves
		}
	}
	for server, count := range held {
		if count > held[most] {
			most = server
		}
	}
	if held[most] < workers {
		return
	}
	found := finding.Problem{Severity: finding.SeverityInfo, Code: CodeWorkers, Node: p.spec, OnKey: true}
	found.Detail = fmt.Sprintf("%d Kustomizations of one Flux wait until what they apply is ready, and each that "+
		"waits holds a worker of kustomize-controller, which has %d by default; give it more with --concurrent", held[most],
		workers)
	if waves[most] { // which are an error where each cluster has a Flux of its own
		found.Severity = finding.SeverityWarning
		found.Detail += ", at least the number of clusters in later waves, which wait for the whole roll-out"
	}
	p.report(found)
}

// What one Kustomization of Flux applies well, and what it does not get done. Measured with the library that
// kustomize-controller 1.9 builds with, testdata/bench/RESULTS_DELIVERY.md: at each commit and interval, 2,000
// HelmReleases take it 4 seconds of CPU, and 4,000 take 14; as groups of 100, 16,000 take 26.
const (
	manyObjects    = 2_000
	tooManyObjects = 10_000
)

const groupSize = 100

// Sizes tells of the largest folder that one Kustomization applies: without delivery, all of the hub or of a cluster
// with a Flux of its own.
func Sizes(placements []*plan.Placement) []finding.Problem {
	if len(placements) < manyObjects {
		return nil
	}
	type folder struct {
		portion *plan.Portion
		server  string
	}
	type size struct {
		objects int
		first   *plan.Placement
	}
	folders, most := map[folder]*size{}, &size{}
	for _, p := range placements {
		at := folder{p.Portion, p.Server()}
		this := folders[at]
		if this == nil {
			this = &size{first: p}
			folders[at] = this
		}
		if this.objects++; this.objects > most.objects {
			most = this
		}
	}
	if most.objects < manyObjects {
		return nil
	}
	found := finding.Problem{Severity: finding.SeverityInfo, Code: CodeManyObjects,
		Subject: most.first.Common.App.Document.Subject()}
	if most.objects > tooManyObjects {
		found.Severity = finding.SeverityWarning
	}
	clusters := each.Once(placements, func(p *plan.Placement) string { return p.ClusterName })
	groups := max(2, len(clusters)/groupSize)
	at, remedy := "", fmt.Sprintf("write delivery with groups: %d in a RenderConfig", groups)
	if portion := most.first.Portion; portion != nil {
		at, remedy = " in "+portion.Folder, "write more groups into delivery"
	}
	if server := most.first.Server(); server != "" {
		at = " on the cluster " + server
	}
	found.Detail = fmt.Sprintf("one Kustomization of Flux applies %d objects of this run%s; at each commit it builds all "+
		"of them, which takes 4 seconds of CPU for 2,000 objects, 14 for 4,000, and minutes for 16,000; %s",
		most.objects, at, remedy)
	return []finding.Problem{found}
}
