package verify

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/needs"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// prerequisites reports what objects of Standalone applications refer to and nothing renders: here every cluster needs
// it, and not only a hub. Each thing is reported once per application, things of one place together.
func prerequisites(placements []*plan.Placement) (problems []finding.Problem) {
	if !slices.ContainsFunc(placements, func(p *plan.Placement) bool { return p.Common.App.Standalone }) {
		return nil
	}
	r := requirements{rendered: needs.Rendered(placements), known: needs.Known{},
		byThing: map[needs.Thing]*requirement{}, at: map[refSite]*requirement{}}
	for _, p := range placements {
		if p.Common.App.Standalone {
			r.add(p)
		}
	}
	for _, needed := range r.all {
		problems = finding.Append(problems, needed.problem())
	}
	return problems
}

// requirements are the things that must exist, by thing and by place: a reference to the cluster names several.
type requirements struct {
	rendered map[plan.ClashKey]bool
	known    needs.Known
	byThing  map[needs.Thing]*requirement
	at       map[refSite]*requirement
	all      []*requirement
}

type refSite struct {
	app  *inventory.Application
	kind string
	at   tree.Position
}

type requirement struct {
	ref      needs.Ref
	clusters map[string]bool // that need the thing
	alike    int             // other things that the place refers to
}

func (r *requirements) add(p *plan.Placement) {
	all, _ := r.known.Of(p)
	for _, ref := range all {
		if ref.Kind == kinds.ServiceAccount.Name || ref.Reason == needs.Template || ref.Relation == kinds.Precedes {
			continue // a template that is only in the cluster is reported where it is named
		}
		ref = ref.For(p)
		if ref.Name == "" || r.rendered[plan.ClashKey{Server: p.Server(), Kind: ref.Kind, Namespace: ref.Namespace,
			Name: ref.Name}] {
			continue
		}
		ref.Key = "" // one thing, whatever its data
		needed := r.byThing[ref.Thing]
		if needed == nil {
			needed = r.requirementFor(ref, p.ClusterName)
			r.byThing[ref.Thing] = needed
		}
		if needed.ref.Thing == ref.Thing {
			needed.clusters[p.ClusterName] = true
		}
	}
}

// requirementFor groups references by the place that has them, so that one message covers all clusters. References of
// a template are reported where the application names the template.
func (r *requirements) requirementFor(ref needs.Ref, cluster string) *requirement {
	if ref.At.Node.Source() != ref.App.Document.Root().Source() {
		ref.At.Node = ref.App.Document.Facts().TemplateName()
	}
	site := refSite{ref.App, ref.Kind, ref.At.Node.Position()}
	first := r.at[site]
	if first != nil && !first.clusters[cluster] {
		first.alike++
		return first
	}
	made := &requirement{ref: ref, clusters: map[string]bool{}}
	if first == nil {
		r.at[site] = made
	}
	r.all = append(r.all, made)
	return made
}

func (r *requirement) problem() finding.Problem {
	thing := r.ref.Thing
	kind := thing.Kind
	if kind == kinds.Namespace.Name {
		kind = "namespace"
	}
	p := finding.Problem{Severity: finding.SeverityInfo, Code: codes.MustExist,
		Subject: thing.App.Document.Subject(), Node: r.ref.At.Node, Child: r.ref.At.Child}
	name := inventory.ObjectKey{Namespace: thing.Namespace, Name: thing.Name}
	p.Detail = fmt.Sprintf("the %s %s must exist on %s", kind, name, summarize(r.clusters))
	if r.alike > 0 {
		p.Detail += fmt.Sprintf(", and %d more like it on other clusters; fluxapp does not render them there", r.alike)
	} else {
		p.Detail += "; fluxapp does not render it there"
	}
	return p
}

// summarize lists the first of the clusters, and counts the rest when there are several.
func summarize(clusters map[string]bool) string {
	const most = 3
	all := slices.Sorted(maps.Keys(clusters))
	if all[0] == "" {
		all[0] = "the hub"
	}
	if len(all) > most+1 {
		return names.More(all[:most], len(all)) + " clusters"
	}
	return names.And(all)
}

func tenancy(placements []*plan.Placement) (problems []finding.Problem) {
	reported, unnamed := map[tree.Node]bool{}, map[*inventory.Application]bool{}
	for _, p := range placements {
		if !p.IsEntry() || p.ClusterName == "" || !p.Instance.HasAccount() {
			continue
		}
		if app := p.Common.App; p.Common.Namespace == "" && each.Add(unnamed, app) {
			problem := about(p, finding.SeverityError, codes.Required, app.Document.Root().Get("metadata"),
				"is required, because the RoleBindings of the clusters name the namespace of the ServiceAccount; set it or pass "+
					"--namespace")
			problem.Child = "namespace"
			problems = append(problems, problem)
		}
		fields := p.MergedEntry()
		if at := p.Common.Kind.Creates.In(p.Written); forbidsNamespaces(p, at) && each.Add(reported, at.Value()) {
			problems = append(problems, about(p, finding.SeverityWarning, codes.Permissions, at, fmt.Sprintf("Helm asks "+
				"for the right to create a namespace also where it exists, and the ClusterRole %s does not have it; leave it "+
				"out, because the files of fluxapp for the cluster have the namespace", p.Common.App.ClusterRole())))
		}
		if p.Common.Kind != kinds.HelmRelease && p.Target == "" && each.Add(reported, fields.Value()) {
			problem := about(p, finding.SeverityWarning, codes.Permissions, fields.Get("destination"), "the manifests "+
				"may be for any namespace, and the ServiceAccount has a role in none; write it, or bind a role there yourself")
			problem.Child = p.Common.Kind.Part(kinds.TargetNamespace).At.Key()
			problems = append(problems, problem)
		}
	}
	return problems
}

// forbidsNamespaces reports whether Helm is to create a namespace and may not: no ClusterRole of Kubernetes gives the
// right. To create one that exists is forbidden too: that fails before an API server looks for it.
func forbidsNamespaces(p *plan.Placement, creates tree.Node) bool {
	return p.Target != "" && p.Instance.Value(creates).Text() == "true" &&
		slices.Contains([]string{"admin", "edit", "view"}, p.Common.App.ClusterRole())
}
