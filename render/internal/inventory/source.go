package inventory

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Source is where a chart or manifests come from. It is absent when ref does not exist.
type Source struct {
	Ref       tree.Node   // apiVersion, kind, name and namespace as written, or as we write them
	Written   bool        // the author wrote the reference: it is never completed
	Namespace string      // of a reference that we write, or of one that a template wrote for its own namespace
	Inline    *kinds.Kind // nil for a source that is not rendered
	Spec      tree.Node   // of an inline source
	Name      string      // of an inline source
}

func (s Source) Kind() string { return s.Ref.Get("kind").Text() }

// applicationSource reads an application's source.
func (inv Inventory) applicationSource(app *Application) Source {
	written := app.Document.Spec().Get("source")
	if ref := written.Get("sourceRef"); ref.Exists() {
		return Source{Ref: ref, Written: true}
	}
	for inline := range kinds.With(kinds.Source) {
		spec := written.Get(inline.Field)
		if !spec.Exists() {
			continue
		}
		name := app.Document.Name()
		if given := written.Get("name"); given.Exists() {
			name = given.Text()
		}
		if app.Waves && app.Workload == v1alpha1.HelmReleases && inline == kinds.OCIRepository {
			// releases point at it: a new version must be a new name to be part of their specs
			name = naming.Object(name, naming.Digest(tree.AppendYAML(nil, spec)))
		}
		ref := inv.Build.Map(spec,
			tree.Field{Key: "kind", Value: inv.Build.String(inline.Name, spec)},
			tree.Field{Key: "name", Value: inv.Build.String(name, spec)})
		return Source{Ref: ref, Namespace: app.Namespace, Inline: inline, Spec: spec, Name: name}
	}
	return Source{}
}

// At returns the namespace of the source, for an object of the namespace given.
func (s Source) At(namespace string) string {
	if !s.Written {
		return s.Namespace
	}
	if given := s.Ref.Get("namespace").Text(); given != "" {
		return given
	}
	return namespace
}

// RefFrom returns the reference as an object of a namespace writes it. One that the author wrote stays as it is; one that we
// write names a namespace exactly when the source is in another one.
func (s Source) RefFrom(b *tree.Builder, namespace string) tree.Node {
	if s.Written || s.Namespace == namespace || s.Namespace == "" {
		return s.Ref
	}
	return b.Map(s.Ref, append(s.Ref.Fields(), tree.Field{Key: "namespace", Value: b.String(s.Namespace, s.Ref)})...)
}

// Local returns the reference without a namespace, for objects that can refer to their own namespace only.
func (s Source) Local(b *tree.Builder) tree.Node {
	return Without(b, s.Ref, "namespace")
}

// Without returns the map n with the keys left out.
func Without(b *tree.Builder, n tree.Node, keys ...string) tree.Node {
	var fields []tree.Field
	for c := range n.Children() {
		if key := c.Key(); !slices.Contains(keys, key) {
			fields = append(fields, tree.Field{Key: key, Value: c})
		}
	}
	return b.Map(n, fields...)
}
