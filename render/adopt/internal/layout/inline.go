package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// OpenInterval returns a spec with an interval of null where Flux requires one that the spec does not have: another
// tool adds it, for example a patch of kustomize.
func OpenInterval(b *tree.Builder, k *kinds.Kind, spec tree.Node) tree.Node {
	requires := k.Is(kinds.Source) && k != kinds.HelmRepository || k == kinds.ImageRepository ||
		k == kinds.ImageUpdateAutomation
	if !requires || spec.Get("interval").Exists() {
		return spec
	}
	return b.Map(spec, append(spec.Fields(), tree.Field{Key: "interval", Value: b.Null(tree.Node{})})...)
}

// inline returns the source of a member as its entry has it.
func (r reader) inline(m Member) tree.Node {
	metadata, file := m.Source.Object.Get("metadata"), tree.Field{}
	if !r.group.beside {
		file = r.file(m.SourceFile)
	}
	spec := OpenInterval(r.b, m.Source.Kind, r.literal(m.Source.Object.Get("spec"), false))
	return r.b.Map(tree.Node{}, tree.Field{Key: "name", Value: metadata.Get("name")},
		tree.Field{Key: "namespace", Value: metadata.Get("namespace")}, file,
		tree.Field{Key: m.Source.Kind.Field, Value: spec})
}

// unpinSource removes the name and the namespace of the sources where they are those of the document. The namespace
// stays where the references name it all the same.
func (r reader) unpinSource(all []reached) {
	for key, own := range map[string]string{"name": r.group.Name, "namespace": r.group.Namespace} {
		differs := func(m reached) bool {
			return m.fields.At("source", key).Text() != own || key == "namespace" && m.namesNamespace(r.group.Kind)
		}
		if slices.ContainsFunc(all, differs) {
			continue
		}
		for i, m := range all {
			if source := m.fields.Get("source"); source.Exists() {
				rest := tree.Field{Key: "source", Value: r.b.Without(source, key)}
				all[i].fields = r.b.Map(tree.Node{}, append(r.b.Without(m.fields, "source").Fields(), rest)...)
			}
		}
	}
}

// namesNamespace reports whether an object names the namespace of its source, which is its own.
func (m Member) namesNamespace(k *kinds.Kind) bool {
	_, ref := k.Source(m.Object.At)
	return ref.Get("namespace").Exists() && ref.Get("namespace").Text() == m.Object.At("metadata", "namespace").Text()
}
