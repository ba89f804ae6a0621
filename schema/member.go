package schema

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// Member is a cluster of a fleet as it is written: as a document of its own, or among the clusters of an application. There may be a
// hundred thousand: what is asked of few is looked up. [Document.Members] hands them out; the zero Member has no labels, annotations and
// parameters.
type Member struct {
	// Name is what the cluster is called.
	Name   string
	fields tree.Node // the metadata of a document, or what an application writes of the cluster
	form   *form
}

// form is what clusters have in common that are twins, as package tree has it, of which the first one is described.
type form struct {
	document   *Document
	first      tree.Node // its fields
	name       tree.Node
	kubeConfig tree.Node
	secret     tree.Node // the name of the Secret, of a kubeConfig that is that and nothing else
	hub        bool
	namespaced bool
	shared     bool // twins can have it
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
	return m.fields.Get("namespace")
}

// Namespaced reports whether the cluster has a Namespace.
func (m *Member) Namespaced() bool { return m.form.namespaced }

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
func (m *Member) KubeConfig() tree.Node { return m.own(m.form.kubeConfig) }

// Secret returns the name of the Secret, of a KubeConfig that is that and nothing else; absent for others.
func (m *Member) Secret() tree.Node { return m.own(m.form.secret) }

// own returns what stands in the cluster where n stands in the one that its form describes.
func (m *Member) own(n tree.Node) tree.Node {
	if m.fields == m.form.first || !n.Exists() {
		return n
	}
	return m.fields.Number(n.Within(m.form.first))
}

// Alike reports whether two clusters are written alike: with the same keys. What stands in both has one [Member.Number].
func (m *Member) Alike(other *Member) bool { return m.form == other.form }

// Number returns the number of a value that stands in the cluster, which is its own Value; negative for one that all have that are
// Alike, because it is an alias.
func (m *Member) Number(n tree.Node) int { return n.Within(m.fields) }

// At returns the value of a number.
func (m *Member) At(number int) tree.Node { return m.fields.Number(number) }

// Members returns the clusters that a document says: itself if it is one of a fleet, and those that an application writes, in their
// order. One without a name is refused, and none of them.
func (d *Document) Members() []Member { return d.saidFleet().members }

// InOrder reports whether the Members are in the order of their names, of which no two are alike, and none is a Hub.
func (d *Document) InOrder() bool { return d.saidFleet().inOrder }

// saidFleet is what a document says of clusters.
type saidFleet struct {
	members []Member
	inOrder bool
	unsure  []tree.Node // clusters of which rules may have something to say
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
	f := &form{document: d, first: fields, name: fields.Get("name"), hub: d.IsHub(), namespaced: d.Namespace != ""}
	if name, key, node := d.KubeConfigSecret(); name != "" && !f.hub {
		ref := []tree.Field{{Key: "name", Value: b.String(name, node)}}
		if key != "" {
			ref = append(ref, tree.Field{Key: "key", Value: b.String(key, node)})
		}
		f.kubeConfig = b.Map(node, tree.Field{Key: "secretRef", Value: b.Map(node, ref...)})
		f.secret = onlySecret(f.kubeConfig)
	}
	return []Member{{d.Name, fields, f}}
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
	var plain plainClusters
	for n := range written.Children() {
		switch {
		case n.Kind() != tree.Map, plain.has(n):
		case plainCluster(n):
			plain = newPlainClusters(n)
		default:
			said.unsure = append(said.unsure, n)
		}
		m := last.like(n)
		if m.form == nil {
			m = d.readCluster(n)
			last = m
		}
		if m.Name == "" {
			continue
		}
		if len(said.members) > 0 && said.members[len(said.members)-1].Name >= m.Name || m.form.hub {
			said.inOrder = false
		}
		said.members = append(said.members, m)
	}
	return said
}

// readCluster reads a cluster that an application writes.
func (d *Document) readCluster(n tree.Node) Member {
	f := &form{document: d, first: n.Value()}
	m := Member{fields: f.first, form: f}
	f.shared = true
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
	like := Member{fields: n.Value(), form: m.form}
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
