package schema

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Member is a cluster of the fleet as it is written: in a document of its own, or among the clusters of an
// application. There may be a hundred thousand, so that a Member holds little and looks up the rest. The zero Member
// has no labels, annotations and parameters.
type Member struct {
	// Name is the name of the cluster.
	Name     string
	document *Document
	fields   tree.Node // the metadata of a document, or the item of clusters
	hub      bool
}

// Members returns the clusters that a document declares, in document order: itself if it is a cluster, or those among
// the clusters of an application. Clusters without a name are left out; a rule reports them. The list must not be
// changed.
func (d *Document) Members() []Member {
	if d.cluster != nil {
		return d.cluster[:]
	}
	return d.indexed().members
}

// Document returns the document that declares the cluster: its own, or an application.
func (m *Member) Document() *Document { return m.document }

// HasDocument reports whether the cluster has a document of its own.
func (m *Member) HasDocument() bool { return m.document != nil && m.document.class == ClassCluster }

// Hub reports whether the cluster is the one that Flux runs on.
func (m *Member) Hub() bool { return m.hub }

// Origin returns the name of the cluster as it is written.
func (m *Member) Origin() tree.Node { return m.fields.Get("name") }

// Namespace returns the namespace of the cluster's objects on the hub; absent if none is written.
func (m *Member) Namespace() tree.Node {
	if namespace := m.fields.Get("namespace"); namespace.Text() != "" {
		return namespace
	}
	return tree.Node{}
}

// Labels returns the labels of the cluster.
func (m *Member) Labels() tree.Node { return m.fields.Find("labels") }

// Annotations returns the annotations of the cluster.
func (m *Member) Annotations() tree.Node { return m.fields.Find("annotations") }

// Params returns the parameters of the cluster, which only an application can write.
func (m *Member) Params() tree.Node {
	if m.HasDocument() {
		return tree.Node{}
	}
	return m.fields.Find("params")
}

// KubeConfig returns how Flux reaches the cluster; absent for the hub, and where nothing says how.
func (m *Member) KubeConfig() tree.Node { return m.KubeConfigIn(tree.NewBuilder()) }

// KubeConfigIn is KubeConfig for many clusters. The value of a cluster with a document is made by the builder, each
// time: it would be the larger part of what is known of the cluster.
func (m *Member) KubeConfigIn(b *tree.Builder) tree.Node {
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

// KubeConfigKey returns how Flux finds the KubeConfig of the cluster, for an object of a namespace; the zero key
// without one.
func (m *Member) KubeConfigKey(namespace string) kinds.KubeConfigKey {
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

func (m *Member) login() login {
	if m.hub || !m.HasDocument() {
		return login{}
	}
	return m.document.login()
}

func (d *Document) addOwnMember() {
	if d.Name() != "" {
		metadata := d.Root().Get("metadata")
		isHub := d.inFleet(kinds.KubeSphereCluster) && metadata.At("labels", kinds.LabelHost).Exists()
		d.cluster = &[1]Member{{d.Name(), d, metadata, isHub}}
	}
}

func (x *index) addListed(d *Document) {
	list := d.spec.Get("clusters")
	x.members = make([]Member, 0, list.Len())
	for n := range list.Children() {
		m := Member{n.Get("name").Text(), d, n.Value(), n.Get("hub").Text() == "true"}
		if m.Name != "" {
			x.members = append(x.members, m)
		}
	}
}

// login is a reference of a cluster's kubeConfig: its field, what it names and where. Without a name it is not written.
type login struct {
	field, name, key string
	node             tree.Node
}

func (d *Document) login() login {
	annotations, name := d.Root().At("metadata", "annotations"), d.Root().At("metadata", "name")
	if given := annotations.Get(kinds.AnnotationKubeConfig); given.Text() != "" {
		secret, key, _ := strings.Cut(given.Text(), "/")
		return login{"secretRef", secret, key, given}
	}
	given := annotations.Get(kinds.AnnotationKubeConfigMap)
	switch {
	case given.Text() != "":
		return login{"configMapRef", given.Text(), "", given}
	case d.inFleet(kinds.KubeSphereCluster): // KubeSphere names the Secret like the cluster
		return login{"secretRef", d.Name(), "", name}
	case d.inFleet(kinds.ClusterAPICluster): // https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
		return login{"secretRef", d.Name() + "-kubeconfig", "", name}
	}
	return login{node: name}
}

func (d *Document) inFleet(kind *kinds.Kind) bool { return d.class == ClassCluster && d.means == kind }
