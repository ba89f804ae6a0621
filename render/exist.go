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

// mustExist tells what the objects of Standalone applications name and nothing renders: on a hub it is there once, and here every
// cluster needs it. Each thing is told once for each application, and those that one place stands for are told together.
func mustExist(placements []placement) (problems []schema.Problem) {
	n := needs{rendered: map[clashKey]bool{}, named: map[*model][]naming{}, of: map[thing]*need{}, at: map[place]*need{}}
	for i := range placements {
		if p := &placements[i]; !p.fields.Exists() { // of the others nobody is a source
			n.rendered[p.key()] = true
		}
	}
	for i := range placements {
		if p := &placements[i]; p.app.standalone && !p.app.refused {
			n.object(p)
		}
	}
	for _, of := range n.all {
		problems = append(problems, of.problem())
	}
	return problems
}

// needs are the things that must exist: by what they are, and by the place that names them, which stands for many where it refers
// to the cluster.
type needs struct {
	rendered map[clashKey]bool
	named    map[*model][]naming
	of       map[thing]*need
	at       map[place]*need
	all      []*need
}

// thing is what the objects of an application name.
type thing struct {
	app                   *application
	kind, namespace, name string
}

type place struct {
	app  *application
	kind string
	at   tree.Position
}

// naming is a thing with the place that names it: a problem without words.
type naming struct {
	thing
	at schema.Problem
}

// need is what one place names.
type need struct {
	naming
	clusters map[string]bool // that need the first thing
	others   int             // things that the place names besides
}

// object notes what an object needs: what it names, unless its own API server has it from us.
func (n *needs) object(p *placement) {
	named, known := n.named[p.model]
	if !known {
		named = p.model.names()
		n.named[p.model] = named
	}
	for _, one := range named {
		if n.rendered[clashKey{p.server(), one.kind, one.namespace, one.name}] {
			continue
		}
		of := n.of[one.thing]
		if of == nil {
			of = n.told(one, p.clusterName)
			n.of[one.thing] = of
		}
		if of.thing == one.thing {
			of.clusters[p.clusterName] = true
		}
	}
}

// told returns the need that a new thing belongs to, of a cluster: that of its place, which stands for many on different clusters, else
// one of its own. What another document names, a template does for this one.
func (n *needs) told(one naming, cluster string) *need {
	if one.at.Node.Source() != one.app.document.Root.Source() {
		one.at.Node = one.app.document.TemplateName()
	}
	where := place{one.app, one.kind, one.at.Node.Position()}
	first := n.at[where]
	if first != nil && !first.clusters[cluster] {
		first.others++
		return first
	}
	made := &need{naming: one, clusters: map[string]bool{}}
	if first == nil {
		n.at[where] = made
	}
	n.all = append(n.all, made)
	return made
}

// problem tells what must exist where.
func (n *need) problem() schema.Problem {
	said := n.at
	said.Severity, said.Code, said.Document = schema.SeverityInfo, schema.CodeMustExist, n.app.document
	said.Detail = fmt.Sprintf("the %s %s must exist on %s", n.kind, qualified(n.namespace, n.name), few(n.clusters))
	if n.others > 0 {
		said.Detail += fmt.Sprintf(", and %d more like it on other clusters; fluxapp does not render them there", n.others)
	} else {
		said.Detail += "; fluxapp does not render it there"
	}
	return said
}

// few names some of the clusters, and counts the rest when there are several.
func few(clusters map[string]bool) string {
	const enough = 3
	names := slices.Sorted(maps.Keys(clusters))
	if names[0] == "" {
		names[0] = "the hub"
	}
	switch count := len(names); {
	case count > enough+1:
		return fmt.Sprintf("%s and %d more clusters", strings.Join(names[:enough], ", "), count-enough)
	case count > 1:
		return strings.Join(names[:count-1], ", ") + " and " + names[count-1]
	}
	return names[0]
}

// names returns what the objects of a model name: their namespace, sources, Secrets and ConfigMaps.
func (m *model) names() (all []naming) {
	add := func(kind, namespace, name string, at schema.Problem) {
		if name != "" {
			all = append(all, naming{thing{m.app, kind, namespace, name}, at})
		}
	}
	add("namespace", "", m.namespace, m.namesNamespace())
	for _, ref := range m.sourceRefs() {
		add(ref.Get("kind").Text(), cmp.Or(ref.Get("namespace").Text(), m.namespace), ref.Get("name").Text(), schema.Problem{Node: ref})
	}
	for item := range m.spec.Get("include").Children() {
		name := item.At("repository", "name")
		add(kindGitRepository.kind, m.namespace, name.Text(), schema.Problem{Node: name})
	}
	for _, name := range m.secretNames() {
		add("Secret", m.namespace, name.Text(), schema.Problem{Node: name})
	}
	for _, item := range m.reads() {
		if item.Get("optional").Text() != "true" {
			add(item.Get("kind").Text(), m.namespace, item.Get("name").Text(), schema.Problem{Node: item.Get("name")})
		}
	}
	return all
}

// namesNamespace returns what names the namespace of the objects: the entry, its source or the document, or the run.
func (m *model) namesNamespace() schema.Problem {
	metadata := m.app.document.Root.Get("metadata")
	written := metadata.Get("namespace")
	switch {
	case m.said.namespace.Exists():
		return schema.Problem{Node: m.said.namespace}
	case m.namespace != m.app.namespace: // of a HelmChart beside its source
		return schema.Problem{Node: m.spec.Get("sourceRef")}
	case written.Exists():
		return schema.Problem{Node: written}
	}
	return schema.Problem{Node: metadata, Child: "namespace"}
}

// sourceRefs returns the references of the objects to sources. That a template is only in the cluster is told already.
func (m *model) sourceRefs() []tree.Node {
	switch {
	case m.kind == kindHelmRelease && m.chartKey == "chart":
		return []tree.Node{m.chart.At("spec", "sourceRef")}
	case m.kind == kindHelmRelease && m.app.template != nil && m.app.template.document == nil:
		return nil
	case m.kind == kindHelmRelease:
		return []tree.Node{m.chart}
	case m.kind == kindHelmChart:
		return []tree.Node{m.spec.Get("sourceRef")}
	case m.fields.Exists():
		return []tree.Node{m.ref}
	}
	return nil
}

// secretFields lead to the references to Secrets that specs have, those of sources and charts first.
var secretFields = [][]string{
	{"secretRef"}, {"certSecretRef"}, {"proxySecretRef"}, {"verify", "secretRef"}, {"verify", "trustedRootSecretRef"},
	{"sts", "secretRef"}, {"sts", "certSecretRef"}, {"decryption", "secretRef"},
}

// secretNames returns the names of the Secrets that the objects refer to.
func (m *model) secretNames() (names []tree.Node) {
	for _, spec := range []tree.Node{m.fields, m.chart.Get("spec"), m.spec} {
		for _, field := range secretFields {
			if name := spec.At(field...).Get("name"); name.Exists() {
				names = append(names, name)
			}
		}
	}
	return names
}

// reads returns the items by which the objects read Secrets and ConfigMaps.
func (m *model) reads() (items []tree.Node) {
	for _, field := range [][]string{{"valuesFrom"}, {"postBuild", "substituteFrom"}, {"argumentsReferences"}} {
		for item := range m.fields.At(field...).Children() {
			items = append(items, item)
		}
	}
	return items
}
