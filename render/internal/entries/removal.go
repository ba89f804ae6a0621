package entries

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// refuseLowest refuses each $(remove) of the defaults or an entry of the application in a field that no layer below has. One of a base may
// have something below it in another application, and one of an override in another entry.
func (m *merger) refuseLowest(layer tree.Node, below []layerBelow) {
	for field := range layer.Children() {
		key := field.Key()
		isBelow := slices.ContainsFunc(below, func(l layerBelow) bool { return l.Fields.Find(key).Exists() || l.Fields.Find(key+plus).Exists() })
		if m.words.mentions(field) && !isBelow && !m.words.field(site{kind: m.words.entry}, key).hasBelow() {
			m.refuseRemovals(field, key)
		}
	}
}

func (m *merger) refuseRemovals(n tree.Node, field string) {
	if reference.IsRemoval(n) {
		m.words.note(n, true)
		m.reportIn(finding.Problem{Code: finding.CodeRemoval, Node: n, OnKey: true, Detail: fmt.Sprintf(
			"%s removes what a lower layer has, and none below this one has %s; leave it out", reference.Removal, field)})
	}
	if n.Kind() == tree.Map {
		for child := range n.Children() {
			m.refuseRemovals(child, field)
		}
	}
}

// reportIn adds a finding about the application, or about one of its bases, whichever has the value.
func (m *merger) reportIn(p finding.Problem) {
	p.Subject = m.subjectOf(p.Node)
	m.Problems = append(m.Problems, p)
}

func (m *merger) subjectOf(n tree.Node) *finding.Subject {
	for _, base := range m.app.Document.Bases() {
		if n.Source() == base.Root().Source() && n.Source() != m.app.Document.Root().Source() {
			return base.Subject()
		}
	}
	return m.app.Document.Subject()
}

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

// unused warns of each that has removed nothing, unless there are applications that are not rendered: these may have it from a base.
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
