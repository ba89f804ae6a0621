package layout

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// source returns the field of an entry for its source, which is inline, or an item of spec.sources that it names.
func (r reader) source(m Member) tree.Field {
	if !r.group.NamesSources {
		return tree.Field{Key: "source", Value: r.inline(m)}
	}
	name := tree.Field{Key: "name", Value: m.Source.Object.At("metadata", "name")}
	return tree.Field{Key: "sourceRef", Value: r.b.Map(tree.Node{}, name)}
}

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

// inline returns an inline source.
func (r reader) inline(m Member) tree.Node {
	s, file := m.Source, tree.Field{}
	if !r.group.beside {
		file = r.file(m.SourceFile)
	}
	metadata, spec := s.Object.Get("metadata"), OpenInterval(r.b, s.Kind, r.literal(s.Object.Get("spec"), false))
	name := metadata.Get("name")
	if r.group.digested {
		name = r.b.String(strings.TrimSuffix(name.Text(), s.digest()), name)
	}
	return r.b.Map(tree.Node{}, tree.Field{Key: "name", Value: name},
		tree.Field{Key: "namespace", Value: metadata.Get("namespace")}, file, tree.Field{Key: s.Kind.Field, Value: spec})
}

// digest is the end of the name of a source that layers, references or waves can change.
func (s Source) digest() string {
	return "-" + naming.Digest(tree.AppendContent(nil, s.Object.Get("spec")))
}

// digestsSources reports whether the names of all sources end in digests: the document does not write these.
func (g Group) digestsSources() bool {
	return !g.NamesSources && !slices.ContainsFunc(g.Members, func(m Member) bool {
		return m.Source.Kind == nil || !strings.HasSuffix(m.Source.Object.At("metadata", "name").Text(), m.Source.digest())
	})
}

// sourcesBeside reports whether each source lies in the file of its entry, which no other cluster has. There fluxapp
// puts it without being told.
func (g Group) sourcesBeside() bool {
	return (g.Standalone || len(g.Members) == 1) &&
		!slices.ContainsFunc(g.Members, func(m Member) bool { return m.SourceFile != m.File })
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
