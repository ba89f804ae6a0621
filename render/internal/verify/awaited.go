package verify

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// awaited tells of entries whose Kustomizations others wait for (dependsOn, waves), but that are ready once applied.
func awaited(placements []*plan.Placement) (problems []finding.Problem) {
	named, passed, reported := map[plan.ClashKey]bool{}, map[*plan.Gates]bool{}, map[plan.Place]bool{}
	for _, p := range placements {
		if p.Common.Kind != kinds.Kustomization {
			continue
		}
		for item := range p.Dependencies().Children() {
			named[p.DependencyKey(item)] = true
		}
		for _, gates := range []*plan.Gates{p.Common.Gates, p.Closes} {
			if gates == nil || !first(passed, gates) {
				continue
			}
			for _, before := range gates.Awaited {
				named[before.Key()] = true
			}
		}
	}
	for _, p := range placements {
		isOrdered := p.Order != nil && p.Order.Awaited.Exists()
		if p.Common.Kind != kinds.Kustomization || !p.IsEntry() || !isOrdered && !named[p.Key()] || isAwaitable(p) {
			continue
		}
		if first(reported, p.PlaceOf(p.Common.Origin)) {
			problems = append(problems, about(p, finding.SeverityInfo, finding.CodeAwaited, p.Common.Origin, "others wait for "+
				"this Kustomization, and Flux goes on when it is applied, perhaps before its workloads are ready; write wait: "+
				"true, or healthChecks"))
		}
	}
	return problems
}

func isAwaitable(p *plan.Placement) bool {
	return p.Written("spec", "wait").Text() == "true" || p.Written("spec", "healthChecks").First().Exists()
}
