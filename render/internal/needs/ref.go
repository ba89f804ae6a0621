package needs

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// The kinds of Kubernetes that objects need. All other kinds are those of Flux.
const (
	Namespace      = "Namespace"
	ServiceAccount = "ServiceAccount"
	Secret         = "Secret"
	ConfigMap      = "ConfigMap"
	ClusterRole    = "ClusterRole"
)

// Thing is what an application needs. A namespace and a ClusterRole have no namespace.
type Thing struct {
	App                   *inventory.Application
	Kind, Namespace, Name string
	// of its data; where one of several is enough, all of them with commas; empty where any data will do
	Key string
}

// Site is the place that refers to a thing: a value, or a field below it that is missing.
type Site struct {
	Node  tree.Node
	Child string
}

// Ref is a thing that the objects of a common need, with the reason and the place that refers to it.
type Ref struct {
	Thing
	Reason Reason
	At     Site
	// There is true when the thing must exist on the cluster that the object delivers to, rather than on the API server
	// that has the object. Both are the same for the hub, and where Flux runs in the cluster.
	There bool
	// Varies is true when the name has references: each object has its own, see [Ref.For].
	Varies bool
}

// For returns the reference as one object has it.
func (r Ref) For(p *plan.Placement) Ref {
	if r.Varies {
		r.At.Node = p.Instance.Value(r.At.Node)
		r.Name = r.At.Node.Text()
	}
	return r
}

// RefsOf returns what the objects of the placement's common refer to on their API server: their namespace, sources,
// Secrets, ConfigMaps, ServiceAccounts and the objects that they wait for. What differs from cluster to cluster is in
// [appendRefsOfOne].
func RefsOf(p *plan.Placement) []Ref {
	l := refs{p: p, spec: specOf(p)}
	l.add(Ref{Thing: Thing{Kind: Namespace, Name: p.Common.Namespace}, Reason: Objects, At: namespaceSite(p)})
	l.sources()
	l.secrets()
	l.values()
	l.accounts()
	l.around()
	if !p.WaitsFor().Exists() {
		l.dependencies()
	}
	return l.all
}

// refs are those of one common, which a placement has.
type refs struct {
	p    *plan.Placement
	spec tree.Node // of the object, or the merged entry
	all  []Ref
}

func (l *refs) add(r Ref) {
	if r.Name == "" && !r.Varies {
		return
	}
	r.App = l.p.Common.App
	l.all = append(l.all, r)
}

// named adds a thing with a name that is written in the object; in the namespace of the object, unless it has another
// one. A name that is absent refers to nothing.
func (l *refs) named(name tree.Node, r Ref) {
	if !name.Exists() {
		return
	}
	r.Namespace = cmp.Or(r.Namespace, l.p.Common.Namespace)
	r.Name, r.At = name.Text(), Site{Node: name}
	if l.p.IsEntry() {
		_, r.Varies = l.p.Instance.Template.Indexes[name.Value()] // a hole
	}
	l.add(r)
}

// namespaceSite returns what sets the namespace of the object: the entry, its source or the document, or the options.
func namespaceSite(p *plan.Placement) Site {
	metadata := p.Common.App.Document.Root().Get("metadata")
	switch {
	case p.Field().Namespace.Exists():
		return Site{Node: p.Field().Namespace}
	case p.IsEntry() && p.Common.Namespace != p.Common.App.Namespace: // that of the cluster in the fleet
		return Site{Node: p.NamespaceNode()}
	case p.Common.Namespace != p.Common.App.Namespace:
		// of a HelmChart in the namespace of its source, or of what tenancy makes
		return Site{Node: cmp.Or(p.Common.Spec.Get("sourceRef"), p.Common.Origin)}
	case metadata.Get("namespace").Exists():
		return Site{Node: metadata.Get("namespace")}
	}
	return Site{Node: metadata, Child: "namespace"}
}

// specOf returns the spec of an object that no entry makes, or the merged entry.
func specOf(p *plan.Placement) tree.Node {
	if p.IsEntry() {
		return p.MergedEntry()
	}
	return p.Common.Spec
}
