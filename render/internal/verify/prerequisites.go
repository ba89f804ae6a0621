package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// prerequisites reports what the objects of Standalone applications refer to and nothing renders: on a hub it exists once, and here
// every cluster needs it. Each thing is reported once for each application, and those that one place refers to together.
func prerequisites(placements []*plan.Placement) (problems []finding.Problem) {
	r := requirements{rendered: map[plan.ClashKey]bool{}, known: map[*plan.Common][]ref{}, of: map[thing]*requirement{}, at: map[refSite]*requirement{}}
	for _, p := range placements {
		if !p.IsEntry() { // no object is a source for others
			r.rendered[p.Key()], r.rendered[p.ArtifactKey()] = true, true
		}
	}
	for _, p := range placements {
		if p.Common.App.Standalone {
			r.add(p)
		}
	}
	for _, of := range r.all {
		problems = append(problems, of.problem())
	}
	return problems
}

// requirements are the things that must exist: by what they are, and by the place that refers to them, which refers to many where it
// has a reference to the cluster.
type requirements struct {
	rendered map[plan.ClashKey]bool
	known    map[*plan.Common][]ref
	of       map[thing]*requirement
	at       map[refSite]*requirement
	all      []*requirement
}

// thing is what the objects of an application refer to.
type thing struct {
	app                   *inventory.Application
	kind, namespace, name string
}

// refSite is a place that refers to things of a kind.
type refSite struct {
	app  *inventory.Application
	kind string
	at   tree.Position
}

// ref is a thing with the place that refers to it: a problem without words.
type ref struct {
	thing thing
	at    finding.Problem
}

// requirement is what one place refers to.
type requirement struct {
	ref      ref
	clusters map[string]bool // that need the thing
	others   int             // other things that the place refers to
}

// add adds what an object refers to, unless its own API server has it from us.
func (r *requirements) add(p *plan.Placement) {
	for _, one := range r.refs(p) {
		if r.rendered[plan.ClashKey{Server: p.Server(), Kind: one.thing.kind, Namespace: one.thing.namespace, Name: one.thing.name}] {
			continue
		}
		of := r.of[one.thing]
		if of == nil {
			of = r.requirementFor(one, p.ClusterName)
			r.of[one.thing] = of
		}
		if of.ref.thing == one.thing {
			of.clusters[p.ClusterName] = true
		}
	}
}

// refs returns what an object refers to, looked up once for all objects of a common that refer to the same.
func (r *requirements) refs(p *plan.Placement) []ref {
	if p.IsEntry() && len(p.Instance.Template.Holes) > 0 {
		return refsOf(p)
	}
	all, ok := r.known[p.Common]
	if !ok {
		all = refsOf(p)
		r.known[p.Common] = all
	}
	return all
}

// requirementFor groups references by the place that has them, so that one message covers all clusters. References of a template are
// reported where the application names the template.
func (r *requirements) requirementFor(one ref, cluster string) *requirement {
	if one.at.Node.Source() != one.thing.app.Document.Root().Source() {
		one.at.Node = one.thing.app.Document.TemplateName()
	}
	site := refSite{one.thing.app, one.thing.kind, one.at.Node.Position()}
	first := r.at[site]
	if first != nil && !first.clusters[cluster] {
		first.others++
		return first
	}
	made := &requirement{ref: one, clusters: map[string]bool{}}
	if first == nil {
		r.at[site] = made
	}
	r.all = append(r.all, made)
	return made
}

// problem reports what must exist where.
func (r *requirement) problem() finding.Problem {
	p, of := r.ref.at, r.ref.thing
	p.Severity, p.Code, p.Subject = finding.SeverityInfo, finding.CodeMustExist, of.app.Document.Subject()
	p.Detail = fmt.Sprintf("the %s %s must exist on %s", of.kind, plan.Qualified(of.namespace, of.name), summarize(r.clusters))
	if r.others > 0 {
		p.Detail += fmt.Sprintf(", and %d more like it on other clusters; fluxapp does not render them there", r.others)
	} else {
		p.Detail += "; fluxapp does not render it there"
	}
	return p
}

// summarize lists the first of the clusters, and counts the rest when there are several.
func summarize(clusters map[string]bool) string {
	const maxNames = 3
	names := slices.Sorted(maps.Keys(clusters))
	if names[0] == "" {
		names[0] = "the hub"
	}
	switch count := len(names); {
	case count > maxNames+1:
		return fmt.Sprintf("%s and %d more clusters", strings.Join(names[:maxNames], ", "), count-maxNames)
	case count > 1:
		return strings.Join(names[:count-1], ", ") + " and " + names[count-1]
	}
	return names[0]
}

// refsOf returns what the object refers to: its namespace, sources, Secrets and ConfigMaps.
func refsOf(p *plan.Placement) (all []ref) {
	c := p.Common
	add := func(kind, namespace, name string, at finding.Problem) {
		if name != "" {
			all = append(all, ref{thing{c.App, kind, namespace, name}, at})
		}
	}
	add("namespace", "", c.Namespace, namespaceSite(p))
	if source := sourceRefOf(p); source.Exists() {
		add(source.Get("kind").Text(), cmp.Or(source.Get("namespace").Text(), c.Namespace), source.Get("name").Text(), finding.Problem{Node: source})
	}
	if c.Kind == kinds.ArtifactGenerator {
		for source := range c.Spec.Get("sources").Children() {
			add(source.Get("kind").Text(), cmp.Or(source.Get("namespace").Text(), c.Namespace), source.Get("name").Text(), finding.Problem{Node: source})
		}
	}
	for item := range c.Spec.Get("include").Children() {
		name := item.At("repository", "name")
		add(kinds.GitRepository.Name, c.Namespace, name.Text(), finding.Problem{Node: name})
	}
	for _, name := range secretNames(p) {
		name = p.Instance.Value(name)
		add("Secret", c.Namespace, name.Text(), finding.Problem{Node: name})
	}
	for _, item := range valueSources(p) {
		if item.Get("optional").Text() != "true" {
			name := p.Instance.Value(item.Get("name"))
			add(item.Get("kind").Text(), c.Namespace, name.Text(), finding.Problem{Node: name})
		}
	}
	return all
}

// namespaceSite returns what sets the namespace of the object: the entry, its source or the document, or the options.
func namespaceSite(p *plan.Placement) finding.Problem {
	metadata := p.Common.App.Document.Root().Get("metadata")
	switch {
	case p.Field().Namespace.Exists():
		return finding.Problem{Node: p.Field().Namespace}
	case p.Common.Namespace != p.Common.App.Namespace: // of a HelmChart in the namespace of its source
		return finding.Problem{Node: p.Common.Spec.Get("sourceRef")}
	case metadata.Get("namespace").Exists():
		return finding.Problem{Node: metadata.Get("namespace")}
	}
	return finding.Problem{Node: metadata, Child: "namespace"}
}

// sourceRefOf returns the reference of the object to a source. One to a template that is only in the cluster is reported elsewhere.
func sourceRefOf(p *plan.Placement) tree.Node {
	c := p.Common
	switch {
	case c.Kind == kinds.HelmRelease && c.ChartField == "chart":
		return c.Chart.At("spec", "sourceRef")
	case c.Kind == kinds.HelmRelease && p.Instance.Template.ChartTemplate != nil && p.Instance.Template.ChartTemplate.Document == nil:
		return tree.Node{}
	case c.Kind == kinds.HelmRelease:
		return c.Chart
	case c.Kind == kinds.HelmChart:
		return c.Spec.Get("sourceRef")
	}
	return c.SourceRef
}

// secretFields are the paths of the references to Secrets in specs, those of sources and charts first.
var secretFields = [][]string{
	{"secretRef"}, {"certSecretRef"}, {"proxySecretRef"}, {"verify", "secretRef"}, {"verify", "trustedRootSecretRef"},
	{"sts", "secretRef"}, {"sts", "certSecretRef"}, {"decryption", "secretRef"},
}

// secretNames returns the names of the Secrets that the object refers to.
func secretNames(p *plan.Placement) (names []tree.Node) {
	for _, spec := range []tree.Node{p.MergedEntry(), p.Common.Chart.Get("spec"), p.Common.Spec} {
		for _, field := range secretFields {
			if name := spec.At(field...).Get("name"); name.Exists() {
				names = append(names, name)
			}
		}
	}
	return names
}

// valueSources returns the items by which the object reads Secrets and ConfigMaps.
func valueSources(p *plan.Placement) (items []tree.Node) {
	for _, field := range [][]string{{"valuesFrom"}, {"postBuild", "substituteFrom"}, {"argumentsReferences"}} {
		for item := range p.MergedEntry().At(field...).Children() {
			items = append(items, item)
		}
	}
	return items
}
