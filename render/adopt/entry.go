package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// check validates an object and finds the same object in current API versions. The rules are the rules of documents:
// the object is made an application of one entry, whose nodes have their places in the file of the object.
func (a *adoption) check(o *object) {
	metadata := a.metadata(o)
	if a.checkFields(o); !a.isWhole(o) || o.root.Find(finding.SOPS).Exists() { // whose texts are all encrypted
		return
	}
	a.refuseOwnFields(o)
	entry := a.withValues(a.entry(o, metadata), names.WrittenLayerKey)
	document := a.documentOf(o, layout.MapStrings(a.build, entry, names.EscapeReferences))
	read := schema.FromNode(o.file, document)
	result, _ := render.Render(schema.Documents{read}, render.Options{})
	for _, f := range result.Findings {
		if f.Severity == finding.SeverityError || f.Code == finding.CodeConverted {
			f.Subject = o.subject
			o.refused = o.refused || f.Severity == finding.SeverityError
			a.found = append(a.found, f)
		}
	}
	if o.refused {
		return
	}
	_, entries := read.Entries()
	entry = a.withValues(entries[0], func(key string) string { return names.ReadLayerKey(key).Name })
	o.given = a.object(o, metadata, layout.MapStrings(a.build, entry, unescape))
}

// withValues returns an entry with other keys in its values.
func (a *adoption) withValues(entry tree.Node, key func(string) string) tree.Node {
	values := entry.Find("values")
	if !values.Exists() {
		return entry
	}
	return a.build.Map(entry, append(entry.Fields(),
		tree.Field{Key: "values", Value: layout.MapKeys(a.build, values, key)})...)
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

// isWhole refuses an object without metadata or a name, or of an unknown version. Of what Flux requires, patches lack
// the most, and are left; interval and prune may be missing, because a parent's patch can set them.
func (a *adoption) isWhole(o *object) bool {
	metadata, version := o.root.Get("metadata"), o.subject.APIVersion()
	p := finding.Problem{Code: finding.CodeNotAdoptable, Node: o.root}
	switch {
	case !slices.Contains(o.workload.APIVersions(), version):
		p.Node, p.Current = o.root.Get("apiVersion"), version
		p.Detail = fmt.Sprintf("fluxapp knows no %s of version %s; write it as %s", o.workload.Name, version,
			names.Or(o.workload.APIVersions()))
	case metadata.Kind() != tree.Map:
		p.Child, p.Detail = "metadata",
			"is required; add it, with the name; if this is a patch of kustomize, adopt what kustomize build prints"
	case o.name == "":
		p.Node, p.Child, p.Detail = metadata, "name",
			"is missing, so the object of the cluster is not known; read it from there: kubectl get -o yaml"
	case o.root.Get("spec").Kind() != tree.Map:
		p.Child, p.Detail = "spec", "is required; add it"
	default:
		return true
	}
	a.report(o, p)
	return false
}

// missingFields returns what Flux requires, a spec does not have, and no document can leave open.
func missingFields(k *kinds.Kind, spec tree.Node) (missing []string) {
	chart := spec.Get("chart")
	switch {
	case !k.Is(kinds.Workload):
		for _, place := range k.Place {
			if !spec.Get(place.Key()).Exists() {
				missing = append(missing, place.Key())
			}
		}
	case k != kinds.HelmRelease && !spec.Get("sourceRef").Exists():
		missing = append(missing, "sourceRef")
	case k != kinds.HelmRelease:
	case !chart.Exists() && !spec.Get("chartRef").Exists():
		missing = append(missing, "chart or chartRef")
	case validate.IsArtifact(chart) && !chart.At("spec", "url").Exists():
		missing = append(missing, "chart.spec.url")
	case chart.Kind() != tree.Map || validate.IsArtifact(chart):
	default:
		for _, field := range []string{"chart", "sourceRef"} {
			if !chart.At("spec", field).Exists() {
				missing = append(missing, "chart.spec."+field)
			}
		}
	}
	return missing
}

// ownFields are the fields of an entry that Flux's objects do not have.
func (o *object) ownFields() []string {
	own := validate.OwnFields(o.field())
	if o.isRelease() {
		own = append(own, "sourceRef")
	}
	return own
}

// refuseOwnFields refuses what a document may have in an entry, and an object of Flux may not.
func (a *adoption) refuseOwnFields(o *object) {
	spec := o.root.Get("spec")
	own := o.ownFields()
	for field := range spec.Children() {
		if slices.Contains(own, field.Key()) {
			a.reportUnknown(o, field)
		}
	}
	for item := range spec.Get("dependsOn").Children() {
		if field := item.Find("application"); field.Exists() {
			a.reportUnknown(o, field)
		}
	}
	entry := validate.EntryType(o.field())
	a.refuseGrowing(o, spec, entry)
	if !o.isRelease() {
		return
	}
	a.refuseGrowing(o, spec.At("chart", "spec"), entry.Field("chart"))
	for field := range spec.Get("chart").Children() {
		if !slices.Contains([]string{"kind", "metadata", "spec"}, field.Key()) {
			a.reportUnknown(o, field)
		}
	}
	for _, key := range []string{"kind", "metadata"} {
		if field := spec.At("chart", "spec").Find(key); field.Exists() {
			a.reportUnknown(o, field)
		}
	}
	if chart, ref := spec.Get("chart"), spec.Get("chartRef"); chart.Exists() && ref.Exists() {
		a.report(o, finding.Problem{Code: finding.CodeNotAdoptable, Node: ref, OnKey: true,
			Detail: "is beside chart, and Flux takes one of them; leave one out"})
	}
}

// refuseGrowing refuses fields that make a list grow in a layer, for example patches+.
func (a *adoption) refuseGrowing(o *object, n tree.Node, typ validate.Type) {
	for field := range n.Children() {
		if _, grows := typ.Grows(field.Key()); grows && n.Kind() == tree.Map {
			a.reportUnknown(o, field)
		}
		if below := typ.Field(field.Key()); !below.IsOpen() {
			a.refuseGrowing(o, field, below)
		}
	}
}

func (a *adoption) reportUnknown(o *object, field tree.Node) {
	a.report(o, finding.Problem{Code: finding.CodeUnknownField, Node: field, OnKey: true, Current: field.Key(),
		Detail: fmt.Sprintf("a %s of Flux has no such field; leave it out", o.workload.Name)})
}

func (a *adoption) entry(o *object, metadata tree.Node) tree.Node {
	b, spec, written := a.build, o.root.Get("spec"), o.root.Get("metadata")
	destination := []tree.Field{{Key: "kubeConfig", Value: spec.Get("kubeConfig")},
		{Key: "targetNamespace", Value: spec.Get("targetNamespace")}}
	if ref := kinds.KubeConfigRef(spec.Get("kubeConfig")).Get("name"); ref.Text() != "" {
		// the name that the document gives is another one
		destination = append(destination, tree.Field{Key: "cluster", Value: b.String("cluster", ref)})
	}
	fields := []tree.Field{{Key: "name", Value: written.Get("name")}, {Key: "namespace", Value: written.Get("namespace")},
		{Key: "metadata", Value: metadata}, {Key: "destination", Value: b.Map(spec, destination...)}}
	written = b.Without(spec, o.ownFields()...)
	return b.Map(spec, append(fields, layout.EntryFields(b, o.workload, written)...)...)
}

func (a *adoption) documentOf(o *object, entry tree.Node) tree.Node {
	b, written := a.build, o.root.Get("metadata")
	around := func(key string, value tree.Node) tree.Node { return b.Map(o.root, tree.Field{Key: key, Value: value}) }
	list := b.List(o.root, entry)
	for path := o.field().Path(); len(path) > 0; path = path[:len(path)-1] {
		list = around(path[len(path)-1], list)
	}
	return b.Map(o.root,
		tree.Field{Key: "apiVersion", Value: b.String(kinds.FluxApplication.APIVersion, o.root.Get("apiVersion"))},
		tree.Field{Key: "kind", Value: b.String(kinds.FluxApplication.Name, o.root.Get("kind"))},
		tree.Field{Key: "metadata", Value: b.Map(written, tree.Field{Key: "name", Value: written.Get("name")},
			tree.Field{Key: "namespace", Value: written.Get("namespace")})},
		tree.Field{Key: "spec", Value: around("config", list)})
}

// object returns the object that an entry makes, in the current API version.
func (a *adoption) object(o *object, metadata, entry tree.Node) tree.Node {
	b, written, destination := a.build, o.root.Get("metadata"), entry.Get("destination")
	fields := append(b.Without(entry, "name", "namespace", "metadata", "destination", "sourceRef", "chart").Fields(),
		tree.Field{Key: "kubeConfig", Value: destination.Get("kubeConfig")},
		tree.Field{Key: "targetNamespace", Value: destination.Get("targetNamespace")})
	ref, chart := entry.Get("sourceRef"), entry.Get("chart")
	switch {
	case !o.isRelease():
		fields = append(fields, tree.Field{Key: "sourceRef", Value: ref})
	case chart.Exists():
		spec := append(b.Without(chart, "kind", "metadata").Fields(), tree.Field{Key: "sourceRef", Value: ref})
		fields = append(fields, tree.Field{Key: "chart", Value: b.Map(chart,
			tree.Field{Key: "kind", Value: chart.Get("kind")}, tree.Field{Key: "metadata", Value: chart.Get("metadata")},
			tree.Field{Key: "spec", Value: b.Map(chart, spec...)})})
	default:
		fields = append(fields, tree.Field{Key: "chartRef", Value: ref})
	}
	return b.Map(o.root,
		tree.Field{Key: "apiVersion", Value: b.String(o.workload.APIVersion, o.root.Get("apiVersion"))},
		tree.Field{Key: "kind", Value: o.root.Get("kind")},
		tree.Field{Key: "metadata", Value: b.Map(written, append(metadata.Fields(),
			tree.Field{Key: "name", Value: written.Get("name")},
			tree.Field{Key: "namespace", Value: written.Get("namespace")})...)},
		tree.Field{Key: "spec", Value: b.Map(o.root.Get("spec"), fields...)})
}
