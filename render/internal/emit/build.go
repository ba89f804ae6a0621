package emit

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// variable is a value of an object that is not the same for all objects of its common, beside the holes of the
// template.
type variable int

const (
	variableName variable = iota
	variableKubeConfig
	variableDependsOn // where it is not that of the entry
	variableShard
	variableDigest
	variableConsoleName // by which KubeSphere's console finds the object
	variableLiteral     // that Flux's substitution leaves the object alone
	variableApplication // by which Alerts find the object
	variableSpec        // where it is built already
	variableWave        // as it is written, for comparisons; no object has it
	variableCount
)

// variables are the values of an object; an absent one has no field.
type variables [variableCount]tree.Node

// variablesOf returns the values of the placement.
func variablesOf(p *plan.Placement, b *tree.Builder) variables {
	v := ownVariables(p, b)
	if p.Labelled {
		v[variableApplication] = b.String(p.Common.App.Label(), tree.Node{})
	}
	if p.Alert() != nil {
		v[variableSpec] = alertSpec(p, b)
	}
	if !p.IsEntry() {
		return v
	}
	v[variableDependsOn] = waitsForAll(p, b)
	if p.Digest != (plan.Digest{}) {
		v[variableDigest] = b.String(p.Digest.String(), tree.Node{})
	}
	if p.Common.App.Document.IsKubeSphereApplication() {
		if name := consoleName(p, v[variableKubeConfig]); name != "" {
			v[variableConsoleName] = b.String(name, tree.Node{})
		}
	}
	return v
}

// Object builds the object of a placement.
func Object(p *plan.Placement, b *tree.Builder) tree.Node {
	v := variablesOf(p, b)
	return objectOf(p, b, entryOf(p, b), &v).Value
}

// builtEntry is a merged entry that an object is built from: of an instance, or of a template with its holes. All is
// absent for objects that no entry makes.
type builtEntry struct {
	fields tree.Node
	field  entries.EntryFields
}

// entryOf returns the merged entry of the placement.
func entryOf(p *plan.Placement, b *tree.Builder) builtEntry {
	if !p.IsEntry() || len(p.Instance.Template.Holes) == 0 {
		return templateOf(p)
	}
	fields := p.Instance.Expand(b)
	return builtEntry{fields, entries.ReadFields(fields)}
}

// templateOf returns the merged entry of the placement with the holes in it.
func templateOf(p *plan.Placement) builtEntry {
	return builtEntry{p.MergedEntry(), *p.Field()}
}

// objectOf builds an object of an entry and of what is its own.
func objectOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) part {
	c := p.Common
	parts := []part{
		{Field: tree.Field{Key: "apiVersion", Value: b.String(c.Kind.APIVersion, tree.Node{})}, from: fromKind},
		{Field: tree.Field{Key: "kind", Value: b.String(c.Kind.Name, tree.Node{})}, from: fromKind},
		metadataOf(p, b, entry, v),
		specOf(c, b, entry, v),
	}
	return mapOf(b, "", c.Origin, fromKind, append(parts, copied(fromSection, c.Body)...)...)
}

// metadataOf builds the metadata of an object: what the application sets on all objects, then what the entry sets,
// then what fluxapp and KubeSphere need.
func metadataOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) part {
	c := p.Common
	labels := mapOf(b, "labels", tree.Node{}, fromMetadata, labelsOf(p, b, entry, v)...)
	if !labels.Value.First().Exists() {
		labels.Value = tree.Node{}
	}
	parts := []part{
		mapOf(b, "annotations", tree.Node{}, fromMetadata, annotationsOf(p, b, entry, v)...),
		labels,
		{Field: tree.Field{Key: "name", Value: v[variableName]}, from: fromName},
	}
	if c.Namespace != "" {
		namespace := tree.Field{Key: "namespace", Value: b.String(c.Namespace, p.NamespaceNode())}
		parts = append(parts, part{Field: namespace, from: fromNamespace})
	}
	return mapOf(b, "metadata", tree.Node{}, fromKind, parts...)
}

// labelsOf returns the labels of an object, those that win behind the others.
func labelsOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) []part {
	c := p.Common
	parts := copied(fromMetadata, c.Metadata.Get("labels").Fields(), entry.field.Metadata.Get("labels").Fields(), c.Labels)
	parts = append(parts,
		written(terms.LabelShard, v[variableShard], "the controllers of the shard select the object by it"),
		written(terms.LabelApplication, v[variableApplication], "Alerts select the object by it"))
	if c.App.Document.IsKubeSphereApplication() && entry.fields.Exists() {
		name := b.String(c.App.Document.Name(), tree.Node{})
		parts = append(parts, written(terms.LabelManagedBy, name, "KubeSphere finds the object by it"))
	}
	return parts
}

// annotationsOf returns the annotations of an object, those that win behind the others.
func annotationsOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) []part {
	c := p.Common
	authors := copied(fromMetadata, c.Metadata.Get("annotations").Fields(),
		entry.field.Metadata.Get("annotations").Fields(), c.Annotations)
	return slices.Concat(
		[]part{written(terms.AnnotationSubstitute, v[variableLiteral], "Flux's substitution leaves the object alone")},
		authors,
		[]part{
			written(terms.AnnotationRenderedFrom, b.String(c.App.Owner(), tree.Node{}),
				"names the document, so that the object is deleted with it"),
			written(terms.AnnotationDigest, v[variableDigest], "later waves wait for this spec"),
			written(terms.AnnotationName, v[variableConsoleName], "KubeSphere's console finds the object by it"),
		})
}

// specOf returns the spec of an object. The nulls of values stay, because to Helm they remove the chart's own defaults.
func specOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) part {
	switch {
	case v[variableSpec].Exists():
		return part{Field: tree.Field{Key: "spec", Value: v[variableSpec]}, from: fromSection}
	case entry.fields.Exists():
		moved := movedOf(c, b, entry, v)
		return part{Field: tree.Field{Key: "spec", Value: entrySpec(b, entry.fields, moved)}, parts: moved, from: fromEntry}
	case c.Kind.Is(kinds.Source):
		return part{Field: tree.Field{Key: "spec", Value: c.Spec}, from: fromSource}
	case c.Kind == kinds.HelmChart:
		return part{Field: tree.Field{Key: "spec", Value: c.Spec}, from: fromHelmChart}
	}
	return part{Field: tree.Field{Key: "spec", Value: c.Spec}, from: fromSection}
}

// movedOf returns the fields of a workload's spec that have another place in an entry, in the order of their keys.
func movedOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) []part {
	var chart, chartRef tree.Node
	if c.ChartField == "chart" {
		chart = c.Chart
	} else {
		chartRef = c.Chart
	}
	waitsFor := fromEntry
	if c.Gates != nil && v[variableDependsOn].Exists() {
		waitsFor = fromGates
	}
	return []part{
		{Field: tree.Field{Key: "chart", Value: chart}, from: fromChart},
		{Field: tree.Field{Key: "chartRef", Value: chartRef}, from: fromChartRef},
		{Field: tree.Field{Key: "dependsOn", Value: v[variableDependsOn]}, from: waitsFor},
		{Field: tree.Field{Key: "kubeConfig", Value: v[variableKubeConfig]}, from: fromKubeConfig},
		{Field: tree.Field{Key: "sourceRef", Value: c.SourceRef}, from: fromSourceRef},
		{Field: tree.Field{Key: "targetNamespace", Value: entry.field.Target}, from: fromDestination},
		{Field: tree.Field{Key: "values", Value: b.Verbatim(entry.field.Values)}, from: fromEntry},
		{Field: tree.Field{Key: "wave", Value: v[variableWave]}, from: fromEntry},
	}
}

// outsideSpec reports whether a field of an entry is no field of its object's spec.
func outsideSpec(key string) bool {
	switch key {
	case "name", "namespace", "metadata", "source", "sourceRef", "destination", "chart", "wave":
		return true
	}
	return false
}

// entrySpec returns the author's own fields of an entry with those that have another place in it moved to theirs.
// Both are in the order of their keys, so that the whole need not be sorted.
func entrySpec(b *tree.Builder, entry tree.Node, moved []part) tree.Node {
	fields, next := make([]tree.Field, 0, 24), 0
	for c := range entry.Children() {
		key := c.Key()
		for next < len(moved) && moved[next].Key < key {
			fields = append(fields, moved[next].Field)
			next++
		}
		if !outsideSpec(key) && (next == len(moved) || moved[next].Key != key || !moved[next].Value.Exists()) {
			fields = append(fields, tree.Field{Key: key, Value: c})
		}
	}
	for _, m := range moved[next:] {
		fields = append(fields, m.Field)
	}
	return b.Map(entry, fields...)
}

// consoleName is the name by which KubeSphere's console finds the object: <Secret of the
// kubeConfig>-<targetNamespace>, on the hub the targetNamespace alone (ks-devops controllers/fluxcd,
// getHelmReleaseName).
func consoleName(p *plan.Placement, kubeConfig tree.Node) string {
	secret := validate.KubeConfigRef(kubeConfig).Get("name").Text()
	if secret == "" || p.Target == "" {
		return secret + p.Target
	}
	return secret + "-" + p.Target
}

// waitsForAll returns what the object waits for where that is not what its entry has: with applications replaced by
// their objects, and after that the gates of its wave.
func waitsForAll(p *plan.Placement, b *tree.Builder) tree.Node {
	gates, written := p.Common.Gates, p.Dependencies()
	if gates == nil {
		return p.WaitsFor()
	}
	if !written.First().Exists() {
		return gates.List
	}
	return b.List(written, slices.AppendSeq(slices.Collect(written.Children()), gates.List.Children())...)
}
