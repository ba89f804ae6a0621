package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// source is where a chart or manifests come from. It is absent when ref does not exist.
type source struct {
	ref       tree.Node // apiVersion, kind, name and namespace as written, or as we write them
	written   bool      // the author wrote the reference: it is never completed
	namespace string    // of a reference that we write, or of one that a template wrote for its own namespace
	inline    schema.InlineSource
	spec      tree.Node // of an inline source
	name      string    // of an inline source
}

func (s source) kind() string { return s.ref.Get("kind").Text() }

// applicationSource reads an application's source.
func (inv inventory) applicationSource(app *application) source {
	written := app.document.Spec.Get("source")
	if ref := written.Get("sourceRef"); ref.Exists() {
		return source{ref: ref, written: true}
	}
	for _, inline := range schema.InlineSources() {
		spec := written.Get(inline.Field)
		if !spec.Exists() {
			continue
		}
		name := app.document.Name
		if given := written.Get("name"); given.Exists() {
			name = given.Text()
		}
		if app.waves && app.workload == schema.HelmReleases && inline.Kind == kindOCIRepository.kind {
			// releases point at it: a new version must be a new name to be part of their specs
			name = objectName(name, shortDigest(tree.AppendYAML(nil, spec)))
		}
		ref := inv.build.Map(spec,
			tree.Field{Key: "kind", Value: inv.build.String(inline.Kind, spec)},
			tree.Field{Key: "name", Value: inv.build.String(name, spec)})
		return source{ref: ref, namespace: app.namespace, inline: inline, spec: spec, name: name}
	}
	return source{}
}

// at returns the namespace in which the source lies, for an object of the namespace given.
func (s source) at(namespace string) string {
	if !s.written {
		return s.namespace
	}
	if given := s.ref.Get("namespace").Text(); given != "" {
		return given
	}
	return namespace
}

// refFrom returns the reference as an object of a namespace writes it. One that the author wrote stays as it is; one that we
// write names a namespace exactly when the source lies in another one.
func (s source) refFrom(b *tree.Builder, namespace string) tree.Node {
	if s.written || s.namespace == namespace || s.namespace == "" {
		return s.ref
	}
	return b.Map(s.ref, append(s.ref.Fields(), tree.Field{Key: "namespace", Value: b.String(s.namespace, s.ref)})...)
}

// local returns the reference without a namespace, for objects that can refer to their own namespace only.
func (s source) local(b *tree.Builder) tree.Node {
	return without(b, s.ref, "namespace")
}
