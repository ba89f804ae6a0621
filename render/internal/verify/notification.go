package verify

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
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
				problems = append(problems, about(p, finding.SeverityInfo, wording.CodeCrossNamespace, p.Common.Origin,
					fmt.Sprintf("%s lists a %s of namespace %s; Flux must run without --no-cross-namespace-refs",
						inNamespace("an Alert", p), source.Kind.Name, source.Namespace)))
				break
			}
		}
	}
	return problems
}

// alerts validates the Alerts of clusters, with the values of each, and the Alert of objects of no cluster.
func alerts(inv inventory.Inventory, placements []*plan.Placement) (problems []finding.Problem) {
	var c *alertChecker
	for _, p := range placements {
		if p.Alert == nil || !p.Alert.Refers {
			continue
		}
		if c == nil || c.app != p.Common.App {
			c = &alertChecker{app: p.Common.App, refused: map[tree.Position]bool{}}
			c.references = fleet.NewReferences(c.report)
		}
		c.check(p, inv.Flux)
		problems, c.problems = append(problems, c.problems...), nil
	}
	return problems
}

type alertChecker struct {
	app        *inventory.Application
	references *fleet.References
	refused    map[tree.Position]bool // places of errors
	problems   []finding.Problem
}

func (c *alertChecker) report(p finding.Problem) {
	p.Subject = c.app.Document.Subject()
	if p.IsError() {
		c.refused[p.Node.Position()] = true
	}
	c.problems = append(c.problems, p)
}

func (c *alertChecker) check(p *plan.Placement, flux kinds.FluxVersion) {
	// a reference that nothing can have is refused, whatever the cluster has
	c.references.Walk(p.Common.Spec, validate.AlertType(), func(fleet.ReferenceSite) {})
	r := p.Alert.Instance.SharedResolver(c.app)
	if !p.Common.Shared {
		r.References = c.references
	}
	spec, noValue := entries.Resolve(tree.NewBuilder(), r, p.Common.Spec, validate.AlertType())
	if len(noValue) > 0 && (!p.Common.Shared || c.noCluster(p, noValue)) {
		return
	}
	for _, problem := range validate.Alert(c.app.Document, spec, flux) {
		if !c.refused[problem.Node.Position()] {
			c.report(problem)
		}
	}
}

// noCluster reports references without a value in the Alert of no cluster. Metadata is left out; others are errors.
func (c *alertChecker) noCluster(p *plan.Placement, noValue []tree.Node) (refused bool) {
	metadata := slices.Collect(p.Common.Spec.Get("eventMetadata").Children())
	for _, n := range noValue {
		if c.refused[n.Position()] {
			continue
		}
		found := finding.Problem{Code: finding.CodeReference, Node: n, Current: n.Text(), Detail: fmt.Sprintf(
			"the Alert %s is about objects of no cluster, for example the source, so the reference has no value there; give "+
				"it a default, for example $(cluster.labels['stage'] or 'hub')", p.Name)}
		if slices.ContainsFunc(metadata, n.Same) {
			found.Severity, found.Code = finding.SeverityInfo, CodeNoCommonValue
			found.Detail = fmt.Sprintf("the Alert %s is about objects of no cluster, so the reference has no value for it, and "+
				"it is rendered without %s; if it needs one, give the reference a default", p.Name, n.Key())
		}
		refused = refused || found.IsError()
		c.report(found)
	}
	return refused
}
