package plan

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// validate validates the spec of an Alert with the values of its references on a cluster.
func (a *alertPlanner) validate(item *alertItem, g group) {
	r := g.instance.SharedResolver(a.app)
	if !g.shared {
		r.References = a.references
	}
	b := tree.NewBuilder()
	spec, noValue := entries.Resolve(b, r, item.spec, validate.AlertType())
	if len(noValue) > 0 && (!g.shared || a.noCluster(item, noValue)) {
		return
	}
	for _, p := range validate.Alert(a.app.Document, spec, a.inv.Flux) {
		if !a.refused[p.Node.Position()] {
			a.report(p)
		}
	}
}

// noCluster reports references without a value in the Alert of no cluster. Metadata is left out; others are errors.
func (a *alertPlanner) noCluster(item *alertItem, noValue []tree.Node) (refused bool) {
	metadata := slices.Collect(item.spec.Get("eventMetadata").Children())
	for _, n := range noValue {
		if a.refused[n.Position()] {
			continue
		}
		p := finding.Problem{Code: finding.CodeReference, Node: n, Current: n.Text(), Detail: fmt.Sprintf(
			"the Alert %s is about objects of no cluster, for example the source, so the reference has no value there; give "+
				"it a default, for example $(cluster.labels['stage'] or 'hub')", item.name)}
		if slices.ContainsFunc(metadata, n.Same) {
			p.Severity, p.Code = finding.SeverityInfo, finding.CodeNoCommonValue
			p.Detail = fmt.Sprintf("the Alert %s is about objects of no cluster, so the reference has no value for it, and it "+
				"is rendered without %s; if it needs one, give the reference a default",
				item.name, n.Key())
		}
		refused = refused || p.IsError()
		a.report(p)
	}
	return refused
}

// reportUnsupported reports an item that makes no Alert, and informs of kinds that no Alert can be about.
func (a *alertPlanner) reportUnsupported(item *alertItem) {
	var unsupported []string
	for _, g := range a.groups {
		for _, kind := range g.unsupported {
			if !slices.Contains(unsupported, kind.Name) {
				unsupported = append(unsupported, kind.Name)
			}
		}
	}
	slices.Sort(unsupported)
	switch {
	case a.app.Unsound || a.app.Refused || a.app.Workload == "" || item.made > 0 && (len(unsupported) == 0 || a.reported):
	case item.made > 0:
		a.reported = true
		a.report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeNoEvents, Node: item.node,
			Detail: fmt.Sprintf(
				"Flux has no Alerts for a %s, so this one is about the other objects of the application only", unsupported[0])})
	case len(unsupported) > 0:
		p := validate.MissingInAlert(item.node, "eventSources")
		p.Detail = fmt.Sprintf("is required, because Flux has no Alerts for a %s and the application has no other object%s; "+
			"write the objects to watch, for example eventSources: [{kind: %s, name: \"*\"}]", unsupported[0], ofEach(item),
			kinds.GitRepository.Name)
		a.report(p)
	default:
		a.report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeNoEvents, Node: item.node,
			Detail: "the application has no object" + ofEach(item) + " now, so no Alert is rendered"})
	}
}

func ofEach(item *alertItem) string {
	if perCluster(item.node) {
		return " of a cluster"
	}
	return ""
}
