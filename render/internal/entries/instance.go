package entries

import (
	"cmp"
	"iter"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Instance is a template for one cluster.
type Instance struct {
	Template *Template
	Member   *schema.Member // the cluster of the fleet; nil when the entry names its cluster itself
	Size     int            // about how many bytes the entry has as JSON, with the values of the holes
}

// Value returns a value of the template for the instance: the hole's value, where it is one.
func (i Instance) Value(n tree.Node) tree.Node {
	if i.Template != nil && len(i.Template.Holes) > 0 && n.Exists() {
		if index, ok := i.Template.Indexes[n.Value()]; ok {
			return i.Template.Holes[index].value(tree.NewBuilder(), i.Resolver())
		}
	}
	return n
}

// Text returns the text of a scalar of the template for the instance.
func (i Instance) Text(n tree.Node) string { return i.Value(n).Text() }

// TextOf returns the text of a string outside of the template for the instance; for the zero Instance, for no cluster.
func (i Instance) TextOf(b *tree.Builder, app *inventory.Application, n tree.Node) string {
	r := i.SharedResolver(app)
	if i.Template != nil {
		r.Params = i.Template.params
	}
	parts, _ := names.SplitReferences(n.Text())
	return r.Text(b, n, parts).Text()
}

// Values appends the values of the instance's holes, in their order.
func (i Instance) Values(b *tree.Builder, values []tree.Node) []tree.Node {
	if i.Template == nil || len(i.Template.Holes) == 0 {
		return values
	}
	r := i.Resolver()
	for _, h := range i.Template.Holes {
		values = append(values, h.value(b, r))
	}
	return values
}

// Expand returns the merged entry: the template with the values of its holes. Checking and printing agree with it.
func (i Instance) Expand(b *tree.Builder) tree.Node {
	if len(i.Template.Holes) == 0 {
		return i.Template.Fields
	}
	return b.Fill(i.Template.Fields, i.Template.Indexes, i.Values(b, nil))
}

// HasAccount reports whether Flux acts for the object as the ServiceAccount of tenancy, whoever names it.
func (i Instance) HasAccount() bool {
	account := i.Template.App.Account().Text()
	return account != "" && i.Text(i.Template.Fields.Get(accountField)) == account
}

// Resolver returns what replaces the references of the instance.
func (i Instance) Resolver() *fleet.Resolver {
	r := i.SharedResolver(i.Template.App)
	r.Params = i.Template.params
	return r
}

// SharedResolver replaces references outside of entries, for the instance's cluster or, for the zero Instance, none.
func (i Instance) SharedResolver(app *inventory.Application) *fleet.Resolver {
	return &fleet.Resolver{App: app.ReferenceNames(), Cluster: i.cluster()}
}

// cluster returns the cluster of the instance as references find it; none for the zero Instance.
func (i Instance) cluster() fleet.NamedCluster {
	switch {
	case i.Member != nil:
		return fleet.NamedCluster{Member: i.Member, Name: i.Member.Name}
	case i.Template != nil && i.Template.cluster != nil:
		return *i.Template.cluster
	}
	return fleet.NamedCluster{}
}

// CommonMetadata returns the labels and annotations of all objects for one that no entry makes, on an instance's
// cluster or, for the zero Instance, on none. It leaves out, and returns, references without a value there.
func CommonMetadata(b *tree.Builder, app *inventory.Application, i Instance) (value tree.Node, noValue []tree.Node) {
	kind := validate.EntryType(app.Workload).Field("metadata")
	return Resolve(b, i.SharedResolver(app), app.Document.Facts().CommonMetadata(), kind)
}

// Resolve replaces references. Those without a value are left out, as are maps of them only; noValue has them.
func Resolve(b *tree.Builder, r *fleet.Resolver, n tree.Node,
	kind validate.Type) (value tree.Node, noValue []tree.Node) {
	if names.IsReference(n) {
		parts, _ := names.SplitReferences(n.Text())
		if value = r.Text(b, n, parts); value == n {
			return tree.Node{}, []tree.Node{n}
		}
		return kind.Fit(b, value), nil
	}
	value = b.Rebuild(n, func(child tree.Node) tree.Node {
		value, without := Resolve(b, r, child, kind.Field(child.Key()))
		noValue = append(noValue, without...)
		return value
	})
	if n.Kind() == tree.Map && value.Len() == 0 && n.Len() > 0 {
		return tree.Node{}, noValue
	}
	return value, noValue
}

// HasPlace reports whether the template has a value at a place of a file. Other findings are about cluster values.
func (t *Template) HasPlace(at tree.Position) bool {
	if t.before != nil {
		return HasPlace(t.before.fields, at) || HasPlace(t.before.shared, at)
	}
	return HasPlace(t.Fields, at)
}

// HasPlace reports whether a value, or one below it, is at a place of a file.
func HasPlace(n tree.Node, at tree.Position) bool {
	return n.Has(func(value tree.Node) bool { return value.Position() == at })
}

// ExpandAnew returns what Expand does, with the values of the instance's own cluster also where the template has the
// values of another cluster: these are the same, but have another place, which findings are about.
func (i Instance) ExpandAnew(b *tree.Builder) tree.Node {
	t := i.Template
	if t.before == nil {
		return i.Expand(b)
	}
	r := i.Resolver()
	r.References = fleet.NewReferences(func(finding.Problem) {}) // merging has reported them
	own, shared := t.before.replace(b, r, t.App.Workload)
	fields := t.App.WithNamedSource(b, overShared(b, t.App, shared, own))
	fields = b.Map(t.Fields, append(fields.Fields(), missing(b, t.App, fields)...)...)
	return b.Fill(fields, t.Indexes, i.Values(b, nil))
}

// unexpanded is what an entry and its layers have, with references that are replaced before there is a template.
type unexpanded struct {
	fields tree.Node
	// shared is what they have from what all entries share, where that has references.
	shared     tree.Node
	sharedType validate.Type
	marked     map[tree.Node]bool // strings that are replaced, and the maps and lists that hold them
}

func (u *unexpanded) replace(b *tree.Builder, r *fleet.Resolver, workload kinds.WorkloadField) (
	fields, shared tree.Node) {
	return r.Replace(b, u.fields, validate.EntryType(workload), u.marked), r.Replace(b, u.shared, u.sharedType, u.marked)
}

func overShared(b *tree.Builder, app *inventory.Application, shared, fields tree.Node) tree.Node {
	if !shared.Get("metadata").Exists() && !shared.Get("chart").Exists() {
		return fields
	}
	below := b.Without(shared, "template")
	return overlay.New(b, overlay.OfShared(validate.EntryType(app.Workload))).Over(below, fields, fields)
}

// Location is where an entry goes.
type Location struct {
	Name      string // of the cluster; empty for the hub
	givenName string // the name that the author gave the cluster; empty when it is the name of the kubeConfig reference
	// kubeConfig is how the hub reaches the cluster; empty for the hub, and for a cluster that a hub need not reach.
	kubeConfig kinds.KubeConfigKey
	Server     string // the API server that has the entry's object; empty for the hub's
}

// Called is the location in messages.
func (l Location) Called() string {
	if l.Name == "" {
		return "the hub"
	}
	return "the cluster " + l.Name
}

// Identities yields what the cluster is known by: its name, if given or with a folder, as that of a server, and its
// kubeConfig. The hub has one.
func (l Location) Identities() iter.Seq[identity.Destination] {
	return func(yield func(identity.Destination) bool) {
		name, key := cmp.Or(l.givenName, l.Server), l.kubeConfig
		if name != "" && !yield(identity.Destination{Server: name}) {
			return
		}
		if name == "" || key != (kinds.KubeConfigKey{}) {
			yield(identity.Destination{KubeConfig: key})
		}
	}
}

func (i Instance) kubeConfigKey() kinds.KubeConfigKey {
	switch {
	case i.Member == nil:
		return kinds.KubeConfigKeyOf(i.Template.Field.kubeConfig, i.hubNamespace())
	case i.Member.Hub():
		return kinds.KubeConfigKey{}
	}
	return i.Member.Facts().KubeConfigKey(i.hubNamespace())
}

// Location returns where the instance goes.
func (i Instance) Location() Location {
	l := Location{Name: i.ClusterName(), kubeConfig: i.kubeConfigKey()}
	if i.Template.App.Standalone {
		l.Server = l.Name // names are unique and found within one API server
	}
	if l.givenName = l.Name; i.Member == nil {
		l.givenName = i.Template.Field.cluster.Text()
	}
	return l
}

// ClusterName returns the name of the cluster; empty for the hub.
func (i Instance) ClusterName() string {
	switch {
	case i.Member == nil:
		return i.Template.Field.clusterName()
	case i.Member.Hub():
		return ""
	}
	return i.Member.Name
}

// KubeConfig returns how the hub reaches the cluster; absent for the hub. b makes it for a cluster with a document.
func (i Instance) KubeConfig(b *tree.Builder) tree.Node {
	switch {
	case i.Member == nil:
		return i.Template.Field.kubeConfig
	case i.Member.Hub():
		return tree.Node{}
	}
	return i.Member.Facts().KubeConfigIn(b)
}

// hubNamespace returns the namespace on the hub of the instance's object, and of the kubeConfig of its cluster: the
// namespace of the entry, of the cluster in the fleet, or of the application.
func (i Instance) hubNamespace() string {
	switch {
	case i.Template.Field.Namespace.Text() != "":
		return i.Template.Field.Namespace.Text()
	case i.Member != nil && i.Member.Namespace().Exists():
		return i.Member.Namespace().Text()
	}
	return i.Template.App.Namespace
}

// ObjectNamespace returns the object's namespace: hubNamespace on the hub, else the entry's or the application's.
func (i Instance) ObjectNamespace() string {
	if i.Template.App.Standalone {
		return cmp.Or(i.Template.Field.Namespace.Text(), i.Template.App.Namespace)
	}
	return i.hubNamespace()
}

// NamespaceNode returns what sets the namespace of the instance's object; absent when the options do.
func (i Instance) NamespaceNode() tree.Node {
	if i.Member == nil || i.Template.App.Standalone || !i.Member.Namespace().Exists() {
		return cmp.Or(i.Template.Field.Namespace, i.Template.App.Document.Root().At("metadata", "namespace"))
	}
	return cmp.Or(i.Template.Field.Namespace, i.Member.Namespace())
}
