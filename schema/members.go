package schema

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Member is a cluster of the fleet as it is written: in a document of its own, or among the clusters of an application. There may be a
// hundred thousand, so that a Member holds little and looks up the rest. The zero Member has no labels, annotations and parameters.
type Member struct {
	// Name is the name of the cluster.
	Name       string
	document   *Document
	fields     tree.Node // the metadata of a document, or the item of clusters
	hub        bool
	namespaced bool
}

// Members returns the clusters that a document declares, in document order: itself if it is a cluster, or those among the clusters of an
// application. Clusters without a name are left out; a rule reports them. The list must not be changed.
func (d *Document) Members() []Member { return d.indexed().members }

// InOrder reports whether the Members of an application are sorted by their names, all names differ, and none is a Hub. Such clusters
// need no further check as a fleet.
func (d *Document) InOrder() bool { return d.indexed().membersInOrder }

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
	if !m.namespaced {
		return tree.Node{}
	}
	return m.fields.Get("namespace")
}

// Namespaced reports whether the cluster has a Namespace.
func (m *Member) Namespaced() bool { return m.namespaced }

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

// KubeConfig returns how Flux reaches the cluster; absent for the hub, and for a cluster that nobody can reach, or need.
func (m *Member) KubeConfig() tree.Node {
	if m.HasDocument() {
		return m.document.indexed().kubeConfig
	}
	return m.fields.Get("kubeConfig").Value()
}

// addMembers adds the clusters that a document declares, with a builder for what is made of them.
func (x *index) addMembers(d *Document, b *tree.Builder) {
	switch d.class {
	case ClassCluster:
		x.addOwnMember(d, b)
	case ClassApplication:
		x.addListed(d)
	}
}

// addOwnMember adds the cluster that a document is.
func (x *index) addOwnMember(d *Document, b *tree.Builder) {
	if d.Name() == "" {
		return
	}
	x.members = []Member{{d.Name(), d, d.Root().Get("metadata"), d.isHub(), d.Namespace() != ""}}
	if name, key, node := d.kubeConfigSecret(); name != "" && !d.isHub() {
		ref := []tree.Field{{Key: "name", Value: b.String(name, node)}}
		if key != "" {
			ref = append(ref, tree.Field{Key: "key", Value: b.String(key, node)})
		}
		x.kubeConfig = b.Map(node, tree.Field{Key: "secretRef", Value: b.Map(node, ref...)})
	}
}

// addListed adds the clusters that an application lists.
func (x *index) addListed(d *Document) {
	list := d.spec.Get("clusters")
	x.members, x.membersInOrder = make([]Member, 0, list.Len()), true
	for n := range list.Children() {
		m := Member{n.Get("name").Text(), d, n.Value(), n.Get("hub").Text() == "true", n.Get("namespace").Text() != ""}
		if m.Name == "" {
			continue
		}
		if last := len(x.members) - 1; last >= 0 && x.members[last].Name >= m.Name || m.hub {
			x.membersInOrder = false
		}
		x.members = append(x.members, m)
	}
}

// isHub reports whether the document is that of the cluster that Flux runs on.
func (d *Document) isHub() bool {
	return d.inFleet(kinds.KubeSphereCluster) && d.Root().At("metadata", "labels", v1alpha1.LabelHost).Exists()
}

// kubeConfigSecret returns the Secret with the kubeconfig of the document of a cluster, and the key in it where one is written. Node is
// where it is written. The name is empty when it is written nowhere.
func (d *Document) kubeConfigSecret() (name, key string, node tree.Node) {
	if given := d.Root().At("metadata", "annotations", v1alpha1.AnnotationKubeConfig); given.Text() != "" {
		name, key, _ = strings.Cut(given.Text(), "/")
		return name, key, given
	}
	node = d.Root().At("metadata", "name")
	switch {
	case d.inFleet(kinds.KubeSphereCluster): // KubeSphere names the Secret like the cluster
		return d.Name(), "", node
	case d.inFleet(kinds.ClusterAPICluster): // https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
		return d.Name() + "-kubeconfig", "", node
	}
	return "", "", node
}

func (d *Document) inFleet(of *kinds.Kind) bool { return d.class == ClassCluster && d.means == of }
