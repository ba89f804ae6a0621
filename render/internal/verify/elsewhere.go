package verify

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// sourcesElsewhere tells of references to sources without a namespace that nothing of the run renders in the object's own namespace, while
// it renders one of this kind and name in another: most likely that one is meant.
func sourcesElsewhere(placements []plan.Placement) (problems []finding.Problem) {
	rendered, namespaces := map[plan.ClashKey]bool{}, map[plan.ClashKey]string{}
	for i := range placements {
		if p := &placements[i]; p.Common.Kind.Is(kinds.Source) {
			key := p.Key()
			rendered[key] = true
			key.Namespace = ""
			namespaces[key] = p.Common.Namespace
		}
	}
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
		key := plan.ClashKey{Server: p.Server(), Kind: from.Kind(), Namespace: p.Common.Namespace, Name: from.Ref.Get("name").Text()}
		if !from.Written || from.Ref.Get("namespace").Exists() || rendered[key] {
			continue
		}
		key.Namespace = ""
		if elsewhere, ok := namespaces[key]; ok && elsewhere != "" && p.Common.Namespace != "" && !reported[p.PlaceOf(from.Ref)] {
			reported[p.PlaceOf(from.Ref)] = true
			problems = append(problems, finding.Problem{
				Severity: finding.SeverityInfo, Code: finding.CodeSourceElsewhere, Subject: p.Common.App.Document.Subject(), Node: from.Ref,
				Proposed: "namespace: " + elsewhere,
				Detail: fmt.Sprintf("this refers to the %s %s/%s, and the run renders one of this name in namespace %s; add namespace: %[4]s if that one is meant",
					from.Kind(), p.Common.Namespace, key.Name, elsewhere),
			})
		}
	}
	return problems
}
