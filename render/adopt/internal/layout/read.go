package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
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
	labels     map[string]string
}

type reader struct {
	group Group
	b     *tree.Builder
}

// readAll returns the members in the order of their clusters.
func (r reader) readAll() []reached {
	all := each.Of(r.group.Members, r.read)
	slices.SortStableFunc(all, func(x, y reached) int {
		byField := func(key string) int {
			return cmp.Compare(x.Object.At("metadata", key).Text(), y.Object.At("metadata", key).Text())
		}
		return cmp.Or(cmp.Compare(x.Cluster, y.Cluster), byField("namespace"), byField("name"))
	})
	r.unpin(all, "namespace", func(m reached) string { return cmp.Or(m.home, r.group.Namespace) })
	r.unpin(all, "name", r.derivedName)
	r.unpinSource(all)
	return all
}

func (r reader) read(m Member) reached {
	spec, metadata := m.Object.Get("spec"), m.Object.Get("metadata")
	made := reached{Member: m, kubeConfig: spec.Get("kubeConfig")}
	made.hub = r.group.Standalone && m.Cluster == "" || !r.group.Standalone && !made.kubeConfig.Exists()
	r.find(&made)
	fields := append(r.leftOpen(spec), tree.Field{Key: "name", Value: metadata.Get("name")},
		tree.Field{Key: "namespace", Value: metadata.Get("namespace")},
		r.metadata(metadata), r.file(m.File),
		tree.Field{Key: "targetNamespace", Value: r.literal(spec.Get("targetNamespace"), false)})
	if m.Source.Kind != nil {
		fields = append(fields, tree.Field{Key: "source", Value: r.inline(m)})
	}
	for _, f := range EntryFields(r.b, r.group.Kind, spec) {
		if f.Key != "" && f.Value.Kind() != tree.Null && (m.Source.Kind == nil || f.Key != "sourceRef") {
			isValues := r.group.Kind == kinds.HelmRelease && f.Key == "values"
			fields = append(fields, tree.Field{Key: f.Key, Value: r.literal(f.Value, isValues)})
		}
	}
	made.fields = r.b.Map(tree.Node{}, fields...)
	return made
}

// file returns the field with the path of a file; without a value where there is none.
func (r reader) file(path string) tree.Field {
	if path == "" {
		return tree.Field{Key: "file"}
	}
	return tree.Field{Key: "file", Value: r.b.String(names.EscapeReferences(path), tree.Node{})}
}

// EntryFields returns the fields of an entry that make a spec, except the destination.
func EntryFields(b *tree.Builder, kind *kinds.Kind, spec tree.Node) (fields []tree.Field) {
	isRelease, chart := kind == kinds.HelmRelease, spec.Get("chart")
	for _, field := range spec.Fields() {
		switch key := field.Key; {
		case key == "kubeConfig" || key == "targetNamespace":
		case isRelease && key == "chartRef" && chart.Exists(): // Flux takes one of them
		case isRelease && key == "chartRef":
			fields = append(fields, tree.Field{Key: "sourceRef", Value: field.Value})
		case isRelease && key == "chart" && chart.Kind() == tree.Map:
			parts := append(chart.Get("spec").Fields(), b.Without(chart, "spec").Fields()...)
			fields = append(fields, tree.Field{Key: "sourceRef", Value: chart.At("spec", "sourceRef")},
				tree.Field{Key: "chart", Value: b.Without(b.Map(chart, parts...), "sourceRef")})
		default:
			fields = append(fields, field)
		}
	}
	return fields
}

// find looks up the cluster among the documents of the run.
func (r reader) find(m *reached) {
	for i := range r.group.Fleet {
		known := &r.group.Fleet[i]
		switch {
		case r.group.Standalone && known.Name == m.Cluster:
			m.inFleet = true
		case m.hub && known.Hub() && !r.group.Standalone, known.Name == m.Cluster && m.kubeConfig.Exists() &&
			isSame(m.kubeConfig, known.KubeConfig()):
			m.inFleet, m.Cluster, m.home = true, known.Name, known.Namespace().Text()
		}
		if m.inFleet && known.Name == m.Cluster {
			m.labels = labelsOf(known)
		}
		m.taken = m.taken || known.Name == m.Cluster
	}
}

// isSame reports whether two values are the same for a reader and for Flux.
func isSame(a, b tree.Node) bool {
	return tree.Comparison{Before: tree.AllNulls, After: tree.AllNulls, Setters: true}.Equal(a, b)
}

// leftOpen returns the nulls that keep fluxapp from filling in what Flux requires, where the object does not have it.
func (r reader) leftOpen(spec tree.Node) []tree.Field {
	open := each.Only(r.group.Kind.Filled, func(key string) bool { return !spec.Get(key).Exists() })
	return each.Of(open, func(key string) tree.Field { return tree.Field{Key: key, Value: r.b.Null(tree.Node{})} })
}

// metadata returns the labels and annotations of an object; without a value where there are none.
func (r reader) metadata(n tree.Node) tree.Field {
	var fields []tree.Field
	for _, list := range []string{"labels", "annotations"} {
		if own := r.literal(n.Get(list), false); own.First().Exists() {
			fields = append(fields, tree.Field{Key: list, Value: own})
		}
	}
	if len(fields) == 0 {
		return tree.Field{Key: "metadata"}
	}
	return tree.Field{Key: "metadata", Value: r.b.Map(tree.Node{}, fields...)}
}

// literal returns a value of an author as a layer holds it. In values nulls are kept, and keys may look like operators.
func (r reader) literal(n tree.Node, isValues bool) tree.Node {
	if isValues {
		n = MapKeys(r.b, n, names.WrittenLayerKey)
	} else {
		n = r.withoutNulls(n)
	}
	return MapStrings(r.b, n, names.EscapeReferences)
}

// withoutNulls leaves out the nulls in maps; in a list, a null is an item.
func (r reader) withoutNulls(n tree.Node) tree.Node {
	return r.b.Rebuild(n, func(child tree.Node) tree.Node {
		if child.Kind() == tree.Null && n.Kind() == tree.Map {
			return tree.Node{}
		}
		return r.withoutNulls(child)
	})
}

// unpin removes a name from all entries where fluxapp derives the same one for each of them.
func (r reader) unpin(all []reached, key string, derived func(reached) string) {
	for _, m := range all {
		if m.fields.Get(key).Text() != derived(m) {
			return
		}
	}
	for i, m := range all {
		all[i].fields = r.b.Without(m.fields, key)
	}
}

func (r reader) derivedName(m reached) string {
	cluster := m.Cluster
	if m.hub {
		cluster = ""
	}
	return wording.ObjectName(r.group.Name, cluster, m.fields.Get("targetNamespace").Text())
}

// MapStrings returns a value with other texts in place of its strings. A value without a change is not built anew.
func MapStrings(b *tree.Builder, n tree.Node, other func(string) string) tree.Node {
	if n.Kind() != tree.String {
		return b.Rebuild(n, func(child tree.Node) tree.Node { return MapStrings(b, child, other) })
	}
	if text := other(n.Text()); text != n.Text() {
		return b.WithSetter(b.String(text, n), n.Setter())
	}
	return n
}

// MapKeys returns a value with other keys in its maps. A value without a change is not built anew.
func MapKeys(b *tree.Builder, n tree.Node, other func(string) string) tree.Node {
	n = b.Rebuild(n, func(child tree.Node) tree.Node { return MapKeys(b, child, other) })
	fields, changed := n.Fields(), false
	for i, f := range fields {
		fields[i].Key = other(f.Key)
		changed = changed || fields[i].Key != f.Key
	}
	if !changed {
		return n
	}
	return b.Map(n, fields...)
}
