package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// prerequisites reports what the objects of Standalone applications refer to and nothing renders: on a hub it exists once, and here
// every cluster needs it. Each thing is reported once for each application, and those that one place refers to together.
func prerequisites(placements []*placement) (problems []schema.Problem) {
	r := requirements{rendered: map[clashKey]bool{}, of: map[thing]*requirement{}, at: map[refSite]*requirement{}}
	for _, p := range placements {
		if !p.isEntry() { // no object is a source for others
			r.rendered[p.key()] = true
		}
	}
	for _, p := range placements {
		if p.common.app.standalone {
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
	rendered map[clashKey]bool
	of       map[thing]*requirement
	at       map[refSite]*requirement
	all      []*requirement
}

// thing is what the objects of an application refer to.
type thing struct {
	app                   *application
	kind, namespace, name string
}

// refSite is a place that refers to things of a kind.
type refSite struct {
	app  *application
	kind string
	at   tree.Position
}

// ref is a thing with the place that refers to it: a problem without words.
type ref struct {
	thing thing
	at    schema.Problem
}

// requirement is what one place refers to.
type requirement struct {
	ref      ref
	clusters map[string]bool // that need the thing
	others   int             // other things that the place refers to
}

// add adds what an object refers to, unless its own API server has it from us.
func (r *requirements) add(p *placement) {
	for _, one := range p.refs() {
		if r.rendered[clashKey{p.server(), one.thing.kind, one.thing.namespace, one.thing.name}] {
			continue
		}
		of := r.of[one.thing]
		if of == nil {
			of = r.requirementFor(one, p.clusterName)
			r.of[one.thing] = of
		}
		if of.ref.thing == one.thing {
			of.clusters[p.clusterName] = true
		}
	}
}

// requirementFor groups references by the place that has them, so that one message covers all clusters. References of a template are
// reported where the application names the template.
func (r *requirements) requirementFor(one ref, cluster string) *requirement {
	if one.at.Node.Source() != one.thing.app.document.Root.Source() {
		one.at.Node = one.thing.app.document.TemplateName()
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
func (r *requirement) problem() schema.Problem {
	p, of := r.ref.at, r.ref.thing
	p.Severity, p.Code, p.Document = schema.SeverityInfo, schema.CodeMustExist, of.app.document
	p.Detail = fmt.Sprintf("the %s %s must exist on %s", of.kind, qualified(of.namespace, of.name), summarize(r.clusters))
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

// refs returns what the object refers to: its namespace, sources, Secrets and ConfigMaps.
func (p *placement) refs() (all []ref) {
	c := p.common
	add := func(kind, namespace, name string, at schema.Problem) {
		if name != "" {
			all = append(all, ref{thing{c.app, kind, namespace, name}, at})
		}
	}
	add("namespace", "", c.namespace, p.namespaceSite())
	if source := p.sourceRef(); source.Exists() {
		add(source.Get("kind").Text(), cmp.Or(source.Get("namespace").Text(), c.namespace), source.Get("name").Text(), schema.Problem{Node: source})
	}
	for item := range c.spec.Get("include").Children() {
		name := item.At("repository", "name")
		add(kindGitRepository.kind, c.namespace, name.Text(), schema.Problem{Node: name})
	}
	for _, name := range p.secretNames() {
		add("Secret", c.namespace, p.instance.text(name), schema.Problem{Node: name})
	}
	for _, item := range p.valueSources() {
		if item.Get("optional").Text() != "true" {
			name := item.Get("name")
			add(item.Get("kind").Text(), c.namespace, p.instance.text(name), schema.Problem{Node: name})
		}
	}
	return all
}

// namespaceSite returns what sets the namespace of the object: the entry, its source or the document, or the options.
func (p *placement) namespaceSite() schema.Problem {
	metadata := p.common.app.document.Root.Get("metadata")
	switch {
	case p.field().namespace.Exists():
		return schema.Problem{Node: p.field().namespace}
	case p.common.namespace != p.common.app.namespace: // of a HelmChart in the namespace of its source
		return schema.Problem{Node: p.common.spec.Get("sourceRef")}
	case metadata.Get("namespace").Exists():
		return schema.Problem{Node: metadata.Get("namespace")}
	}
	return schema.Problem{Node: metadata, Child: "namespace"}
}

// sourceRef returns the reference of the object to a source. One to a template that is only in the cluster is reported elsewhere.
func (p *placement) sourceRef() tree.Node {
	c := p.common
	switch {
	case c.kind == kindHelmRelease && c.chartField == "chart":
		return c.chart.At("spec", "sourceRef")
	case c.kind == kindHelmRelease && c.app.template != nil && c.app.template.document == nil:
		return tree.Node{}
	case c.kind == kindHelmRelease:
		return c.chart
	case c.kind == kindHelmChart:
		return c.spec.Get("sourceRef")
	}
	return c.sourceRef
}

// secretFields are the paths of the references to Secrets in specs, those of sources and charts first.
var secretFields = [][]string{
	{"secretRef"}, {"certSecretRef"}, {"proxySecretRef"}, {"verify", "secretRef"}, {"verify", "trustedRootSecretRef"},
	{"sts", "secretRef"}, {"sts", "certSecretRef"}, {"decryption", "secretRef"},
}

// entryFields returns the merged entry of the object; absent for other objects.
func (p *placement) entryFields() tree.Node {
	if !p.isEntry() {
		return tree.Node{}
	}
	return p.instance.template.fields
}

// secretNames returns the names of the Secrets that the object refers to.
func (p *placement) secretNames() (names []tree.Node) {
	for _, spec := range []tree.Node{p.entryFields(), p.common.chart.Get("spec"), p.common.spec} {
		for _, field := range secretFields {
			if name := spec.At(field...).Get("name"); name.Exists() {
				names = append(names, name)
			}
		}
	}
	return names
}

// valueSources returns the items by which the object reads Secrets and ConfigMaps.
func (p *placement) valueSources() (items []tree.Node) {
	for _, field := range [][]string{{"valuesFrom"}, {"postBuild", "substituteFrom"}, {"argumentsReferences"}} {
		for item := range p.entryFields().At(field...).Children() {
			items = append(items, item)
		}
	}
	return items
}
