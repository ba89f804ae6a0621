package needs

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Thing is what an application needs. A namespace and a ClusterRole have no namespace.
type Thing struct {
	App                   *inventory.Application
	Kind, Namespace, Name string
	Key                   string // of its data; where one of several is enough, all of them with commas; empty for any
}

// Site is the place that refers to a thing: a value, or a field below it that is missing.
type Site struct {
	Node  tree.Node
	Child string
}

// Ref is a thing that the objects of a common need, with the reason and the place that refers to it.
type Ref struct {
	Thing
	Reason   kinds.Reason
	Relation kinds.Relation // of an object of Flux
	At       Site
	// OnCluster is true when the thing must exist on the cluster that the object delivers to, rather than on the API
	// server that has the object. Both are the same for the hub, and where Flux runs in the cluster.
	OnCluster bool
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

// Known has what the objects of commons refer to, which is found once for all objects of a common.
type Known map[*plan.Common][]Ref

// Of returns what the objects of the placement's common refer to on their API server, and whether that was returned
// before: an Alert with references to its cluster has its own. Fields that differ by cluster are left out.
func (k Known) Of(p *plan.Placement) (all []Ref, again bool) {
	if all, again = k[p.Common]; again && !variesByAlert(p) {
		return all, true
	}
	l := refs{p: p, read: p.Written}
	l.add(Ref{Thing: Thing{Kind: kinds.Namespace.Name, Name: p.Common.Namespace}, Reason: Objects, At: namespaceSite(p)})
	l.each(func(r *kinds.Reference) bool {
		variesByCluster := r.Member || r.Remote || r.Strands // see [appendRefsOfOne]
		return !variesByCluster && (r.Relation != kinds.Precedes || !p.WaitsFor.Exists())
	})
	k[p.Common] = l.all
	return l.all, false
}

// Links returns the Flux objects that a placement refers to on its API server, without gates. No name is a hole.
func (k Known) Links(p *plan.Placement) []Ref {
	all, _ := k.Of(p)
	all = slices.DeleteFunc(slices.Clone(all), func(r Ref) bool { return r.Relation == "" })
	own := refs{p: p, read: p.Written, all: all}
	own.dependencies()
	return own.all
}

type refs struct {
	p    *plan.Placement
	read kinds.Reader
	all  []Ref
}

func (l *refs) add(r Ref) {
	if r.Name == "" && !r.Varies {
		return
	}
	r.App = l.p.Common.App
	l.all = append(l.all, r)
}

func (l *refs) each(asked func(*kinds.Reference) bool) {
	for i := range l.p.Common.Kind.References {
		r := &l.p.Common.Kind.References[i]
		if !asked(r) {
			continue
		}
		for value := range r.At.Each(l.read) {
			l.addReference(r, value)
		}
	}
}

// builtInRoles are the ClusterRoles for users that Kubernetes brings.
var builtInRoles = map[string]bool{"admin": true, "edit": true, "view": true}

// addReference adds what a value of a reference names. An absent name refers to nothing.
func (l *refs) addReference(r *kinds.Reference, value tree.Node) {
	name := l.resolved(r.Name(value))
	if !name.Exists() || value.Get("optional").Text() == "true" {
		return
	}
	to := r.Target(value, l.p.Common.Namespace, l.read)
	ref := Ref{Thing: Thing{Kind: to.Kind, Namespace: to.Namespace, Name: name.Text(), Key: dataKeys(r, value, l.read)},
		Reason: r.Reason, Relation: r.Relation, At: Site{Node: name}, OnCluster: r.Member}
	switch template := l.p.Instance.Template; {
	case to.Kind == kinds.ClusterRole && builtInRoles[ref.Name]:
		return
	case r.Relation == kinds.Feeds && r.Kind == "":
		ref.At.Node = value
		if template != nil && template.ChartTemplate != nil && template.ChartTemplate.Document == nil {
			ref.Reason = Template
		}
	case template != nil:
		_, ref.Varies = template.Indexes[name.Value()] // a hole
	}
	l.add(ref)
}

// resolved returns a name without the references that an Alert of a cluster replaces.
func (l *refs) resolved(name tree.Node) tree.Node {
	if !variesByAlert(l.p) || !names.IsReference(name) {
		return name
	}
	parts, err := names.SplitReferences(name.Text())
	if err != nil {
		return tree.Node{} // which is reported
	}
	return l.p.Alert.Instance.SharedResolver(l.p.Common.App).Text(tree.NewBuilder(), name, parts)
}

// variesByAlert reports whether the object is an Alert with references to its cluster, which its common does not have.
func variesByAlert(p *plan.Placement) bool { return p.Alert != nil && p.Alert.Refers }

// namespaceSite returns what sets the namespace of the object: the entry, its source or the document, or the options.
func namespaceSite(p *plan.Placement) Site {
	metadata := p.Common.App.Document.Root().Get("metadata")
	switch {
	case p.Field().Namespace.Exists():
		return Site{Node: p.Field().Namespace}
	case p.Common.Namespace != p.Common.App.Namespace && p.NamespaceNode().Exists(): // of its cluster or source
		return Site{Node: p.NamespaceNode()}
	case p.Common.Namespace != p.Common.App.Namespace: // a HelmChart beside its source, or what tenancy makes
		_, source := p.Common.Kind.Source(p.Written)
		return Site{Node: cmp.Or(source, p.Common.Origin)}
	case metadata.Get("namespace").Exists():
		return Site{Node: metadata.Get("namespace")}
	}
	return Site{Node: metadata, Child: "namespace"}
}

// The reasons that no field of the table has. All others are in the table of kinds.
const (
	Objects  kinds.Reason = "objects are in it"
	Storage  kinds.Reason = "Helm stores its releases in it"
	Target   kinds.Reason = "Flux deploys into it"
	Accounts kinds.Reason = "a ServiceAccount that Flux impersonates is in it"
	// Bound is the reason on a member: the hub's controllers ask for no ServiceAccount there, but act as its user.
	Bound kinds.Reason = "Flux impersonates it; bind its role to it there"
	// Template is the reason of a HelmChart that the application names as its template.
	Template kinds.Reason = "it is the template of the releases"
)

// appendRefsOfOne appends what an entry's object needs on its cluster: kubeconfig, namespaces and ServiceAccount.
func appendRefsOfOne(all []Ref, p *plan.Placement) []Ref {
	kubeConfig := p.KubeConfig(tree.NewBuilder())
	l := refs{p: p, read: p.Written, all: all}
	if kubeConfig.Exists() {
		l.each(func(r *kinds.Reference) bool { return r.Strands })
	}
	l.delivery()
	l.account(kubeConfig.Exists())
	l.dependencies()
	return l.all
}

func (l *refs) dependencies() {
	if l.p.WaitsFor.Exists() {
		l.each(func(r *kinds.Reference) bool { return r.Relation == kinds.Precedes })
	}
}

// delivery adds the namespaces that the object delivers to, for a release also where Helm keeps it. Helm makes a
// release's namespace where install.createNamespace asks for it; with the ServiceAccount of tenancy it may not.
func (l *refs) delivery() {
	p, field := l.p, l.p.Field()
	deploys := p.Target
	if p.Common.Kind.Part(kinds.TargetNamespace).OwnNamespace {
		deploys = cmp.Or(p.Target, p.Common.Namespace)
	}
	if p.Common.Kind.Part(kinds.StorageNamespace).Is != "" {
		creates := p.Common.Kind.Creates.In(p.Written).Text() == "true" && !p.Instance.HasAccount()
		if storage := p.Storage(); !creates || storage != deploys {
			l.namespaceOnCluster(storage, Storage, field.StorageNamespace)
		}
		if creates {
			return
		}
	}
	l.namespaceOnCluster(deploys, Target, field.Target)
}

// namespaceOnCluster adds a namespace of the cluster. Where its field has no text, it is the namespace of the object.
func (l *refs) namespaceOnCluster(namespace string, why kinds.Reason, written tree.Node) {
	if l.p.Instance.Text(written) == "" {
		written = cmp.Or(l.p.NamespaceNode(), l.p.Common.Origin)
	}
	l.add(Ref{Thing: Thing{Kind: kinds.Namespace.Name, Name: namespace}, Reason: why, At: Site{Node: written},
		OnCluster: true})
}

// account adds the ServiceAccount that Flux impersonates. A hub acts as its user elsewhere: there its role is bound.
func (l *refs) account(isRemote bool) {
	before := len(l.all)
	l.each(func(r *kinds.Reference) bool { return r.Member })
	if !isRemote || len(l.all) == before || l.all[before].For(l.p).Name == "" {
		return
	}
	account := &l.all[before]
	account.Reason = Bound
	l.namespaceOnCluster(l.p.Common.Namespace, Accounts, account.At.Node)
	role := l.p.Common.App.Tenancy.Get("clusterRole") // which the bootstrap bundle of the cluster binds
	if !builtInRoles[role.Text()] {
		thing := Thing{Kind: kinds.ClusterRole, Name: role.Text()}
		l.add(Ref{Thing: thing, Reason: kinds.BindsRole, At: Site{Node: role}, OnCluster: true})
	}
	l.each(func(r *kinds.Reference) bool { return r.Remote })
}

// dataKeys returns the key of the data that a value names, or all of which one is enough, with commas.
func dataKeys(r *kinds.Reference, value tree.Node, read kinds.Reader) string {
	if key := value.Get(r.Key).Text(); r.Key != "" && key != "" {
		return key
	}
	if last := len(r.At.Keys()) - 1; r.Typed != nil {
		if keys := r.Typed[read(append(r.At.Keys()[:last:last], "type")...).Text()]; keys != "" {
			return keys
		}
	}
	return r.Keys
}
