package verify

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// sharedMetadata validates what the references of commonMetadata become on objects that no entry makes. It informs of
// the labels and annotations that have no value there, once for each.
func sharedMetadata(placements []*plan.Placement) (problems []finding.Problem) {
	type leftOut struct {
		app *inventory.Application
		at  tree.Node
	}
	reported, validated := map[leftOut]bool{}, map[*plan.Common]bool{}
	for _, p := range placements {
		c := p.Common
		if p.IsEntry() || !c.OwnMetadata || !first(validated, c) {
			continue
		}
		problems = append(problems, validate.Metadata(c.App.Document, c.Metadata)...)
		for _, n := range c.NoValue {
			if first(reported, leftOut{c.App, n}) {
				problems = finding.Append(problems, noCommonValue(p, n))
			}
		}
	}
	return problems
}

// noCommonValue informs of a label or annotation that an object does not get.
func noCommonValue(p *plan.Placement, n tree.Node) finding.Problem {
	whose := "belongs to no cluster"
	if !p.Common.Shared {
		whose = "serves all entries of cluster " + p.ClusterName
	}
	found := about(p, finding.SeverityInfo, finding.CodeNoCommonValue, n, fmt.Sprintf(
		"the %s %s %s, so the reference has no value for it, and it is rendered without %s; if it needs one, give the "+
			"reference a default", p.Common.Kind.Name, p.Name, whose, n.Key()))
	found.Current = n.Text()
	return found
}
