package schema

import (
	"encoding/binary"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

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

// Members returns the clusters that a document says: itself if it is one of a fleet, and those that an application writes, in their
// order. One without a name is refused, and none of them. They are not to be changed.
func (d *Document) Members() []Member { return d.saidFleet().members }

// InOrder reports whether the Members that an application writes are in the order of their names, of which no two are alike, and none
// is a Hub: nothing is wrong with them as a fleet.
func (d *Document) InOrder() bool { return d.saidFleet().inOrder }

// saidFleet is what a document says of clusters.
type saidFleet struct {
	members []Member
	inOrder bool
}

func (d *Document) saidFleet() saidFleet { return d.asKnown().fleet }

// readFleet reads the clusters that a document says, with a builder for what is kept of them.
func (d *Document) readFleet(b *tree.Builder) saidFleet {
	switch d.Class {
	case Fleet:
		return saidFleet{members: d.ownMember(b)}
	case App:
		return d.readClusters(d.Spec.Get("clusters"))
	}
	return saidFleet{}
}

// ownMember returns the cluster that a document of a fleet is.
func (d *Document) ownMember(b *tree.Builder) []Member {
	if d.Name == "" {
		return nil
	}
	fields := d.Root.Get("metadata")
	f := &form{document: d, first: fields, name: fields.Get("name"), hub: d.isHub(), namespaced: d.Namespace != ""}
	if name, key, node := d.kubeConfigSecret(); name != "" && !f.hub {
		ref := []tree.Field{{Key: "name", Value: b.String(name, node)}}
		if key != "" {
			ref = append(ref, tree.Field{Key: "key", Value: b.String(key, node)})
		}
		f.kubeConfig = b.Map(node, tree.Field{Key: "secretRef", Value: b.Map(node, ref...)})
		f.secret = onlySecret(f.kubeConfig)
	}
	return []Member{{Name: d.Name, form: f}}
}

// readClusters reads the clusters that an application writes. Twins are read, and judged, by their names.
func (d *Document) readClusters(written tree.Node) saidFleet {
	said := saidFleet{inOrder: true}
	count := written.Len()
	if count == 0 {
		return said
	}
	said.members = make([]Member, 0, count)
	var last Member // that others may be like
	var classes labelClasses
	for n := range written.Children() {
		m := last.like(n)
		if m.form == nil {
			m = d.readCluster(n)
			last = m
			classes.begin(m)
		}
		if m.Name == "" {
			continue
		}
		if len(said.members) > 0 && said.members[len(said.members)-1].Name >= m.Name || m.form.hub {
			said.inOrder = false
		}
		m.class = classes.of(&m)
		said.members = append(said.members, m)
	}
	return said
}

// readCluster reads a cluster that an application writes.
func (d *Document) readCluster(n tree.Node) Member {
	f := &form{document: d, first: n.Value(), shared: true}
	m := Member{form: f}
	for field := range n.Children() {
		switch field.Key() {
		case "name":
			m.Name, f.name = field.Text(), n.Get("name")
		case "namespace":
			f.namespaced, f.shared = field.Text() != "", false
		case "hub":
			f.hub, f.shared = field.Text() == "true", false
		case "kubeConfig":
			f.kubeConfig = n.Get("kubeConfig").Value()
			f.secret = onlySecret(f.kubeConfig).Value()
		}
	}
	for _, at := range []tree.Node{f.name, f.kubeConfig, f.secret} {
		f.shared = f.shared && (!at.Exists() || at.Value().Within(f.first) > 0) // and behind no alias
	}
	f.shared = f.shared && m.Name != ""
	return m
}

// like reads a cluster that is the twin of m, or of what m is the twin of; it has no form when it is neither.
func (m *Member) like(n tree.Node) Member {
	if m.form == nil || !m.form.shared || n.Twin() != m.form.first {
		return Member{}
	}
	like := Member{form: m.form, number: int32(n.Value().Within(m.form.first))}
	like.Name = like.Origin().Text()
	return like
}

// onlySecret returns the name of the Secret of a kubeConfig that is nothing else.
func onlySecret(kubeConfig tree.Node) tree.Node {
	ref := kubeConfig.First()
	if ref.Key() != "secretRef" || ref.Next().Exists() {
		return tree.Node{}
	}
	name := ref.First()
	if name.Key() != "name" || name.Next().Exists() || name.Kind() != tree.String {
		return tree.Node{}
	}
	return name
}

// labelClasses tells the labels of clusters apart that are written alike.
type labelClasses struct {
	labels []tree.Node // of the first one, that others may have otherwise
	ids    map[string]int32
	key    []byte
	last   int32
}

// begin begins with the clusters that are like another one.
func (c *labelClasses) begin(first Member) {
	if c.ids == nil {
		c.ids = map[string]int32{}
	}
	clear(c.ids)
	c.labels = c.labels[:0]
	for label := range first.Labels().Children() {
		if label = label.Value(); label.Within(first.form.first) > 0 { // else it is an alias, and the same for all
			c.labels = append(c.labels, label)
		}
	}
}

// of returns the class of a cluster; 0 when there are too many.
func (c *labelClasses) of(m *Member) int32 {
	if c.last == maxLabelClasses {
		return 0
	}
	c.key = c.key[:0]
	for _, label := range c.labels {
		text := m.own(label).Text()
		c.key = append(binary.AppendUvarint(c.key, uint64(len(text))), text...)
	}
	id, known := c.ids[string(c.key)]
	if !known {
		c.last++
		id = c.last
		c.ids[string(c.key)] = id
	}
	return id
}

// maxLabelClasses is how many classes a document has at most: where each cluster has labels of its own, there is nothing to gain.
const maxLabelClasses = 1000

// isHub reports whether a document of a fleet is that of the cluster that Flux runs on.
func (d *Document) isHub() bool {
	return d.inFleet(kinds.KubeSphereCluster) && d.Root.At("metadata", "labels", v1alpha1.LabelHost).Exists()
}

// kubeConfigSecret returns the Secret with the kubeconfig of a document of a fleet, and the key in it where that is said. Node is
// what says it. The name is empty when nothing does.
func (d *Document) kubeConfigSecret() (name, key string, node tree.Node) {
	if given := d.Root.At("metadata", "annotations", v1alpha1.AnnotationKubeConfig); given.Text() != "" {
		name, key, _ = strings.Cut(given.Text(), "/")
		return name, key, given
	}
	node = d.Root.At("metadata", "name")
	switch {
	case d.inFleet(kinds.KubeSphereCluster): // KubeSphere names the Secret like the cluster
		return d.Name, "", node
	case d.inFleet(kinds.ClusterAPICluster): // https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
		return d.Name + "-kubeconfig", "", node
	}
	return "", "", node
}

func (d *Document) inFleet(of *kinds.Kind) bool { return d.Class == Fleet && d.means == of }
