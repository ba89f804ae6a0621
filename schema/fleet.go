package schema

import "github.com/fluxapp-dev/fluxapp/schema/tree"

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
	var plain plainClusters
	var classes labelClasses
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
