package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Merged are the entries of some applications with their layers.
type Merged struct {
	Instances []Instance  // in the order of the entries, and of the names of the clusters that each selects
	Idle      []*Template // entries that reach no cluster
	Disabled  []Instance  // of the clusters of the fleet that overrides disable
	LeftOut   []LeftOut   // these, and clusters that entries name themselves
	Problems  []finding.Problem
}

// Merge returns an instance for each cluster that an entry reaches, with defaults below and overrides above the entry.
func Merge(inv inventory.Inventory, apps []*inventory.Application) (all Merged) {
	used := uses{}
	for _, app := range apps {
		m := newMerger(inv, app, used)
		_, entries := app.Document.Entries()
		for _, entry := range entries {
			if entry.Kind() == tree.Map {
				m.add(entry)
			}
		}
		m.reportWhole()
		all.Instances = append(all.Instances, m.Instances...)
		all.Idle = append(all.Idle, m.Idle...)
		all.Disabled = append(all.Disabled, m.Disabled...)
		for _, l := range m.leftOut {
			all.LeftOut = append(all.LeftOut, *l)
		}
		all.Problems = finding.Append(all.Problems, m.problems...)
		for _, o := range m.layers.overrides {
			if o.base != nil {
				used.addOverride(m.layers, o, m.named)
			}
		}
	}
	if len(used) > 0 {
		all.Problems = append(all.Problems, used.unused(inv)...)
	}
	return all
}
