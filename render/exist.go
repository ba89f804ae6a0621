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
	n := needs{rendered: map[clashKey]bool{}, of: map[thing]*need{}, at: map[place]*need{}}
	for i := range placements {
		n.rendered[placements[i].key()] = true
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

// need is what one place names.
type need struct {
	first    thing
	at       schema.Problem  // where, without words
	clusters map[string]bool // that need the first thing
	others   int             // things that the place names besides
}

// object notes what an object names.
func (n *needs) object(p *placement) {
	n.namespace(p)
	for _, ref := range p.sourceRefs() {
		n.add(p, ref.Get("kind").Text(), cmp.Or(ref.Get("namespace").Text(), p.namespace), ref.Get("name").Text(), schema.Problem{Node: ref})
	}
	for item := range p.spec.Get("include").Children() {
		name := item.At("repository", "name")
		n.add(p, kindGitRepository.kind, p.namespace, name.Text(), schema.Problem{Node: name})
	}
	for _, name := range p.secretNames() {
		n.add(p, "Secret", p.namespace, name.Text(), schema.Problem{Node: name})
	}
	for _, item := range p.reads() {
		if item.Get("optional").Text() != "true" {
			n.add(p, item.Get("kind").Text(), p.namespace, item.Get("name").Text(), schema.Problem{Node: item.Get("name")})
		}
	}
}

// namespace notes the namespace of an object, which the entry, its source or the document names, or the run.
func (n *needs) namespace(p *placement) {
	metadata := p.app.document.Root.Get("metadata")
	at := schema.Problem{Node: metadata.Get("namespace")}
	switch own := p.said.namespace; {
	case own.Exists():
		at.Node = own
	case p.namespace != p.app.namespace: // of a HelmChart beside its source
		at.Node = p.spec.Get("sourceRef")
	case !at.Node.Exists():
		at = schema.Problem{Node: metadata, Child: "namespace"}
	}
	n.add(p, "namespace", "", p.namespace, at)
}

// add notes that an object needs a thing that it names.
func (n *needs) add(p *placement, kind, namespace, name string, at schema.Problem) {
	if name == "" || n.rendered[clashKey{p.cluster.server, kind, namespace, name}] {
		return
	}
	t := thing{p.app, kind, namespace, name}
	known := n.of[t]
	if known == nil {
		known = n.told(t, at)
		n.of[t] = known
	}
	if known.first == t {
		known.clusters[p.cluster.name] = true
	}
}

// told returns the need that a new thing belongs to. What another document names, a template does for this one.
func (n *needs) told(t thing, at schema.Problem) *need {
	if at.Node.Source() != t.app.document.Root.Source() {
		at.Node = t.app.document.TemplateName()
	}
	where := place{t.app, t.kind, at.Node.Position()}
	if known := n.at[where]; known != nil {
		known.others++
		return known
	}
	made := &need{first: t, at: at, clusters: map[string]bool{}}
	n.at[where] = made
	n.all = append(n.all, made)
	return made
}

// problem tells what must exist where.
func (n *need) problem() schema.Problem {
	said := n.at
	said.Severity, said.Code, said.Document = schema.SeverityInfo, schema.CodeMustExist, n.first.app.document
	said.Detail = fmt.Sprintf("the %s %s must exist on %s", n.first.kind, qualified(n.first.namespace, n.first.name), few(n.clusters))
	if n.others > 0 {
		said.Detail += fmt.Sprintf(", and %d more that this stands for on other clusters; fluxapp renders none of them there", n.others)
	} else {
		said.Detail += "; fluxapp does not render it there"
	}
	return said
}

// few names some of the clusters, and counts the rest.
func few(clusters map[string]bool) string {
	const enough = 3
	names := slices.Sorted(maps.Keys(clusters))
	if names[0] == "" {
		names[0] = "the hub"
	}
	switch count := len(names); {
	case count > enough:
		return fmt.Sprintf("%s and %d more clusters", strings.Join(names[:enough], ", "), count-enough)
	case count > 1:
		return strings.Join(names[:count-1], ", ") + " and " + names[count-1]
	}
	return names[0]
}

// sourceRefs returns the references of an object to sources. That a template is only in the cluster is told already.
func (p *placement) sourceRefs() []tree.Node {
	switch {
	case p.kind == kindHelmRelease && p.chartKey == "chart":
		return []tree.Node{p.chart.At("spec", "sourceRef")}
	case p.kind == kindHelmRelease && p.app.template != nil && p.app.template.document == nil:
		return nil
	case p.kind == kindHelmRelease:
		return []tree.Node{p.chart}
	case p.kind == kindHelmChart:
		return []tree.Node{p.spec.Get("sourceRef")}
	case p.fields.Exists():
		return []tree.Node{p.ref}
	}
	return nil
}

// secretFields lead to the references to Secrets that specs have, those of sources and charts first.
var secretFields = [][]string{
	{"secretRef"}, {"certSecretRef"}, {"proxySecretRef"}, {"verify", "secretRef"}, {"verify", "trustedRootSecretRef"},
	{"sts", "secretRef"}, {"sts", "certSecretRef"}, {"decryption", "secretRef"},
}

// secretNames returns the names of the Secrets that an object refers to.
func (p *placement) secretNames() (names []tree.Node) {
	for _, spec := range []tree.Node{p.fields, p.chart.Get("spec"), p.spec} {
		for _, field := range secretFields {
			if name := spec.At(field...).Get("name"); name.Exists() {
				names = append(names, name)
			}
		}
	}
	return names
}

// reads returns the items by which an object reads Secrets and ConfigMaps.
func (p *placement) reads() (items []tree.Node) {
	for _, field := range [][]string{{"valuesFrom"}, {"postBuild", "substituteFrom"}, {"argumentsReferences"}} {
		for item := range p.fields.At(field...).Children() {
			items = append(items, item)
		}
	}
	return items
}
