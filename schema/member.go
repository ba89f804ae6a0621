package schema

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// Member is a cluster of a fleet as it is written: as a document of its own, or among the clusters of an application. There may be a
// hundred thousand: what is asked of few is looked up. [Document.Members] hands them out; the zero Member has no labels, annotations and
// parameters.
type Member struct {
	// Name is what the cluster is called.
	Name   string
	form   *form
	number int32 // how far behind what the form describes the cluster stands, as package tree numbers twins
	class  int32
}

// form is what clusters have in common that are twins, as package tree has it, of which the first one is described.
type form struct {
	document   *Document
	first      tree.Node // its fields: the metadata of a document, or what an application writes of the cluster
	name       tree.Node
	kubeConfig tree.Node
	secret     tree.Node // the name of the Secret, of a kubeConfig that is that and nothing else
	hub        bool
	namespaced bool
	shared     bool // twins can have it
}

// fields returns what is written of the cluster.
func (m *Member) fields() tree.Node {
	if m.form == nil {
		return tree.Node{}
	}
	return m.own(m.form.first)
}

// own returns what stands in the cluster where n stands in the one that its form describes.
func (m *Member) own(n tree.Node) tree.Node {
	if !n.Exists() {
		return n
	}
	return n.Number(int(m.number))
}

// Document returns the document that says the cluster: its own, or an application.
func (m *Member) Document() *Document { return m.form.document }

// HasDocument reports whether the cluster has a document of its own.
func (m *Member) HasDocument() bool { return m.form != nil && m.form.document.Class == Fleet }

// Hub reports whether the cluster is the one that Flux runs on.
func (m *Member) Hub() bool { return m.form.hub }

// Origin returns where the name of the cluster stands.
func (m *Member) Origin() tree.Node { return m.own(m.form.name) }

// Namespace returns the namespace of the cluster's objects on the hub, where one is written; absent elsewhere.
func (m *Member) Namespace() tree.Node {
	if !m.form.namespaced {
		return tree.Node{}
	}
	return m.fields().Get("namespace")
}

// Namespaced reports whether the cluster has a Namespace.
func (m *Member) Namespaced() bool { return m.form.namespaced }

// Labels returns the labels of the cluster.
func (m *Member) Labels() tree.Node { return m.fields().Find("labels") }

// Annotations returns the annotations of the cluster.
func (m *Member) Annotations() tree.Node { return m.fields().Find("annotations") }

// Params returns the parameters of the cluster, which only an application can write.
func (m *Member) Params() tree.Node {
	if m.HasDocument() {
		return tree.Node{}
	}
	return m.fields().Find("params")
}

// KubeConfig returns how Flux reaches the cluster; absent for the hub, and for a cluster that nobody can reach, or need.
func (m *Member) KubeConfig() tree.Node { return m.own(m.form.kubeConfig) }

// Secret returns the name of the Secret, of a KubeConfig that is that and nothing else; absent for others.
func (m *Member) Secret() tree.Node { return m.own(m.form.secret) }

// Alike reports whether two clusters are known to be written alike, so that what one has the other has too.
func (m *Member) Alike(other *Member) bool { return m.form == other.form }

// LabelClass returns the number of a class of clusters: those of one document and one class have the same labels. Clusters that are
// written otherwise may have them too. It is 0 for a cluster of no class, of which nothing is known.
func (m *Member) LabelClass() int { return int(m.class) }
