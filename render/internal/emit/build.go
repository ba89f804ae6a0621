// Package emit builds and prints the objects of placements. It compiles a template's objects once and prints each with
// its own values. It also writes the gates of waves, because they hold digests of built specs.
package emit

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// variable is a value that differs among the objects of a common, beside the holes of the template.
type variable int

const (
	variableName variable = iota
	variableKubeConfig
	variableDependsOn // where it is not the entry's
	variableOrdered   // that nothing of the entry's dependsOn is left, because delivery orders the object
	variableInterval  // where it is not the entry's
	variableShard
	variableDigest
	variableClosesWave // the author's interval, of an object that closes its wave
	variableProtected
	variableConsoleName // by which KubeSphere's console finds the object
	variableLiteral     // that Flux's substitution leaves the object alone
	variableMoves       // that no Kustomization deletes the object before its next one has it
	variableApplication // by which Alerts find the object
	variableSpec        // where it is built already
	variableWave        // as it is written, for comparisons; no object has it
	variableCount
)

// variables are the values of an object; an absent one has no field.
type variables [variableCount]tree.Node

func variablesOf(p *plan.Placement, b *tree.Builder) variables {
	v := ownVariables(p, b)
	if p.Labelled {
		v.text(b, variableApplication, true, p.Common.App.Label())
	}
	if spec := v[variableSpec]; p.Alert != nil && p.Alert.Sources != nil {
		v[variableSpec] = b.Map(spec, append(spec.Fields(), tree.Field{Key: "eventSources", Value: eventSources(p, b)})...)
	}
	if !p.IsEntry() {
		return v
	}
	v.wait(waitsForAll(p, b))
	if p.Digest != (plan.Digest{}) {
		v.text(b, variableDigest, true, p.Digest.String())
	}
	v.text(b, variableProtected, p.Protected, "true")
	if p.Closes != nil {
		v[variableInterval], v[variableClosesWave] = intervalOf(p, b)
	}
	if p.Common.App.Document.Facts().IsKubeSphereApplication() {
		secret := kinds.KubeConfigRef(v[variableKubeConfig]).Get("name").Text()
		// as KubeSphere's console finds the object: ks-devops controllers/fluxcd, getHelmReleaseName
		name := strings.Trim(secret+"-"+p.Target, "-") // no name has a hyphen at an end
		v.text(b, variableConsoleName, name != "", name)
	}
	return v
}

func (v *variables) text(b *tree.Builder, of variable, has bool, text string) {
	if has {
		v[of] = b.String(text, tree.Node{})
	}
}

// wait sets what the object waits for; a list without an item is no field.
func (v *variables) wait(list tree.Node) {
	if list.Exists() && list.Len() == 0 {
		v[variableOrdered], list = list, tree.Node{}
	}
	v[variableDependsOn] = list
}

// Object builds the object of a placement; absent for nil.
func Object(p *plan.Placement, b *tree.Builder) tree.Node { return built(p, b, variablesOf) }

func built(p *plan.Placement, b *tree.Builder, valuesOf func(*plan.Placement, *tree.Builder) variables) tree.Node {
	if p == nil {
		return tree.Node{}
	}
	v := valuesOf(p, b)
	return objectOf(p, b, entryOf(p, b), &v)
}

// builtEntry is a merged entry to build from, of an instance or a template with holes. All is absent without an entry.
type builtEntry struct {
	fields tree.Node
	field  entries.EntryFields
}

func entryOf(p *plan.Placement, b *tree.Builder) builtEntry {
	if !p.IsEntry() || len(p.Instance.Template.Holes) == 0 {
		return templateOf(p)
	}
	fields := p.Instance.Expand(b)
	return builtEntry{fields, entries.ReadFields(fields)}
}

func templateOf(p *plan.Placement) builtEntry { return builtEntry{p.MergedEntry(), *p.Field()} }

func objectOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	c := p.Common
	return b.Map(c.Origin, append(slices.Clip(c.Body),
		plan.TextField(b, "apiVersion", c.APIVersion()),
		plan.TextField(b, "kind", c.Kind.Name),
		tree.Field{Key: "metadata", Value: metadataOf(p, b, entry, v)},
		tree.Field{Key: "spec", Value: specOf(c, b, entry, v)})...)
}

// metadataOf builds metadata: what the application sets, then the entry, then what fluxapp and KubeSphere need.
func metadataOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	labels := labelsOf(p, b, entry, v)
	if !labels.First().Exists() {
		labels = tree.Node{}
	}
	var namespace tree.Node
	if p.Common.Namespace != "" {
		namespace = b.String(p.Common.Namespace, p.NamespaceNode())
	}
	return b.Map(tree.Node{},
		tree.Field{Key: "annotations", Value: annotationsOf(p, b, entry, v)},
		tree.Field{Key: "labels", Value: labels},
		tree.Field{Key: "name", Value: v[variableName]},
		tree.Field{Key: "namespace", Value: namespace})
}

func labelsOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	c := p.Common
	var managedBy tree.Node
	if c.App.Document.Facts().IsKubeSphereApplication() && entry.fields.Exists() {
		managedBy = b.String(c.App.Document.Name(), tree.Node{})
	}
	return b.Map(tree.Node{}, append(slices.Concat(entry.authors(c, "labels"), c.Labels),
		tree.Field{Key: kinds.LabelShard, Value: v[variableShard]},
		tree.Field{Key: kinds.LabelApplication, Value: v[variableApplication]},
		tree.Field{Key: kinds.LabelManagedBy, Value: managedBy})...)
}

func (e builtEntry) authors(c *plan.Common, key string) []tree.Field {
	return append(c.Metadata.Get(key).Fields(), e.field.Metadata.Get(key).Fields()...)
}

// annotationsOf builds the annotations of an object. The author's own one is over those for literals and for moves.
func annotationsOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	c := p.Common
	known := append(entry.authors(c, "annotations"), c.Annotations...)
	unless := func(annotation string, value tree.Node) tree.Field {
		if slices.ContainsFunc(known, func(f tree.Field) bool { return f.Key == annotation }) {
			value = tree.Node{}
		}
		return tree.Field{Key: annotation, Value: value}
	}
	return b.Map(tree.Node{}, append(known,
		unless(AnnotationSubstitute, v[variableLiteral]),
		unless(kinds.AnnotationPrune, v[variableMoves]),
		plan.TextField(b, kinds.AnnotationRenderedFrom, c.App.Owner()),
		tree.Field{Key: kinds.AnnotationDigest, Value: v[variableDigest]},
		tree.Field{Key: kinds.AnnotationClosesWave, Value: v[variableClosesWave]},
		tree.Field{Key: kinds.AnnotationProtected, Value: v[variableProtected]},
		tree.Field{Key: kinds.AnnotationName, Value: v[variableConsoleName]})...)
}

// specOf returns the spec of an object. The nulls of values stay, because to Helm they remove the chart's own defaults.
func specOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	switch {
	case v[variableSpec].Exists():
		return v[variableSpec]
	case entry.fields.Exists():
		return entrySpec(c, b, entry, v)
	}
	return c.Spec
}

// movedOf returns the fields of a workload's spec that have another place in an entry, in the order of their keys.
func movedOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) [9]tree.Field {
	chart, chartRef := c.Chart, tree.Node{}
	if c.ChartField != "chart" {
		chart, chartRef = chartRef, chart
	}
	return [...]tree.Field{
		{Key: "chart", Value: chart},
		{Key: "chartRef", Value: chartRef},
		{Key: "dependsOn", Value: v[variableDependsOn]},
		{Key: "interval", Value: v[variableInterval]},
		{Key: "kubeConfig", Value: v[variableKubeConfig]},
		{Key: "sourceRef", Value: c.SourceRef},
		{Key: "targetNamespace", Value: entry.field.Target},
		{Key: "values", Value: b.Verbatim(entry.field.Values)},
		{Key: "wave", Value: v[variableWave]},
	}
}

func outsideSpec(key string) bool {
	switch key {
	case "name", "namespace", "file", "metadata", "source", "sourceRef", "destination", "chart", "wave":
		return true
	}
	return false
}

// entrySpec returns the author's own fields of an entry with those that have another place in it moved to theirs.
// Both are in the order of their keys, so that the whole need not be sorted.
func entrySpec(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	own, moved, next := entry.fields, movedOf(c, b, entry, v), 0
	if v[variableOrdered].Exists() {
		own = b.Without(own, "dependsOn")
	}
	fields := make([]tree.Field, 0, 24)
	for child := range own.Children() {
		key := child.Key()
		for next < len(moved) && moved[next].Key < key {
			fields = append(fields, moved[next])
			next++
		}
		if !outsideSpec(key) && (next == len(moved) || moved[next].Key != key || !moved[next].Value.Exists()) {
			fields = append(fields, tree.Field{Key: key, Value: child})
		}
	}
	return b.Map(own, append(fields, moved[next:]...)...)
}

// waitsForAll returns what the object waits for if not its entry's: objects of applications, then gates of its wave,
// then the others of its wave if it closes that.
func waitsForAll(p *plan.Placement, b *tree.Builder) tree.Node {
	gates, closes, written := p.Common.Gates, p.Closes, p.Dependencies()
	switch {
	case gates == nil && closes == nil:
		return p.WaitsFor
	case gates != nil && closes == nil && !written.First().Exists():
		return gates.List
	}
	all := slices.Collect(written.Children())
	for _, made := range []*plan.Gates{gates, closes} {
		if made != nil {
			all = slices.AppendSeq(all, made.List.Children())
		}
	}
	return b.List(written, all...)
}
