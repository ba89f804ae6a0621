package plan

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Protect notes which workloads are of clusters that limits protect: the limits of their application, or the run's,
// whose label selector is absent where it protects none. A cluster that an entry names itself has no labels.
func Protect(inv inventory.Inventory, placements []Placement, ofRun tree.Node) {
	selectors := map[*inventory.Application][]*fleet.Selector{}
	for _, app := range inv.Applications {
		ofApp := fleet.Protected(app.Document.Spec().Get("limits"))
		if all := selectorsOf(ofApp, ofRun); len(all) > 0 {
			selectors[app] = all
		}
	}
	if len(selectors) == 0 {
		return
	}
	for i := range placements {
		p := &placements[i]
		if !p.IsEntry() {
			continue
		}
		member := p.Instance.Member
		if member == nil {
			member = &schema.Member{}
		}
		for _, selector := range selectors[p.Common.App] {
			p.Protected = p.Protected || selector.Matches(member)
		}
	}
}

// selectorsOf returns the selectors that are written. A wrong one is an error elsewhere.
func selectorsOf(written ...tree.Node) (all []*fleet.Selector) {
	for _, n := range written {
		if n.Kind() != tree.Map {
			continue
		}
		if selector, wrong := fleet.NewSelector(n); len(wrong) == 0 {
			all = append(all, selector)
		}
	}
	return all
}
