// Package verify validates the objects of a run together: names that clash, cycles, what must exist on a cluster,
// references to other namespaces, and what waves do not hold back. It only reads placements.
package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// All validates the objects of a run together, with those that deliver them. Documents that are refused, and that
// another document repeats, are left out of most: what follows from that is not reported.
func All(inv inventory.Inventory, all, delivering []*plan.Placement) []finding.Problem {
	sound := slices.DeleteFunc(slices.Clone(all),
		func(p *plan.Placement) bool { return p.Common.App.Refused || p.Common.App.Duplicate })
	return slices.Concat(namespaceReferences(all), alertNamespaces(sound), alerts(inv, all), sourcesElsewhere(all),
		releaseNames(all), awaited(sound), rollout(inv, all), cycles(sound), clashes(slices.Concat(delivering, sound)),
		missingSecrets(sound), sharedKubeConfigs(sound), sharedMetadata(sound), prerequisites(sound), tenancy(sound),
		sameFolders(sound), sameAutomations(sound))
}

// Bundles validates what clusters need first: two RoleBindings of one name would leave a ServiceAccount without rights.
// Shared Namespaces and ServiceAccounts are the same; ServiceAccounts of one name on the hub are refused already.
func Bundles(placements []*plan.Placement) []finding.Problem {
	owners := map[inventory.ObjectKey]*inventory.Application{}
	var bindings []*plan.Placement
	for _, p := range placements {
		app := p.Common.App
		own := inventory.ObjectKey{Namespace: app.Namespace, Name: app.Account().Text()}
		owners[own] = cmp.Or(owners[own], app)
		if p.Common.Kind == kinds.RoleBinding && owners[own] == app {
			bindings = append(bindings, p)
		}
	}
	return clashes(bindings)
}

// namespaceReferences tells once per application what Flux must allow, and warns of a likely mistake.
func namespaceReferences(placements []*plan.Placement) (problems []finding.Problem) {
	crossing, unclear, gated, reported := map[*inventory.Application]bool{}, map[*inventory.Application]bool{},
		map[*inventory.Application]bool{}, map[plan.Place]bool{}
	var last *plan.Common
	for _, p := range placements {
		if p.Common.Kind == kinds.ImageUpdateAutomation && !crossing[p.Common.App] {
			problems = append(problems, updateCrossing(p)...)
		}
		if !p.IsEntry() || p.Common == last {
			continue
		}
		if last = p.Common; p.Instance.Template.MakesArtifact() { // it refers to nothing
			continue
		}
		from, app := p.Instance.Template.Source(), p.Common.App
		if at := from.At(p.Common.Namespace); at != p.Common.Namespace && at != "" && each.Add(crossing, app) {
			problems = append(problems, crossNamespace(p, from, at))
		}
		if from.Kind() == kinds.ExternalArtifact.Name && p.Common.Kind.Program != "" && each.Add(gated, app) {
			problems = append(problems, about(p, finding.SeverityInfo, wording.CodeFeatureGate, from.Ref,
				wording.ArtifactRefused(p.Common.Kind)))
		}
		lost := losesNamespace(p, from)
		if lost.Exists() && each.Add(reported, p.PlaceOf(from.Ref)) {
			problems = finding.Append(problems, lostNamespace(p, from, lost))
		}
		if !lost.Exists() && from.Written && !from.Ref.Get("namespace").Exists() &&
			p.Common.Namespace != app.Namespace && !p.Field().Namespace.Exists() && each.Add(unclear, app) {
			problems = append(problems, about(p, finding.SeverityWarning, CodeFleetNamespace, from.Ref,
				"without a namespace this refers to a source in the object's own namespace ("+p.Common.Namespace+
					"); add namespace if the source is elsewhere"))
		}
	}
	return problems
}

// losesNamespace returns the namespace of the application's source, where an entry refers to another one without a
// namespace; absent where the entry's object is in that namespace itself.
func losesNamespace(p *plan.Placement, from inventory.Source) tree.Node {
	shared := p.Common.App.Document.Spec().At("source", "sourceRef", "namespace")
	if !from.Written || from.Ref.Get("namespace").Exists() || shared.Text() == p.Common.Namespace {
		return tree.Node{}
	}
	return shared
}

func lostNamespace(p *plan.Placement, from inventory.Source, lost tree.Node) finding.Problem {
	proposed, own := "namespace: "+lost.Text(), ""
	if p.Common.Namespace != "" {
		own = ", or namespace: " + p.Common.Namespace + " if that one is meant"
	}
	found := about(p, finding.SeverityWarning, CodeSourceNamespace, from.Ref, fmt.Sprintf("replaces "+
		"source.sourceRef, which has %s, and so refers to a source in the object's own namespace; write %[1]s%s",
		proposed, own))
	found.Proposed = proposed
	return found
}

func crossNamespace(p *plan.Placement, from inventory.Source, namespace string) finding.Problem {
	at, kind := cmp.Or(from.Given, p.Common.Origin), from.Kind()
	if from.Written {
		at = from.Ref
	}
	switch {
	case !p.IsEntry():
		kind = kinds.GitRepository.Name
	case p.Common.App.Document.Facts().SharesChart():
		kind = kinds.HelmChart.Name
	}
	return about(p, finding.SeverityInfo, wording.CodeCrossNamespace, at, "an object of another namespace refers to a "+
		kind+" of namespace "+namespace+"; Flux must run without --no-cross-namespace-refs")
}

func updateCrossing(p *plan.Placement) []finding.Problem {
	for reference, ref := range p.Common.Kind.Named(p.Written) {
		from := inventory.Source{Ref: ref, Written: true}
		if at := from.At(p.Common.Namespace); reference.Relation == kinds.Updated && at != p.Common.Namespace {
			return []finding.Problem{crossNamespace(p, from, at)}
		}
	}
	return nil
}

// alertNamespaces tells once per application of Alerts that list objects of other namespaces, unless authors list them.
func alertNamespaces(placements []*plan.Placement) (problems []finding.Problem) {
	reported := map[*inventory.Application]bool{}
	for _, p := range placements {
		if p.Alert == nil || reported[p.Common.App] {
			continue
		}
		isOther := func(s plan.EventSource) bool { return s.Namespace != p.Common.Namespace }
		if i := slices.IndexFunc(p.Alert.Sources, isOther); i >= 0 {
			reported[p.Common.App] = true
			problems = append(problems, about(p, finding.SeverityInfo, wording.CodeCrossNamespace, p.Common.Origin,
				fmt.Sprintf("an Alert of another namespace lists a %s of namespace %s; Flux must run without "+
					"--no-cross-namespace-refs", p.Alert.Sources[i].Kind.Name, p.Alert.Sources[i].Namespace)))
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
		found := finding.Problem{Code: codes.Reference, Node: n, Current: n.Text(), Detail: fmt.Sprintf(
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
