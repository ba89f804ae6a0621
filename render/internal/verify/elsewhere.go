package verify

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// sourcesElsewhere tells of references to sources without a namespace that nothing of the run renders in the object's
// own namespace, while it renders one of this kind and name in another: most likely that one is meant.
func sourcesElsewhere(placements []plan.Placement) (problems []finding.Problem) {
	rendered := renderedSources(placements)
	if len(rendered) == 0 {
		return nil
	}
	reported := map[plan.Place]bool{}
	var last *plan.Common
	for i := range placements {
		p := &placements[i]
		if !p.IsEntry() || p.Common == last {
			continue
		}
		last = p.Common
		from := p.Instance.Template.Source()
		namespaces := rendered[plan.ClashKey{Server: p.Server(), Kind: from.Kind(), Name: from.Ref.Get("name").Text()}]
		if !from.Written || from.Ref.Get("namespace").Exists() || len(namespaces) == 0 ||
			slices.Contains(namespaces, p.Common.Namespace) || !first(reported, p.PlaceOf(from.Ref)) {
			continue
		}
		problems = finding.Append(problems, sourceElsewhere(p, from, slices.Min(namespaces)))
	}
	return problems
}

// renderedSources returns the namespaces of the sources of a kind and a name that the run renders on an API server.
func renderedSources(placements []plan.Placement) map[plan.ClashKey][]string {
	found := map[plan.ClashKey][]string{}
	for i := range placements {
		if p := &placements[i]; p.Common.Kind.Is(kinds.Source) && p.Common.Namespace != "" {
			key := p.Key()
			key.Namespace = ""
			found[key] = append(found[key], p.Common.Namespace)
		}
	}
	return found
}

func sourceElsewhere(p *plan.Placement, from inventory.Source, namespace string) finding.Problem {
	named := inventory.ObjectKey{Namespace: p.Common.Namespace, Name: from.Ref.Get("name").Text()}
	found := about(p, finding.SeverityInfo, finding.CodeSourceElsewhere, from.Ref, fmt.Sprintf("this refers to the %s %s, "+
		"and the run renders one of this name in namespace %s; add namespace: %[3]s if that one is meant",
		from.Kind(), named, namespace))
	found.Proposed = "namespace: " + namespace
	return found
}
