package entries

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Template is an entry merged with the layers that reach some clusters. It is the same for all of them: what differs
// from cluster to cluster is a hole, a string whose references are replaced for each instance.
type Template struct {
	App    *inventory.Application
	Fields tree.Node         // of the merged entry
	Field  EntryFields       // the fields that planning reads, looked up once
	entry  tree.Node         // as it is written
	source *inventory.Source // nil where the source of the application is no layer
	// ChartTemplate is the chart template that the application names; nil when it names none.
	ChartTemplate *inventory.ChartTemplate
	// Layered is never nil. Entries that are written for each cluster, without layers and references, share an empty one:
	// there is a template for each of them.
	*Layered
}

// Layered is what a template has because of layers and references.
type Layered struct {
	stack  *stack      // of the layers; nil where the entry is the only one
	params []tree.Node // of all layers, the lowest first
	// ClearsChart is the null by which a layer removes the chart of all that is below it, see [Template.Chart]; absent in
	// most.
	ClearsChart tree.Node
	// sharesChart is true where the fields have the chart of all entries, because that has references. ownChart is the
	// chart without it.
	sharesChart bool
	ownChart    tree.Node
	Holes       []Hole
	Indexes     map[tree.Node]int // of the holes, by their nodes
	// cluster is the one of an entry that names its cluster itself; nil when clusters of the fleet are selected.
	cluster *fleet.NamedCluster
	// Replaced is true when the entry of a cluster has values in the place of references. Parse has not seen them there.
	Replaced bool
	before   *variant // with the references that the fields have values for; nil without them
}

// notLayered is the Layered of templates that have nothing of it. It is never written.
var notLayered = &Layered{}

// layers returns the layers of the entry that the template is merged from, the lowest first.
func (t *Template) layers() []overlay.Layer {
	if t.stack == nil {
		return []overlay.Layer{{Name: "entry", Fields: t.entry}}
	}
	return t.stack.layers()
}

// Stack returns the layers that the template is merged from: what the application writes for all entries, the layers
// below every entry, the entry as it is written, and the overrides that reach its clusters.
func (t *Template) Stack() overlay.Stack {
	s := overlay.Stack{Table: tableOf(t.App, tree.Node{})}
	addShared := func(name, field string, of func(*schema.Document) tree.Node) {
		for _, base := range t.App.Document.Bases() {
			s.Add("base "+base.Name()+" "+name, field, of(base))
		}
		s.Add(name, field, of(t.App.Written))
	}
	if reference.Contains(t.App.Document.CommonMetadata()) {
		addShared("commonMetadata", "metadata", (*schema.Document).CommonMetadata)
	}
	if t.ChartTemplate != nil {
		s.Add("template", "chart", t.ChartTemplate.Chart)
	}
	addShared("chart", "chart", (*schema.Document).Chart)
	s.Layers = append(s.Layers, t.layers()...)
	return s
}

// OwnChart returns the chart of the entry and its layers, without the chart of all entries.
func (t *Template) OwnChart() tree.Node {
	if t.sharesChart {
		return t.ownChart
	}
	return t.Field.Chart
}

// Source returns the source of the entry: its own, the chart template's, or the application's.
func (t *Template) Source() inventory.Source {
	switch {
	case t.ChartTemplate != nil && t.App.Workload == terms.HelmReleases:
		return t.ChartTemplate.Source
	case t.source != nil:
		return *t.source
	case t.Field.SourceRef.Exists():
		return inventory.Source{Ref: t.Field.SourceRef, Written: true}
	}
	return t.App.Source
}

// OwnSource returns the source that a layer gives the entry in place of the application's; absent where it has that
// one. An inline spec over one of the same kind does not replace it.
func (t *Template) OwnSource() tree.Node {
	if !t.App.LayersSource {
		return t.Field.SourceRef
	}
	shared := t.App.NamedSource(t.App.Document.Spec().Get("source"))
	for field := range t.Field.Source.Children() {
		key := field.Key()
		replaces := (key == "sourceRef" || t.App.IsNamed(t.Field.Source)) && !field.Same(shared.Get(key))
		if key != "name" && field.Kind() != tree.Null && (replaces || !shared.Get(key).Exists()) {
			return field
		}
	}
	return tree.Node{}
}

// HasUnresolvedName reports whether a reference could not be replaced that decides what the objects are called.
func (t *Template) HasUnresolvedName() bool {
	f := t.Field
	names := []tree.Node{f.Name, f.Namespace, f.Target, f.ReleaseName, f.StorageNamespace, f.Source.Get("name")}
	return slices.ContainsFunc(names, func(n tree.Node) bool {
		_, isHole := t.Indexes[n.Value()]
		return !isHole && reference.Is(n)
	})
}

// Instance is a template for one cluster.
type Instance struct {
	Template *Template
	Member   *schema.Member // the cluster of the fleet; nil when the entry names its cluster itself
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

// EntryFields are the fields of a merged entry that planning reads.
type EntryFields struct {
	Name, Namespace, Target, cluster tree.Node // target and cluster of the destination
	kubeConfig                       tree.Node
	kubeConfigName                   tree.Node // of the Secret or ConfigMap
	ReleaseName, StorageNamespace    tree.Node
	Source, SourceRef                tree.Node // of which a merged entry has one
	Chart, DependsOn                 tree.Node
	Metadata                         tree.Node
	Values                           tree.Node // null too
	Wave                             int       // 0 unless the entry has another one
	Suspended                        bool
}

// ReadFields looks through the fields of an entry.
func ReadFields(fields tree.Node) (f EntryFields) {
	for field := range fields.Children() {
		key := field.Key()
		if field.Kind() == tree.Null && key != "values" {
			continue
		}
		switch key {
		case "values":
			f.Values = field
		case "metadata":
			f.Metadata = field
		case "name":
			f.Name = field
		case "namespace":
			f.Namespace = field
		case "destination":
			f.readDestination(field)
		case "releaseName":
			f.ReleaseName = field
		case "storageNamespace":
			f.StorageNamespace = field
		case "source":
			f.Source = field
		case "sourceRef":
			f.SourceRef = field
		case "chart":
			f.Chart = field
		case "dependsOn":
			f.DependsOn = field
		case "wave":
			number, _ := strconv.ParseInt(field.Text(), 10, 32)
			f.Wave = int(number)
		case "suspend":
			f.Suspended = field.Text() == "true"
		}
	}
	return f
}

func (f *EntryFields) readDestination(destination tree.Node) {
	for field := range destination.Children() {
		if field.Kind() == tree.Null {
			continue
		}
		switch field.Key() {
		case "targetNamespace":
			f.Target = field
		case "cluster":
			f.cluster = field
		case "kubeConfig":
			f.kubeConfig = field
			f.kubeConfigName = validate.KubeConfigRef(field).Get("name")
		}
	}
}

// clusterName returns the name of the cluster that the entry itself names; empty for the hub.
func (f EntryFields) clusterName() string {
	if name := f.cluster.Text(); name != "" {
		return name
	}
	return validate.ClusterName(f.kubeConfigName)
}

// Location is where an entry goes.
type Location struct {
	Name      string // of the cluster; empty for the hub
	givenName string // the name that the author gave the cluster; empty when it is the name of the kubeConfig reference
	// kubeConfig is how the hub reaches the cluster; empty for the hub, and for a cluster that a hub need not reach.
	kubeConfig KubeConfigKey
	Server     string // the API server that has the entry's object; empty for the hub's
}

// KubeConfigKey is how Flux finds a kubeConfig: two equal ones are one cluster.
type KubeConfigKey struct{ Namespace, Kind, Name, Key string }

// kubeConfigKey returns the key of the instance's kubeConfig; empty without a kubeConfig. Without a key Flux looks for
// value and then for value.yaml, of which a Secret has one.
func (i Instance) kubeConfigKey() KubeConfigKey {
	found := KubeConfigKey{Namespace: i.hubNamespace(), Kind: "secretRef"}
	if i.Member != nil && i.Member.HasDocument() {
		if found.Name, found.Key = i.Member.KubeConfigSecret(); found.Name == "" {
			return KubeConfigKey{}
		}
	} else {
		ref := validate.KubeConfigRef(i.KubeConfig(nil))
		if !ref.Exists() {
			return KubeConfigKey{}
		}
		found.Kind, found.Name, found.Key = ref.Key(), ref.Get("name").Text(), ref.Get("key").Text()
	}
	if found.Key == "" || found.Key == "value.yaml" {
		found.Key = "value"
	}
	return found
}

// Called is the location in messages.
func (l Location) Called() string {
	if l.Name == "" {
		return "the hub"
	}
	return "the cluster " + l.Name
}

// Identity is what entries on one cluster have in common.
type Identity struct {
	GivenName  string
	KubeConfig KubeConfigKey
}

// Identities yields the identities of the cluster: by its name, where the author gave it or it has a folder, and by its
// kubeConfig. The hub has one of its own.
func (l Location) Identities() iter.Seq[Identity] {
	return func(yield func(Identity) bool) {
		name, key := cmp.Or(l.givenName, l.Server), l.kubeConfig
		if name != "" && !yield(Identity{GivenName: name}) {
			return
		}
		if name == "" || key != (KubeConfigKey{}) {
			yield(Identity{KubeConfig: key})
		}
	}
}

// Location returns where the instance goes.
func (i Instance) Location() Location {
	l := Location{Name: i.ClusterName(), kubeConfig: i.kubeConfigKey(), Server: i.server()}
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

// KubeConfig returns how the hub reaches the cluster; absent for the hub. The builder makes it for a cluster with a
// document.
func (i Instance) KubeConfig(b *tree.Builder) tree.Node {
	switch {
	case i.Member == nil:
		return i.Template.Field.kubeConfig
	case i.Member.Hub():
		return tree.Node{}
	}
	return i.Member.KubeConfigIn(b)
}

// server names the API server that has the instance's object: empty for the hub's. What must be unique, and what
// objects can refer to, is so on one of them.
func (i Instance) server() string {
	if i.Template.App.Standalone {
		return i.ClusterName()
	}
	return ""
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

// ObjectNamespace returns the namespace of the instance's object: on the hub hubNamespace, on the cluster itself the
// namespace of the entry or of the application.
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

// isFilledIn reports whether the entry has the ServiceAccount of tenancy, because neither it nor a layer names one.
func (t *Template) isFilledIn() bool {
	account := t.App.Account()
	return account.Text() != "" && t.Fields.Get(accountField).Same(account)
}

// HasAccount reports whether Flux acts for the object as the ServiceAccount of tenancy, whoever names it.
func (i Instance) HasAccount() bool {
	account := i.Template.App.Account().Text()
	return account != "" && i.Text(i.Template.Fields.Get(accountField)) == account
}
