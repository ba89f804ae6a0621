package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Merge merges the entries of applications: an instance for each cluster that an entry reaches, with the defaults
// below the entry and the overrides for the cluster above it.
func Merge(inv inventory.Inventory, apps []*inventory.Application) (all Merged) {
	ofBases, removed := overridesOfBases{}, removals{}
	for _, app := range apps {
		m := newMerger(inv, app)
		_, entries := app.Document.Entries()
		for _, entry := range entries {
			if entry.Kind() == tree.Map {
				m.add(entry)
			}
		}
		if app.LayersSource {
			m.reportUnnamed()
		}
		if m.impersonates {
			m.reportIn(accountFilledIn(m.app))
		}
		if len(m.overrides) > 0 {
			m.reportUnused()
			m.reportAllDisabled()
			m.reportLeftOut()
		}
		all.Instances = append(all.Instances, m.Instances...)
		all.Idle = append(all.Idle, m.Idle...)
		all.Disabled = append(all.Disabled, m.Disabled...)
		for _, l := range m.leftOut {
			all.LeftOut = append(all.LeftOut, LeftOut{app, l.disable, l.clusters})
		}
		all.Problems = finding.Append(all.Problems, m.Problems...)
		ofBases.add(m)
		removed.add(m)
	}
	all.Problems = append(all.Problems, ofBases.unused(inv)...)
	all.Problems = append(all.Problems, removed.unused(inv)...)
	return all
}
