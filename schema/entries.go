package schema

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Entries returns the workload of an application and its entries, in the order of the document. Both are empty when the
// document does not say which workload it is.
func (d facts) Entries() (kinds.WorkloadField, []tree.Node) {
	return d.indexed().workload, slices.Clip(d.indexed().entries)
}

// Chart returns the chart that all entries of the application release; absent when there is none.
func (d facts) Chart() tree.Node { return d.spec.At("config", "helmRelease", "chart") }

// CommonMetadata returns the labels and annotations for every object of the application; absent when there are none.
func (d facts) CommonMetadata() tree.Node { return d.spec.Get("commonMetadata") }

// TemplateName returns the node of the template's name; absent when the application names none.
func (d facts) TemplateName() tree.Node { return d.spec.At("config", "helmRelease", "template") }

// SharesChart reports whether releases refer to one HelmChart for each distinct chart.
func (d facts) SharesChart() bool {
	return d.spec.At("config", "helmRelease", "shareChart").Text() == "true"
}

// Standalone reports whether Flux runs in each of the application's clusters, rather than on a hub that reaches them.
func (d facts) Standalone() bool { return d.spec.Get("topology").Text() == "Standalone" }

// HasWaves reports whether an entry or a layer of the application says a wave, 0 included. It does not depend on the
// clusters that there are: one more or less changes what it alone is about.
func (d facts) HasWaves() bool {
	return d.indexed().wave || slices.ContainsFunc(d.layers(), hasWave)
}

// MayMentionReferences reports whether the text may have references: most texts need not be searched.
func (d facts) MayMentionReferences() bool { return d.mentions.reference }

// MayMentionSlips reports whether the text of the document may have what is nearly a reference.
func (d facts) MayMentionSlips() bool { return d.mentions.slip }

// MayMentionRemovals reports whether the text of the document may have $(remove), or its escape.
func (d facts) MayMentionRemovals() bool { return d.mentions.removal }

// MayMentionVariables reports whether the text of the document may have a variable of Flux: ${…}.
func (d facts) MayMentionVariables() bool { return d.Document != nil && d.mentions.variable }

// MergesLists reports whether an entry or a layer has a key with an operator, as patches+, or in values its escape.
func (d facts) MergesLists() bool { return d.grows }

// HasReferences reports whether entries, layers or what the entries share have references, which vary by cluster.
func (d facts) HasReferences() bool {
	return d.mentions.reference && slices.ContainsFunc(append(d.EntriesAndLayers(), d.Shared()...), names.HasReferences)
}

// Shared returns what the application writes once for all entries, with references that are replaced for each.
func (d facts) Shared() []tree.Node {
	return []tree.Node{d.spec.Get("source"), d.spec.Get("sources"), d.Chart(), d.TemplateName(), d.CommonMetadata()}
}

// VariesSource reports whether clusters may have different specs of the source that all entries share: a layer has a
// source, or the source has references. It does not depend on the entries and clusters that there are.
func (d facts) VariesSource() bool {
	return d.mentions.reference && names.HasReferences(d.spec.Get("source")) || slices.ContainsFunc(d.layers(), hasSource)
}

// VariesSourceSpec is facts.VariesSource without the namespace and the file of the source.
func (d facts) VariesSourceSpec() bool {
	has := func(source tree.Node, asked func(tree.Node) bool) bool {
		if source.Kind() != tree.Map {
			return asked(source)
		}
		return each.Any(source.Children(), func(field tree.Node) bool {
			return field.Key() != "namespace" && field.Key() != "file" && asked(field)
		})
	}
	return has(d.spec.Get("source"), names.HasReferences) || slices.ContainsFunc(d.layers(),
		func(layer tree.Node) bool { return has(layer.Get("source"), tree.Node.Exists) })
}

// LayersSource reports whether the source of the application is the lowest layer of its entries: it varies, or there
// are more sources, or an entry has a source, or an entry or a layer names a source without its kind,
// which is the kind of the layers below.
func (d facts) LayersSource() bool {
	return d.VariesSource() || d.spec.Get("sources").Exists() || d.indexed().ownSource ||
		slices.ContainsFunc(d.layers(), namesSource)
}

func hasWave(entry tree.Node) bool { return entry.Get("wave").Exists() }

func hasSource(entry tree.Node) bool { return entry.Get("source").Exists() }

func namesSource(entry tree.Node) bool {
	ref := entry.Get("sourceRef")
	return ref.Kind() == tree.Map && !ref.Get("kind").Exists()
}

// Defaults returns the fields that lie below every entry of the application, or of a base's applications; absent when
// there are none. The defaults of an application's bases are not among them.
func (d facts) Defaults() tree.Node { return d.spec.At("config", "defaults") }

// Overrides returns the layers above the entries, in the order in which they are laid.
func (d facts) Overrides() (layers []tree.Node) {
	layers = slices.Collect(d.spec.At("config", "overrides").Children())
	return each.Only(layers, func(layer tree.Node) bool { return layer.Kind() == tree.Map })
}

// EntriesAndLayers returns what merged entries are made of: the entries, and the layers here and of the bases.
func (d facts) EntriesAndLayers() []tree.Node {
	_, entries := d.Entries()
	return append(entries, d.layers()...)
}

func (d *Document) layers() []tree.Node {
	all := append([]tree.Node{d.Facts().Defaults()}, d.Facts().Overrides()...)
	for _, base := range d.Facts().Bases() {
		all = append(append(all, base.Facts().Defaults()), base.Facts().Overrides()...)
	}
	return all
}

// QuotesVariables reports whether a variable of the application holds a quote and nothing else. Its author knows how
// to keep a string a string: "${quote}${n}${quote}".
func (d facts) QuotesVariables() bool {
	isQuote := func(variable tree.Node) bool { return variable.Text() == `"` || variable.Text() == "'" }
	return each.Any(d.Variables, isQuote)
}

// Variables yields what the entries and layers of the application write in postBuild.substitute.
func (d facts) Variables(yield func(tree.Node) bool) {
	for _, n := range d.EntriesAndLayers() {
		for variable := range n.At("postBuild", "substitute").Children() {
			if !yield(variable) {
				return
			}
		}
	}
}

// Member is a cluster of the fleet as it is written: in a document of its own, or among the clusters of an
// application. There may be a hundred thousand, so that a Member holds little and looks up the rest. The zero Member
// has no labels, annotations and parameters.
type Member struct {
	// Name is the name of the cluster.
	Name     string
	document *Document
	fields   tree.Node // the metadata of a document, or the item of clusters
	hub      bool
	reached  *login // what a run has found out; nil where the document says it
}

// memberFacts are what packages render and krmfn ask of a cluster. It has the methods of the cluster too.
type memberFacts struct{ *Member }

// Facts is for fluxapp itself, and public because packages render and krmfn need it: see [Document.Facts].
func (m *Member) Facts() memberFacts { return memberFacts{m} }

// Members returns the clusters that a document declares, in document order: itself if it is a cluster, or those among
// the clusters of an application. Clusters without a name are left out; a rule reports them. Do not change the list.
func (d *Document) Members() []Member {
	if d.cluster != nil {
		return d.cluster[:]
	}
	return d.indexed().members
}

// Document returns the document that declares the cluster: its own, or an application.
func (m *Member) Document() *Document { return m.document }

// HasDocument reports whether the cluster has a document of its own.
func (m memberFacts) HasDocument() bool { return m.document != nil && m.document.class == ClassCluster }

// Hub reports whether the cluster is the one that Flux runs on.
func (m *Member) Hub() bool { return m.hub }

// Origin returns the name of the cluster as it is written.
func (m *Member) Origin() tree.Node { return m.fields.Get("name") }

// Namespace returns the namespace of the cluster's objects on the hub; absent if none is written.
func (m *Member) Namespace() tree.Node {
	namespace := m.fields.Get("namespace")
	if m.reached != nil || m.Facts().HasDocument() && m.document.Facts().OtherFleet() != "" {
		namespace = cmp.Or(m.login().namespace, namespace) // Flux reads a Secret beside its object
	}
	if namespace.Text() != "" {
		return namespace
	}
	return tree.Node{}
}

// Labels returns the labels of the cluster.
func (m *Member) Labels() tree.Node { return m.fields.Find("labels") }

// Annotations returns the annotations of the cluster.
func (m *Member) Annotations() tree.Node { return m.fields.Find("annotations") }

// Params returns the parameters of the cluster: those of an application, or the properties and version of a status.
func (m *Member) Params() tree.Node {
	if m.Facts().HasDocument() {
		return m.document.params
	}
	return m.fields.Find("params")
}

func (d *Document) properties() tree.Node {
	at := d.means.Inventory.Properties
	if at == (kinds.Path{}) {
		return tree.Node{}
	}
	list, params := at.In(d.Root().At), []tree.Field{{Key: "version", Value: d.Root().At("status", "version")}}
	for property := range list.Children() { // one called version wins
		params = append(params, tree.Field{Key: property.Get("name").Text(), Value: property.Get("value")})
	}
	return tree.NewBuilder().Map(cmp.Or(list, params[0].Value), params...)
}

// ReachedBy returns the cluster of a document with a login that the document does not have: a reference of a
// kubeConfig, secretRef or configMapRef, to an object of a name, a key where it needs one, and its namespace; the last
// absent where that is the namespace of whoever refers to it. Origin is the value that says so.
func (m memberFacts) ReachedBy(field, name, key string, namespace, origin tree.Node) *Member {
	reached := *m.Member
	reached.reached = &login{field, name, key, namespace, origin}
	return &reached
}

// Accesses yields the access providers of the document of a cluster, the most important one first, with their names.
func (m memberFacts) Accesses(yield func(name string, provider tree.Node) bool) {
	if !m.HasDocument() {
		return
	}
	inventory := m.document.means.Inventory
	for _, list := range inventory.Access {
		for n := range list.In(m.document.Root().At).Children() {
			if name := cmp.Or(n.Get("name").Text(), inventory.Provider); name != "" && !yield(name, n) {
				return
			}
		}
	}
}

// KubeConfig returns how Flux reaches the cluster; absent for the hub, and where nothing says how.
func (m *Member) KubeConfig() tree.Node { return m.Facts().KubeConfigIn(tree.NewBuilder()) }

// KubeConfigIn is KubeConfig for many clusters. The value of a cluster with a document is made by the builder, each
// time: it would be the larger part of what is known of the cluster.
func (m memberFacts) KubeConfigIn(b *tree.Builder) tree.Node {
	if !m.HasDocument() {
		return m.fields.Get("kubeConfig").Value()
	}
	how := m.login()
	if how.name == "" {
		return tree.Node{}
	}
	ref := []tree.Field{{Key: "name", Value: b.String(how.name, how.node)}}
	if how.key != "" {
		ref = append(ref, tree.Field{Key: "key", Value: b.String(how.key, how.node)})
	}
	return b.Map(how.node, tree.Field{Key: how.field, Value: b.Map(how.node, ref...)})
}

// KubeConfigKey returns how Flux finds the KubeConfig of the cluster, for an object of a namespace; or the zero key.
func (m memberFacts) KubeConfigKey(namespace string) kinds.KubeConfigKey {
	if !m.HasDocument() {
		return kinds.KubeConfigKeyOf(m.fields.Get("kubeConfig").Value(), namespace)
	}
	switch how := m.login(); {
	case how.name == "":
		return kinds.KubeConfigKey{}
	case how.field == "configMapRef":
		return kinds.KubeConfigKey{Namespace: namespace, Kind: kinds.ConfigMap, Name: how.name}
	default:
		return kinds.SecretKey(namespace, how.name, how.key)
	}
}

// itself returns the cluster of a document. A cluster of Argo CD is called as the data of its Secret say.
func (d *Document) itself() *[1]Member {
	metadata, secret := d.Root().Get("metadata"), d.Root().At("data", "name")
	isHub := d.means == kinds.KubeSphereCluster && metadata.At("labels", kinds.LabelHost).Exists()
	name, plain := d.Name(), d.Root().At("stringData", "name")
	if d.Facts().OtherFleet() != "" && d.Kind() == kinds.Secret && (plain.Exists() || secret.Exists()) {
		decoded, _ := base64.StdEncoding.DecodeString(secret.Text()) // of another text, metadata have the name
		name = cmp.Or(plain.Text(), string(decoded), name)
		b := tree.NewBuilder()
		metadata = b.Map(metadata, append(b.Without(metadata, "name").Fields(),
			tree.Field{Key: "name", Value: b.String(name, cmp.Or(plain, secret))})...)
	}
	d.params = d.properties()
	return &[1]Member{{name, d, metadata, isHub, nil}}
}

func (m *Member) login() login {
	switch {
	case m.hub || !m.Facts().HasDocument():
		return login{}
	case m.reached != nil:
		return *m.reached
	}
	return m.document.login()
}

func (x *index) addListed(d *Document) {
	list := d.spec.Get("clusters")
	x.members = make([]Member, 0, list.Len())
	for n := range list.Children() {
		m := Member{n.Get("name").Text(), d, n.Value(), n.Get("hub").Text() == "true", nil}
		if m.Name != "" {
			x.members = append(x.members, m)
		}
	}
}

// login is a reference of a cluster's kubeConfig: its field, what it names and where. Without a name it is not written.
type login struct {
	field, name, key string
	namespace, node  tree.Node
}

func (d *Document) login() login {
	root := d.Root()
	annotations, name := root.At("metadata", "annotations"), root.At("metadata", "name")
	inventory, named, key := &d.means.Inventory, tree.Node{}, ""
	if inventory.Of != "" { // the others name no Secret, and are many
		named, key = inventory.Secret.In(root.At), inventory.SecretKey.In(root.At).Text()
	}
	secret, keyOfSecret, _ := strings.Cut(annotations.Get(kinds.AnnotationKubeConfig).Text(), "/")
	configMap := annotations.Get(kinds.AnnotationKubeConfigMap)
	switch {
	case secret != "":
		return login{"secretRef", secret, keyOfSecret, tree.Node{}, annotations.Get(kinds.AnnotationKubeConfig)}
	case configMap.Text() != "":
		return login{"configMapRef", configMap.Text(), "", tree.Node{}, configMap}
	case inventory.Keyed && key == "":
	case named.Text() != "":
		return login{"secretRef", named.Text(), key, inventory.SecretNamespace.In(root.At), named}
	case inventory.Named != "":
		return login{"secretRef", strings.Replace(inventory.Named, "NAME", d.Name(), 1), key, tree.Node{}, name}
	}
	return login{node: name}
}

// index is what is asked of an application or a base many times, and takes long to find.
type index struct {
	workload  kinds.WorkloadField
	entries   []tree.Node
	members   []Member
	markers   []Marker
	wave      bool // an entry has one
	ownSource bool // an entry has a source, or names one without its kind

	// Of an application that OnBases has made: what it was before, and its bases, the lowest first.
	written *Document
	bases   []*Document
}

func (d *Document) ownIndex() *index {
	if d.index == nil {
		d.index = &index{}
	}
	return d.index
}

func (d *Document) buildIndex() {
	d.ownIndex().addListed(d)
	config := d.spec.Get("config")
	d.index.workload = check.WorkloadOf(config)
	if list := config.At(d.index.workload.Path()...); list.Kind() == tree.List {
		d.index.entries = slices.Collect(list.Children())
	}
	for _, entry := range d.index.entries {
		d.index.wave = d.index.wave || hasWave(entry)
		d.index.ownSource = d.index.ownSource || hasSource(entry) || namesSource(entry)
	}
}
