package entries

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// selects reports whether a destination or an override selects clusters of the fleet, and does not name them.
func selects(n tree.Node) bool {
	return n.Get("clusterSelector").Kind() == tree.Map || n.Get("placement").Kind() == tree.String
}

// selector reads what selects clusters in a destination or an override, and reports what is wrong with it; nil when
// nothing is known of the clusters.
func (s *scope) selector(n tree.Node) *fleet.Selector {
	selector, problems := fleet.NewSelector(n.Get("clusterSelector"))
	if !s.app.Refused { // else Parse has reported it
		s.report(problems...)
	}
	if key := n.Get("placement"); selector != nil && key.Exists() {
		if selector.Chosen = s.chosen(key); selector.Chosen == nil {
			return nil
		}
	}
	return selector
}

func (s *scope) hasUnknown(selector *fleet.Selector) bool {
	return each.Any(maps.Keys(selector.Chosen), func(name string) bool { return s.clusters().Find(name) == nil })
}

// chosen returns the names of the clusters that all decisions with a key have chosen; nil where there is no decision.
// A decision that is not whole is refused: what runs on the clusters of a missing slice would be deleted.
func (s *scope) chosen(key tree.Node) map[string]bool {
	found := s.inv.Decisions[key.Text()]
	if len(found) == 0 {
		s.reportNoDecision(key)
		return nil
	}
	all := map[string]bool{}
	for _, d := range found {
		if !s.inv.RefusedFleet && s.first(s.inv.DecisionOf(d)) {
			s.checkSlices(s.inv.DecisionOf(d))
		}
		for _, c := range d.Chosen() {
			all[c.Name] = true
			if !s.inv.RefusedFleet && s.first(c.Node) {
				s.checkChosen(d, c, key)
			}
		}
	}
	return all
}

func (s *scope) reportNoDecision(key tree.Node) {
	if s.inv.RefusedFleet || names.HasReferences(key) { // which is refused
		return
	}
	known := slices.Sorted(maps.Keys(s.inv.Decisions))
	p := finding.Problem{Code: finding.CodePlacement, Node: key, Current: key.Text(),
		Proposed: names.Nearest(key.Text(), known)}
	for _, other := range known {
		if s.inv.Decisions[other][0].Name() == key.Text() { // which counts without labels only
			p.Proposed = other
		}
	}
	p.Detail = fmt.Sprintf("no %s has the key %q; ", kinds.PlacementDecision.Name, key.Text())
	switch {
	case p.Proposed != "":
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	case len(known) == 0:
		p.Detail += "none is among the documents, so add those of the scheduler" + s.inv.OneDocument("; ")
	default:
		p.Detail += "write one of " + fleet.Summarize(known) + ", or add the decision"
	}
	s.report(p)
}

func (s *scope) reportDecision(d *schema.Document, p finding.Problem) {
	p.Subject = d.Subject()
	s.problems = finding.Append(s.problems, p)
}

// checkSlices refuses slices of one decision that are not counted from 0 without a gap, where any is counted.
func (s *scope) checkSlices(of inventory.DecisionKey) {
	inOrder := slices.SortedStableFunc(slices.Values(s.inv.Slices[of]), func(a, b *schema.Document) int {
		_, first := a.DecisionIndex()
		_, second := b.DecisionIndex()
		return first - second
	})
	if _, last := inOrder[len(inOrder)-1].DecisionIndex(); last < 0 {
		return
	}
	next, before := 0, tree.Node{}
	for _, d := range inOrder {
		label, index := d.DecisionIndex()
		p := finding.Problem{Code: finding.CodePlacement, Node: label, Current: label.Text()}
		switch {
		case index == next:
			next, before = next+1, label
			continue
		case index < 0:
			p.Node = d.Root().At("metadata", "name")
			p.Detail = fmt.Sprintf("other slices of the decision %s have an index, and this one has none", of.Key)
		case index < next:
			p.Detail = fmt.Sprintf("slice %d of the decision %s is already at ", index, of.Key)
			p = p.Beside(before, "; keep the newer one")
		default:
			p.Detail = fmt.Sprintf("slice %d of the decision %s is missing, and with it its clusters; add the document", next,
				of.Key)
			next, before = index+1, label
		}
		s.reportDecision(d, p)
	}
}

// checkChosen refuses a cluster that the fleet does not have, or whose profile is in another namespace.
func (s *scope) checkChosen(d *schema.Document, c schema.Chosen, key tree.Node) {
	p := finding.Problem{Code: wording.CodeUnknownCluster, Node: c.Node, Current: c.Name}
	member := s.clusters().Find(c.Name)
	if member == nil {
		p.Proposed = s.nearest(c.Name, nil)
		p.Detail = fmt.Sprintf("the fleet has no cluster %q, and an application has placement: %s; ", c.Name, key.Text())
		if p.Detail += "add its document"; p.Proposed != "" {
			p.Detail = strings.Replace(p.Detail, "add its document", fmt.Sprintf("did you mean %q?", p.Proposed), 1)
		}
		s.reportDecision(d, p)
		return
	}
	if at := member.Namespace().Text(); member.HasDocument() && member.Document().Kind() == kinds.ClusterProfile.Name &&
		at != "" && c.Namespace != "" && at != c.Namespace {
		p.Detail = fmt.Sprintf("the %s %s is in namespace %s, and this decision names one in %s; write "+
			"namespace: %[3]s", kinds.ClusterProfile.Name, c.Name, at, c.Namespace)
		s.reportDecision(d, p)
	}
}
