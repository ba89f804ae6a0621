package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// overridesOfBases are the overrides of bases, with what applications make of them.
type overridesOfBases map[baseOverrideKey]*overrideOfBase

// baseOverrideKey identifies an override of a base, which is another document for each workload.
type baseOverrideKey struct {
	base *finding.Subject
	name string
}

type overrideOfBase struct {
	*override
	used    bool      // it is for a cluster of an entry of some application
	unknown tree.Node // a name that is nearly that of a cluster
	near    string    // this cluster
}

// add takes over which overrides of bases an application uses.
func (all overridesOfBases) add(m *merger) {
	for _, o := range m.overrides[:m.ofBases] {
		key := baseOverrideKey{o.base.Subject(), o.name}
		known := all[key]
		if known == nil {
			known = &overrideOfBase{override: o}
			all[key] = known
		}
		known.used = known.used || o.used || m.app.Refused
		for _, name := range clusterNames(o.written) {
			if near := m.nearest(name.Text(), m.named); known.near == "" && !known.used && near != "" {
				known.unknown, known.near = name, near
			}
		}
	}
}

// unused tells of overrides of bases that are for no cluster of any application. A base serves many, so that this is
// no error; where applications are not rendered, these may use it.
func (all overridesOfBases) unused(inv inventory.Inventory) (problems []finding.Problem) {
	if len(inv.Unwanted) > 0 || inv.RefusedFleet {
		return nil
	}
	for _, o := range all {
		if o.used || o.written.Get("allowEmpty").Text() == "true" {
			continue
		}
		p := finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeUnusedBase, Subject: o.base.Subject(),
			Node:   o.written,
			Detail: "matches no cluster of the applications that name this base; fix it, remove it, or add allowEmpty: true"}
		if o.near != "" {
			p.Node, p.Current, p.Proposed = o.unknown, o.unknown.Text(), o.near
			p.Detail = fmt.Sprintf("no application that names this base has a cluster %q; did you mean %q?", p.Current, o.near)
		}
		problems = append(problems, p)
	}
	return problems
}
