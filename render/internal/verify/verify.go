package verify

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// All validates the objects of a run together. Documents that are refused, and that another document repeats, are left out: what
// follows from that is not reported.
func All(inv inventory.Inventory, placements []plan.Placement) (problems []finding.Problem) {
	sound := make([]*plan.Placement, 0, len(placements))
	standalone := false
	for i := range placements {
		if app := placements[i].Common.App; !app.Refused && !app.Duplicate {
			sound = append(sound, &placements[i])
			standalone = standalone || app.Standalone
		}
	}
	problems = append(problems, namespaceReferences(placements)...)
	problems = append(problems, releaseNames(placements)...)
	problems = append(problems, rollout(inv, placements)...)
	problems = append(problems, cycles(sound)...)
	problems = append(problems, clashes(sound)...)
	if standalone {
		problems = append(problems, prerequisites(sound)...)
	}
	return problems
}

// namespaceReferences warns of references to sources in other namespaces: once for each application, and once more where an author may
// have meant another namespace.
func namespaceReferences(placements []plan.Placement) (problems []finding.Problem) {
	crossing, unclear := map[*inventory.Application]bool{}, map[*inventory.Application]bool{}
	var last *plan.Common
	for i := range placements {
		p := &placements[i]
		if !p.IsEntry() || p.Common == last {
			continue
		}
		last = p.Common
		from, app := p.Instance.Template.Source(), p.Common.App
		if at := from.At(p.Common.Namespace); !crossing[app] && at != p.Common.Namespace && at != "" {
			crossing[app] = true
			problems = append(problems, crossNamespace(p, from, at))
		}
		if !unclear[app] && from.Written && !from.Ref.Get("namespace").Exists() && p.Common.Namespace != app.Namespace && !p.Field().Namespace.Exists() {
			unclear[app] = true
			problems = append(problems, finding.Problem{
				Severity: finding.SeverityWarning, Code: finding.CodeFleetNamespace, Subject: app.Document.Subject(), Node: from.Ref,
				Detail: "without a namespace this refers to a source in the object's own namespace (" + p.Common.Namespace + "); add namespace if the source is elsewhere",
			})
		}
	}
	return problems
}

// crossNamespace warns of a reference to a source of another namespace.
func crossNamespace(p *plan.Placement, from inventory.Source, namespace string) finding.Problem {
	at, kind, object := p.Common.Origin, from.Kind(), "an object of namespace "+p.Common.Namespace
	if from.Written {
		at = from.Ref
	}
	if p.Common.App.Document.SharesChart() {
		kind = kinds.HelmChart.Name
	}
	if p.Common.Namespace == "" {
		object = "an object without namespace"
	}
	return finding.Problem{
		Severity: finding.SeverityWarning, Code: finding.CodeCrossNamespace, Subject: p.Common.App.Document.Subject(), Node: at,
		Detail: object + " refers to a " + kind + " of namespace " + namespace + "; Flux must run without --no-cross-namespace-refs",
	}
}

// releaseNames refuses releases that Helm would: a name with dots that is shortened can end in a dot.
func releaseNames(placements []plan.Placement) (problems []finding.Problem) {
	for i := range placements {
		p := &placements[i]
		if p.Common.Kind != kinds.HelmRelease || p.Field().ReleaseName.Exists() || !names.Valid(p.Name) { // others are checked as they are written
			continue
		}
		if len(p.Target)+1+len(p.Name) <= validate.MaxReleaseName && (p.Target == "" || names.Valid(p.Target)) {
			continue // both are joined
		}
		name := p.HelmName()
		if reference.Placeholder(name) || len(name) <= validate.MaxReleaseName && names.Valid(name) {
			continue
		}
		problems = append(problems, finding.Problem{Code: finding.CodeName, Subject: p.Common.App.Document.Subject(), Node: p.Common.Origin, Current: name,
			Detail: fmt.Sprintf("the Helm release would be called %s, which Helm refuses; add releaseName", name)})
	}
	return problems
}
