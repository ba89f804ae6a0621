package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// removals are the $(remove) of all applications, by their values. One of a base serves several applications.
type removals map[tree.Node]*removal

type removal struct {
	at      tree.Node
	subject *finding.Subject
	removed bool // it has removed something
}

// add takes over the removals of an application.
func (all removals) add(m *merger) {
	if m.words == nil {
		return
	}
	for _, n := range m.words.order {
		known := all[n.Value()]
		if known == nil {
			known = &removal{at: n, subject: m.subjectOf(n)}
			all[n.Value()] = known
		}
		known.removed = known.removed || m.words.removed[n.Value()] || m.app.Refused
	}
}

// unused warns of each that has removed nothing, unless there are applications that are not rendered: these may have
// it from a base.
func (all removals) unused(inv inventory.Inventory) (problems []finding.Problem) {
	for _, r := range all {
		if !r.removed && len(inv.Unwanted) == 0 {
			problems = append(problems, finding.Problem{
				Severity: finding.SeverityWarning, Code: finding.CodeUnusedRemoval, Subject: r.subject, Node: r.at, OnKey: true,
				Detail: "removes nothing, because no layer below has " + r.at.Key() + " here, on any cluster; leave it out",
			})
		}
	}
	return problems
}
