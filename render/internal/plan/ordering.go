package plan

import (
	"cmp"
	"iter"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type orderKey struct {
	app             inventory.ObjectKey
	server, cluster string
}

// order finds the applications that wait for one of another kind, and those that they wait for, and gives the objects
// of each of their clusters an order. An application is ordered on all of its clusters, so that one cluster more moves
// no object of another one.
func (d *dependencies) order(placements ...[]Placement) {
	if !d.inv.Delivers {
		return
	}
	ordered := map[inventory.ObjectKey]bool{}
	for placed := range workloads(placements...) {
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
	for placed := range workloads(placements...) {
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
		slices.SortFunc(o.Objects, func(a, b inventory.ObjectKey) int { return cmp.Compare(a.String(), b.String()) })
	}
}

func workloads(placements ...[]Placement) iter.Seq[*Placement] {
	return func(yield func(*Placement) bool) {
		for _, list := range placements {
			for i := range list {
				if list[i].IsEntry() && !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// Waits reports whether delivery makes the object wait for what an item of its dependsOn names.
func (p *Placement) Waits() bool {
	if p.Order == nil {
		return false
	}
	for item := range p.Field().DependsOn.Children() {
		app := p.Common.App.Awaits(item, item.Get("application"))
		if slices.ContainsFunc(p.Order.Before, func(b Before) bool { return b.App.Key() == app }) {
			return true
		}
	}
	return false
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
