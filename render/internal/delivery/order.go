package delivery

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
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
	made := &plan.Portion{Folder: o.Folder(), Server: o.Server, Namespace: p.namespace(), Name: p.nameOf(o), Order: o,
		OneFile: p.spec.Get("files").Text() == "application", Standalone: o.Server != ""}
	p.orders[o] = made
	b := p.inv.Build
	fields := append(p.applying("./"+p.inSource(made), p.spec.Get("sourceRef")), p.dependsOn(o))
	if o.Awaited && !isOwnKind(o) {
		fields = append(fields, plan.TextField(b, "retryInterval", orderRetry), plan.TextField(b, "timeout", orderTimeout),
			tree.Field{Key: "wait", Value: b.Bool(true, p.spec)})
	} else {
		fields = append(fields, tree.Field{Key: "timeout", Value: p.spec.Get("timeout")})
	}
	p.add(made, kinds.Kustomization, made.Name, b.Map(p.spec, fields...))
	return made
}

// isOwnKind reports whether the objects of an order are Kustomizations themselves. One with wait would hold a worker of
// the controller that the objects need: with four of them, no worker was left.
func isOwnKind(o *plan.Order) bool { return o.App.WorkloadKind() == kinds.Kustomization }

// dependsOn returns what the Kustomization of an order waits for: those of the orders before it, which have applied the
// revision, and behind each of them the objects that it has applied, where these are Kustomizations. Without an
// order before it, it is absent.
func (p *planner) dependsOn(o *plan.Order) tree.Field {
	b, field := p.inv.Build, tree.Field{Key: "dependsOn"}
	var items []tree.Node
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
		field.Value = b.List(o.Before[0].Item, items...)
	}
	return field
}

// nameOf returns the name of the Kustomization of an order.
func (p *planner) nameOf(o *plan.Order) string {
	return naming.Object(p.config.Name(), o.App.Namespace, o.App.Document.Name(), cmp.Or(o.Cluster, terms.Hub))
}
