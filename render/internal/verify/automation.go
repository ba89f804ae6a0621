package verify

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// sameAutomations informs of automations that make one commit twice: image-automation-controller applies all policies
// of the namespace that the policySelector selects (getPolicies), whichever application they are of.
func sameAutomations(placements []*plan.Placement) (problems []finding.Problem) {
	all := slices.DeleteFunc(slices.Clone(placements), func(p *plan.Placement) bool {
		return p.Common.Kind != kinds.ImageUpdateAutomation || names.Placeholder(changesOf(p))
	})
	slices.SortStableFunc(all, func(a, b *plan.Placement) int {
		return cmp.Or(cmp.Compare(changesOf(a), changesOf(b)), plan.CompareNames(a, b))
	})
	for end := 1; len(all) > 0; all, end = all[end:], 1 {
		called := []string{all[0].ObjectKey().String()}
		for ; end < len(all) && strings.HasPrefix(changesOf(all[end]), changesOf(all[0])); end++ {
			called = append(called, all[end].ObjectKey().String())
		}
		at := func(p *plan.Placement) tree.Node { return cmp.Or(p.Common.Spec.At("update", "path"), p.Common.Origin) }
		if end > 1 {
			problems = append(problems, about(all[end-1], finding.SeverityInfo, CodeSameAutomation, at(all[end-1]),
				fmt.Sprintf("the automations %s change the same marked values: each takes all policies of the namespace, and "+
					"one of two pushes fails until Flux tries again; write one automation for all, or a path for each; the first "+
					"is at ", names.List(called, 5))).Beside(at(all[0]), ""))
		}
	}
	return problems
}

// changesOf returns what an automation changes, with the folder last: one in it begins with the same text.
func changesOf(p *plan.Placement) string {
	spec, text := p.Common.Spec, p.Server()+" "+p.Common.Namespace
	branch := cmp.Or(spec.At("git", "push", "branch"), spec.At("git", "checkout", "ref", "branch"))
	namespace := cmp.Or(spec.At("sourceRef", "namespace").Text(), p.Common.Namespace)
	for _, n := range []tree.Node{spec.At("sourceRef", "name"), branch, spec.At("git", "push", "refspec"),
		spec.Get("policySelector")} {
		text += " " + string(tree.AppendJSON(nil, n))
	}
	return text + " " + namespace + strings.TrimSuffix(path.Clean("/"+spec.At("update", "path").Text()), "/") + "/"
}
