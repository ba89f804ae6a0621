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
	return objectOf(p, b, entryOf(p, b), &v)
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
func objectOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	c := p.Common
	fields := []tree.Field{
		{Key: "apiVersion", Value: b.String(c.Kind.APIVersion, tree.Node{})},
		{Key: "kind", Value: b.String(c.Kind.Name, tree.Node{})},
		{Key: "metadata", Value: metadataOf(p, b, entry, v)},
		{Key: "spec", Value: specOf(c, b, entry, v)},
	}
	return b.Map(c.Origin, append(fields, c.Body...)...)
}

// metadataOf builds the metadata of an object: what the application sets on all objects, then what the entry sets,
// then what fluxapp and KubeSphere need.
func metadataOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	c := p.Common
	all, own := c.Metadata, entry.field.Metadata
	labels := append(append(all.Get("labels").Fields(), own.Get("labels").Fields()...), c.Labels...)
	labels = append(labels,
		tree.Field{Key: terms.LabelShard, Value: v[variableShard]},
		tree.Field{Key: terms.LabelApplication, Value: v[variableApplication]})
	if c.App.Document.IsKubeSphereApplication() && entry.fields.Exists() {
		labels = append(labels, tree.Field{Key: terms.LabelManagedBy, Value: b.String(c.App.Document.Name(), tree.Node{})})
	}
	annotations := append(append(all.Get("annotations").Fields(), own.Get("annotations").Fields()...), c.Annotations...)
	if v[variableLiteral].Exists() { // the author's own annotation is over it
		annotations = slices.Insert(annotations, 0, tree.Field{Key: terms.AnnotationSubstitute, Value: v[variableLiteral]})
	}
	annotations = append(annotations,
		tree.Field{Key: terms.AnnotationRenderedFrom, Value: b.String(c.App.Owner(), tree.Node{})},
		tree.Field{Key: terms.AnnotationDigest, Value: v[variableDigest]},
		tree.Field{Key: terms.AnnotationName, Value: v[variableConsoleName]})
	fields := []tree.Field{
		{Key: "annotations", Value: b.Map(tree.Node{}, annotations...)},
		{Key: "name", Value: v[variableName]},
	}
	if labels := b.Map(tree.Node{}, labels...); labels.First().Exists() {
		fields = append(fields, tree.Field{Key: "labels", Value: labels})
	}
	if c.Namespace != "" {
		fields = append(fields, tree.Field{Key: "namespace", Value: b.String(c.Namespace, p.NamespaceNode())})
	}
	return b.Map(tree.Node{}, fields...)
}

// specOf returns the spec of an object. The nulls of values stay, because to Helm they remove the chart's own defaults.
func specOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	switch {
	case v[variableSpec].Exists():
		return v[variableSpec]
	case c.Kind == kinds.HelmRelease:
		return entrySpec(b, entry.fields, []tree.Field{
			{Key: c.ChartField, Value: c.Chart},
			{Key: "dependsOn", Value: v[variableDependsOn]},
			{Key: "kubeConfig", Value: v[variableKubeConfig]},
			{Key: "targetNamespace", Value: entry.field.Target},
			{Key: "values", Value: b.Verbatim(entry.field.Values)},
			{Key: "wave", Value: v[variableWave]},
		})
	case c.Kind == kinds.Kustomization, c.Kind == kinds.KCLRun:
		return entrySpec(b, entry.fields, []tree.Field{
			{Key: "dependsOn", Value: v[variableDependsOn]},
			{Key: "kubeConfig", Value: v[variableKubeConfig]},
			{Key: "sourceRef", Value: c.SourceRef},
			{Key: "targetNamespace", Value: entry.field.Target},
			{Key: "wave", Value: v[variableWave]},
		})
	}
	return c.Spec
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
func entrySpec(b *tree.Builder, entry tree.Node, moved []tree.Field) tree.Node {
	fields, next := make([]tree.Field, 0, 24), 0
	for c := range entry.Children() {
		key := c.Key()
		for next < len(moved) && moved[next].Key < key {
			fields = append(fields, moved[next])
			next++
		}
		if !outsideSpec(key) && (next == len(moved) || moved[next].Key != key || !moved[next].Value.Exists()) {
			fields = append(fields, tree.Field{Key: key, Value: c})
		}
	}
	return b.Map(entry, append(fields, moved[next:]...)...)
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
