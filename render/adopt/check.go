package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// check finds objects in current API versions. The rules are those of documents: an object is made an application of
// one entry, whose nodes have their places in the file of the object. Other fields stay in the file.
func check(in *input) {
	b := tree.NewBuilder()
	for _, o := range in.objects {
		if o.left != nil {
			continue
		}
		if refused := convert(b, o); refused != "" {
			o.stay(&reason{wording.CodeNotAdoptable, "that no document can have: " + refused})
		}
	}
}

// convert finds an object in the current API version, or why no document can have it.
func convert(b *tree.Builder, o *object) (refused string) {
	if version := o.subject.APIVersion(); !slices.Contains(o.kind.APIVersions(), version) {
		return fmt.Sprintf("fluxapp knows no %s of version %s", o.kind.Name, version)
	}
	document := sourceDocument
	if o.kind.Is(kinds.Workload) {
		if document, refused = workloadDocument, ownField(o); refused != "" {
			return refused
		}
	}
	read := schema.FromNode(o.file, document(b, o))
	result, _ := render.Render(schema.Documents{read}, render.Options{})
	for _, f := range result.Findings {
		if f.Severity == finding.SeverityError {
			return fmt.Sprintf("%s [%s]", f.Detail, f.Code)
		}
	}
	if _, entries := read.Facts().Entries(); o.kind.Is(kinds.Workload) {
		o.given = objectOf(b, o, entries[0])
	} else {
		spec := layout.MapStrings(b, read.Spec().At("source", o.kind.Field), unescape)
		if written := o.root.Get("spec"); proof.Equal(written, spec) { // which has its place in the file
			spec = written
		}
		o.given = current(b, o, spec)
	}
	for d := range proof.Differences(o.root, o.given) { // what older versions have is converted
		if keys := d.Path.Keys(); o.subject.APIVersion() == o.kind.APIVersion && keys[len(keys)-1] != "apiVersion" {
			return fmt.Sprintf("it has %s", d.Path)
		}
	}
	return ""
}

// ownField tells which field of an object only an entry has, or which two Flux does not take together.
func ownField(o *object) string {
	own, spec := validate.OwnFields(kinds.WorkloadField(o.kind.Field)), o.root.Get("spec")
	if o.kind == kinds.HelmRelease {
		own = append(own, "sourceRef")
	}
	for field := range spec.Children() {
		if slices.Contains(own, field.Key()) {
			return fmt.Sprintf("a %s of Flux has no field spec.%s", o.kind.Name, field.Key())
		}
	}
	if spec.Get("chart").Exists() && spec.Get("chartRef").Exists() {
		return "it has both chart and chartRef"
	}
	return ""
}

// workloadDocument returns a document whose only entry makes an object.
func workloadDocument(b *tree.Builder, o *object) tree.Node {
	spec, metadata := o.root.Get("spec"), o.root.Get("metadata")
	destination := []tree.Field{{Key: "kubeConfig", Value: spec.Get("kubeConfig")},
		{Key: "targetNamespace", Value: spec.Get("targetNamespace")}}
	if ref := o.kubeConfigName(); ref.Text() != "" { // the name that the document gives is another one
		destination = append(destination, tree.Field{Key: "cluster", Value: b.String("cluster", ref)})
	}
	fields := []tree.Field{{Key: "name", Value: metadata.Get("name")},
		{Key: "namespace", Value: metadata.Get("namespace")},
		{Key: "metadata", Value: b.Map(metadata, tree.Field{Key: "labels", Value: metadata.Get("labels")},
			tree.Field{Key: "annotations", Value: metadata.Get("annotations")})},
		{Key: "destination", Value: b.Map(spec, destination...)}}
	entry := b.Map(spec, append(fields, layout.EntryFields(b, o.kind, spec)...)...)
	entry = withValues(b, entry, names.WrittenLayerKey)
	config := b.List(o.root, layout.MapStrings(b, entry, names.EscapeReferences))
	path := kinds.WorkloadField(o.kind.Field).Path()
	for i := len(path) - 1; i >= 0; i-- {
		config = b.Map(o.root, tree.Field{Key: path[i], Value: config})
	}
	return application(b, o, tree.Field{Key: "config", Value: config})
}

// sourceDocument returns a document with a source, and an entry, which a document needs.
func sourceDocument(b *tree.Builder, o *object) tree.Node {
	text := func(s string) tree.Node { return b.String(s, o.root) }
	mapOf := func(fields ...tree.Field) tree.Node { return b.Map(o.root, fields...) }
	entry := []tree.Field{{Key: "destination", Value: mapOf()}, {Key: "interval", Value: text("1h")},
		{Key: "prune", Value: b.Bool(true, o.root)}}
	config := mapOf(tree.Field{Key: string(kinds.Kustomizations), Value: b.List(o.root, mapOf(entry...))})
	if o.kind == kinds.HelmRepository {
		config = mapOf(tree.Field{Key: string(kinds.HelmReleases), Value: mapOf(
			tree.Field{Key: "chart", Value: mapOf(tree.Field{Key: "chart", Value: text("x")})},
			tree.Field{Key: "deploy", Value: b.List(o.root, mapOf(entry[:2]...))})})
	}
	spec := layout.OpenInterval(b, o.kind, o.root.Get("spec"))
	return application(b, o, tree.Field{Key: "config", Value: config}, tree.Field{Key: "source", Value: mapOf(
		tree.Field{Key: "name", Value: o.root.At("metadata", "name")},
		tree.Field{Key: o.kind.Field, Value: layout.MapStrings(b, spec, names.EscapeReferences)})})
}

// application returns a document with the places and the namespace of an object.
func application(b *tree.Builder, o *object, spec ...tree.Field) tree.Node {
	return b.Map(o.root,
		tree.Field{Key: "apiVersion", Value: b.String(kinds.FluxApplication.APIVersion, o.root.Get("apiVersion"))},
		tree.Field{Key: "kind", Value: b.String(kinds.FluxApplication.Name, o.root.Get("kind"))},
		tree.Field{Key: "metadata", Value: b.Map(o.root.Get("metadata"),
			tree.Field{Key: "name", Value: b.String("x", o.root)},
			tree.Field{Key: "namespace", Value: o.root.At("metadata", "namespace")})},
		tree.Field{Key: "spec", Value: b.Map(o.root, spec...)})
}

// withValues returns an entry with other keys in its values.
func withValues(b *tree.Builder, entry tree.Node, key func(string) string) tree.Node {
	values := entry.Find("values")
	if !values.Exists() {
		return entry
	}
	return b.Map(entry, append(entry.Fields(), tree.Field{Key: "values", Value: layout.MapKeys(b, values, key)})...)
}

// unescape returns the text that names.EscapeReferences has changed.
func unescape(text string) string {
	if strings.HasPrefix(text, "$$") && strings.TrimLeft(text, "$") == names.Removal[1:] {
		return text[1:]
	}
	for _, root := range names.ReferenceRoots {
		text = strings.ReplaceAll(text, "$"+root, root)
	}
	return text
}

// objectOf returns the object that an entry makes, in the current API version.
func objectOf(b *tree.Builder, o *object, entry tree.Node) tree.Node {
	entry = withValues(b, entry, func(key string) string { return names.ReadLayerKey(key).Name })
	entry = layout.MapStrings(b, entry, unescape)
	destination := entry.Get("destination")
	fields := append(b.Without(entry, "name", "namespace", "metadata", "destination", "sourceRef", "chart").Fields(),
		tree.Field{Key: "kubeConfig", Value: destination.Get("kubeConfig")},
		tree.Field{Key: "targetNamespace", Value: destination.Get("targetNamespace")})
	ref, chart := entry.Get("sourceRef"), entry.Get("chart")
	switch {
	case o.kind != kinds.HelmRelease:
		fields = append(fields, tree.Field{Key: "sourceRef", Value: ref})
	case chart.Exists():
		spec := append(b.Without(chart, "kind", "metadata").Fields(), tree.Field{Key: "sourceRef", Value: ref})
		fields = append(fields, tree.Field{Key: "chart", Value: b.Map(chart,
			tree.Field{Key: "kind", Value: chart.Get("kind")}, tree.Field{Key: "metadata", Value: chart.Get("metadata")},
			tree.Field{Key: "spec", Value: b.Map(chart, spec...)})})
	default:
		fields = append(fields, tree.Field{Key: "chartRef", Value: ref})
	}
	return current(b, o, b.Map(o.root.Get("spec"), fields...))
}

// current returns an object with the current apiVersion and a spec.
func current(b *tree.Builder, o *object, spec tree.Node) tree.Node {
	return b.Map(o.root, append(o.root.Fields(), tree.Field{Key: "spec", Value: spec},
		tree.Field{Key: "apiVersion", Value: b.String(o.kind.APIVersion, o.root.Get("apiVersion"))})...)
}
