package render

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// verify validates the objects of a run together. Documents that are refused, and that another document repeats, are left out: what
// follows from that is not reported.
func verify(inv inventory, placements []placement) (problems []schema.Problem) {
	sound := make([]*placement, 0, len(placements))
	standalone := false
	for i := range placements {
		if app := placements[i].common.app; !app.refused && !app.duplicate {
			sound = append(sound, &placements[i])
			standalone = standalone || app.standalone
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
func namespaceReferences(placements []placement) (problems []schema.Problem) {
	crossing, unclear := map[*application]bool{}, map[*application]bool{}
	var last *common
	for i := range placements {
		p := &placements[i]
		if !p.isEntry() || p.common == last {
			continue
		}
		last = p.common
		from, app := p.instance.template.source(), p.common.app
		if at := from.at(p.common.namespace); !crossing[app] && at != p.common.namespace && at != "" {
			crossing[app] = true
			problems = append(problems, crossNamespace(p, from, at))
		}
		if !unclear[app] && from.written && !from.ref.Get("namespace").Exists() && p.common.namespace != app.namespace && !p.field().namespace.Exists() {
			unclear[app] = true
			problems = append(problems, schema.Problem{
				Severity: schema.SeverityWarning, Code: schema.CodeFleetNamespace, Document: app.document, Node: from.ref,
				Detail: "without a namespace this refers to a source in the object's own namespace (" + p.common.namespace + "); add namespace if the source is elsewhere",
			})
		}
	}
	return problems
}

// crossNamespace warns of a reference to a source of another namespace.
func crossNamespace(p *placement, from source, namespace string) schema.Problem {
	at, kind, object := p.common.origin, from.kind(), "an object of namespace "+p.common.namespace
	if from.written {
		at = from.ref
	}
	if p.common.app.document.SharesChart() {
		kind = kindHelmChart.kind
	}
	if p.common.namespace == "" {
		object = "an object without namespace"
	}
	return schema.Problem{
		Severity: schema.SeverityWarning, Code: schema.CodeCrossNamespace, Document: p.common.app.document, Node: at,
		Detail: object + " refers to a " + kind + " of namespace " + namespace + "; Flux must run without --no-cross-namespace-refs",
	}
}

// releaseNames refuses releases that Helm would: a name with dots that is shortened can end in a dot.
func releaseNames(placements []placement) (problems []schema.Problem) {
	for i := range placements {
		p := &placements[i]
		if p.common.kind != kindHelmRelease || p.field().releaseName.Exists() || !schema.ValidName(p.name) { // others are checked as they are written
			continue
		}
		name := p.helmName()
		if schema.Placeholder(name) || len(name) <= schema.MaxReleaseName && schema.ValidName(name) {
			continue
		}
		problems = append(problems, schema.Problem{Code: schema.CodeName, Document: p.common.app.document, Node: p.common.origin, Current: name,
			Detail: fmt.Sprintf("the Helm release would be called %s, which Helm refuses; add releaseName", name)})
	}
	return problems
}
