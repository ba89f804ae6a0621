package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
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
	labels     map[string]string
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
		byField := func(key string) int {
			return cmp.Compare(x.Object.At("metadata", key).Text(), y.Object.At("metadata", key).Text())
		}
		return cmp.Or(cmp.Compare(x.Cluster, y.Cluster), byField("namespace"), byField("name"))
	})
	r.unpin(all, "namespace", r.derivedNamespace)
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
		tree.Field{Key: "metadata", Value: r.metadata(metadata)})
	if m.Source.Kind != nil {
		fields = append(fields, r.source(m.Source))
	}
	for _, f := range EntryFields(r.b, r.group.Kind, spec) {
		if f.Value.Kind() != tree.Null && (m.Source.Kind == nil || f.Key != "sourceRef") {
			isValues := r.group.Kind == kinds.HelmRelease && f.Key == "values"
			fields = append(fields, tree.Field{Key: f.Key, Value: r.literal(f.Value, isValues)})
		}
	}
	if target := spec.Get("targetNamespace"); target.Exists() {
		destination := r.b.Map(tree.Node{}, tree.Field{Key: "targetNamespace", Value: r.literal(target, false)})
		fields = append(fields, tree.Field{Key: "destination", Value: destination})
	}
	made.fields = r.b.Map(tree.Node{}, fields...)
	return made
}

// EntryFields returns the fields of an entry that make a spec, but for the destination.
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
			divide.Equal(m.kubeConfig, known.KubeConfig()):
			m.inFleet, m.Cluster, m.home = true, known.Name, known.Namespace().Text()
		}
		if m.inFleet && known.Name == m.Cluster {
			m.labels = labelsOf(known)
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
		if value := r.withoutCommon(key, r.literal(n.Get(key), false)); value.First().Exists() {
			fields = append(fields, tree.Field{Key: key, Value: value})
		}
	}
	if len(fields) == 0 {
		return tree.Node{}
	}
	return r.b.Map(tree.Node{}, fields...)
}

// withoutCommon returns labels or annotations without those that the document has once.
func (r reader) withoutCommon(list string, n tree.Node) tree.Node {
	var common []string
	for entry := range r.group.Metadata.Get(list).Children() {
		common = append(common, entry.Key())
	}
	if len(common) == 0 {
		return n
	}
	return r.b.Without(n, common...)
}

// literal returns a value of an author as a layer holds it.
func (r reader) literal(n tree.Node, keepNulls bool) tree.Node {
	if !keepNulls {
		n = r.withoutNulls(n)
	}
	if keepNulls { // in values, which have operators too
		n = divide.MapKeys(r.b, n, names.WrittenLayerKey)
	}
	return divide.MapStrings(r.b, n, names.EscapeReferences)
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

// MapStrings returns a value with other texts in place of its strings.
func MapStrings(b *tree.Builder, n tree.Node, other func(string) string) tree.Node {
	return divide.MapStrings(b, n, other)
}

// MapKeys returns a value with other keys in its maps.
func MapKeys(b *tree.Builder, n tree.Node, other func(string) string) tree.Node {
	return divide.MapKeys(b, n, other)
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
	return naming.Object(r.group.Name, cluster, m.fields.At("destination", "targetNamespace").Text())
}

func (r reader) derivedNamespace(m reached) string { return cmp.Or(m.home, r.group.Namespace) }

// namesItself reports whether the kubeConfig gives the cluster its name.
func (m reached) namesItself() bool {
	return validate.ClusterName(kinds.KubeConfigRef(m.kubeConfig).Get("name")) == m.Cluster
}
