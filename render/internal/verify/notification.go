package verify

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// alertNamespaces tells once per application of Alerts that list objects of other namespaces, unless authors list them.
func alertNamespaces(placements []*plan.Placement) (problems []finding.Problem) {
	reported := map[*inventory.Application]bool{}
	for _, p := range placements {
		if p.Alert == nil || reported[p.Common.App] {
			continue
		}
		for _, source := range p.Alert.Sources {
			if source.Namespace != p.Common.Namespace {
				reported[p.Common.App] = true
				problems = append(problems, about(p, finding.SeverityInfo, finding.CodeCrossNamespace, p.Common.Origin,
					fmt.Sprintf("%s lists a %s of namespace %s; Flux must run without --no-cross-namespace-refs",
						inNamespace("an Alert", p), source.Kind.Name, source.Namespace)))
				break
			}
		}
	}
	return problems
}
