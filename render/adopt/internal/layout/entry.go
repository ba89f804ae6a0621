package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// reached is a member as the document makes it.
type reached struct {
	Member
	fields     tree.Node // of its entry, without what chooses the cluster
	kubeConfig tree.Node
	hub        bool   // no cluster of a name, but the hub itself
	inFleet    bool   // the documents of the run have the cluster, and Flux reaches it as they tell
	taken      bool   // they have a cluster of this name
	home       string // the namespace of the objects of the cluster, where its document has one
}

type reader struct {
	group Group
	b     *tree.Builder
}

// readAll returns the members in the order of their clusters.
func (r reader) readAll() []reached {
	all := make([]reached, len(r.group.Members))
	for i, m := range r.group.Members {
		all[i] = r.read(m)
	}
	slices.SortStableFunc(all, func(x, y reached) int {
		name := func(m reached) string { return m.Object.At("metadata", "name").Text() }
		namespace := func(m reached) string { return m.Object.At("metadata", "namespace").Text() }
		return cmp.Or(cmp.Compare(x.Cluster, y.Cluster), cmp.Compare(namespace(x), namespace(y)),
			cmp.Compare(name(x), name(y)))
	})
	r.unpin(all, "namespace", r.derivedNamespace)
	r.unpin(all, "name", r.derivedName)
	return all
}

func (r reader) read(m Member) reached {
	spec, metadata := m.Object.Get("spec"), m.Object.Get("metadata")
	made := reached{Member: m, kubeConfig: spec.Get("kubeConfig")}
	made.hub = r.group.Standalone && m.Cluster == "" || !r.group.Standalone && !made.kubeConfig.Exists()
	r.find(&made)
	fields := []tree.Field{
		{Key: "name", Value: metadata.Get("name")},
		{Key: "namespace", Value: metadata.Get("namespace")},
		{Key: "metadata", Value: r.metadata(metadata)},
	}
	for field := range spec.Children() {
		fields = append(fields, r.field(field)...)
	}
	fields = append(fields, r.leftOpen(spec)...)
	made.fields = r.b.Map(tree.Node{}, fields...)
	return made
}

// find looks up the cluster among the documents of the run.
func (r reader) find(m *reached) {
	for i := range r.group.Fleet {
		known := &r.group.Fleet[i]
		switch {
		case r.group.Standalone && known.Name == m.Cluster:
			m.inFleet = true
		case m.hub && known.Hub() && !r.group.Standalone, known.Name == m.Cluster && m.kubeConfig.Exists() &&
			equal(m.kubeConfig, known.KubeConfig()):
			m.inFleet, m.Cluster, m.home = true, known.Name, known.Namespace().Text()
		}
		m.taken = m.taken || known.Name == m.Cluster
	}
}

// leftOpen returns the nulls that keep fluxapp from filling in what Flux requires, where the object does not have it.
func (r reader) leftOpen(spec tree.Node) (fields []tree.Field) {
	for _, key := range r.group.Kind.Filled {
		if !spec.Get(key).Exists() {
			fields = append(fields, tree.Field{Key: key, Value: r.b.Null(tree.Node{})})
		}
	}
	return fields
}

func (r reader) metadata(n tree.Node) tree.Node {
	var fields []tree.Field
	for _, key := range []string{"labels", "annotations"} {
		if value := r.literal(n.Get(key), false); value.First().Exists() {
			fields = append(fields, tree.Field{Key: key, Value: value})
		}
	}
	if len(fields) == 0 {
		return tree.Node{}
	}
	return r.b.Map(tree.Node{}, fields...)
}

// field returns the fields of an entry that make a field of a spec.
func (r reader) field(n tree.Node) []tree.Field {
	if n.Kind() == tree.Null {
		return nil
	}
	isRelease := r.group.Kind == kinds.HelmRelease
	switch key := n.Key(); {
	case key == "kubeConfig":
		return nil
	case key == "targetNamespace":
		return []tree.Field{{Key: "destination",
			Value: r.b.Map(tree.Node{}, tree.Field{Key: key, Value: r.literal(n, false)})}}
	case isRelease && key == "chart":
		return r.chart(n)
	case isRelease && key == "chartRef":
		return []tree.Field{{Key: "sourceRef", Value: r.literal(n, false)}}
	case isRelease && key == "values":
		return []tree.Field{{Key: key, Value: r.literal(n, true)}}
	default:
		return []tree.Field{{Key: key, Value: r.literal(n, false)}}
	}
}

func (r reader) chart(n tree.Node) []tree.Field {
	fields := []tree.Field{{Key: "metadata", Value: r.literal(n.Get("metadata"), false)}}
	for field := range n.Get("spec").Children() {
		if field.Key() != "sourceRef" && field.Kind() != tree.Null {
			fields = append(fields, tree.Field{Key: field.Key(), Value: r.literal(field, false)})
		}
	}
	return []tree.Field{
		{Key: "chart", Value: r.b.Map(tree.Node{}, fields...)},
		{Key: "sourceRef", Value: r.literal(n.At("spec", "sourceRef"), false)},
	}
}

// literal returns a value of an author as a layer holds it.
func (r reader) literal(n tree.Node, keepNulls bool) tree.Node {
	switch n.Kind() {
	case tree.String:
		if text := reference.Escape(n.Text()); text != n.Text() {
			return r.b.WithSetter(r.b.String(text, n), n.Setter())
		}
	case tree.List, tree.Map:
		fields := make([]tree.Field, 0, n.Len())
		for child := range n.Children() {
			if keepNulls || child.Kind() != tree.Null || n.Kind() == tree.List {
				fields = append(fields, tree.Field{Key: child.Key(), Value: r.literal(child, keepNulls)})
			}
		}
		return collection(r.b, n.Kind(), fields)
	}
	return n
}

// unpin removes a name from all entries where fluxapp derives the same one for each of them.
func (r reader) unpin(all []reached, key string, derived func(reached) string) {
	for _, m := range all {
		if m.fields.Get(key).Text() != derived(m) {
			return
		}
	}
	for i, m := range all {
		fields := slices.DeleteFunc(m.fields.Fields(), func(f tree.Field) bool { return f.Key == key })
		all[i].fields = r.b.Map(tree.Node{}, fields...)
	}
}

func (r reader) derivedName(m reached) string {
	cluster := m.Cluster
	if m.hub {
		cluster = ""
	}
	return naming.Object(r.group.Name, cluster, m.fields.At("destination", "targetNamespace").Text())
}

func (r reader) derivedNamespace(m reached) string { return cmp.Or(m.home, r.group.Namespace) }

// namesItself reports whether the kubeConfig gives the cluster its name.
func (m reached) namesItself() bool {
	return validate.ClusterName(validate.KubeConfigRef(m.kubeConfig).Get("name")) == m.Cluster
}
