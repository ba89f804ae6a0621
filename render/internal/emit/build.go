package emit

import (
	"slices"

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
		v[variableApplication] = b.String(p.Common.App.Label(), tree.Node{})
	}
	if p.Alert != nil {
		v[variableSpec] = alertSpec(p, b)
	}
	if !p.IsEntry() {
		return v
	}
	v.wait(waitsForAll(p, b))
	if p.Digest != (plan.Digest{}) {
		v[variableDigest] = b.String(p.Digest.String(), tree.Node{})
	}
	if p.Closes != nil {
		v[variableInterval], v[variableClosesWave] = intervalOf(p, b)
	}
	if p.Protected {
		v[variableProtected] = b.String("true", tree.Node{})
	}
	if p.Common.App.Document.IsKubeSphereApplication() {
		if name := consoleName(p, v[variableKubeConfig]); name != "" {
			v[variableConsoleName] = b.String(name, tree.Node{})
		}
	}
	return v
}

// wait sets what the object waits for; a list without an item is no field.
func (v *variables) wait(list tree.Node) {
	if list.Exists() && list.Len() == 0 {
		v[variableOrdered], list = list, tree.Node{}
	}
	v[variableDependsOn] = list
}

// Object builds the object of a placement.
func Object(p *plan.Placement, b *tree.Builder) tree.Node {
	v := variablesOf(p, b)
	return objectOf(p, b, entryOf(p, b), &v).Value
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

func (e builtEntry) specIn(b *tree.Builder, v *variables) tree.Node {
	if v[variableOrdered].Exists() {
		return b.Without(e.fields, "dependsOn")
	}
	return e.fields
}

func objectOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) part {
	c := p.Common
	return mapOf(b, "", c.Origin, origin{tell: fromSection}, c.Body,
		field("apiVersion", b.String(c.APIVersion(), tree.Node{}), origin{reason: "all objects have it"}),
		field("kind", b.String(c.Kind.Name, tree.Node{}), origin{reason: "all objects have it"}),
		metadataOf(p, b, entry, v),
		specOf(c, b, entry, v))
}

// metadataOf builds metadata: what the application sets, then the entry, then what fluxapp and KubeSphere need.
func metadataOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) part {
	labels := labelsOf(p, b, entry, v)
	if !labels.Value.First().Exists() {
		labels.Value = tree.Node{}
	}
	var namespace tree.Node
	if p.Common.Namespace != "" {
		namespace = b.String(p.Common.Namespace, p.NamespaceNode())
	}
	return mapOf(b, "metadata", tree.Node{}, origin{}, nil, annotationsOf(p, b, entry, v), labels,
		field("name", v[variableName], origin{entry: "name", reason: "it is unique among all objects"}),
		field("namespace", namespace, origin{tell: fromNamespace}))
}

func labelsOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) part {
	c := p.Common
	authors := append(c.Metadata.Get("labels").Fields(), entry.field.Metadata.Get("labels").Fields()...)
	var managedBy tree.Node
	if c.App.Document.IsKubeSphereApplication() && entry.fields.Exists() {
		managedBy = b.String(c.App.Document.Name(), tree.Node{})
	}
	return mapOf(b, "labels", tree.Node{}, origin{entry: "metadata.labels", layer: "commonMetadata"}, authors,
		append(ofKind(c.Labels),
			field(kinds.LabelShard, v[variableShard], origin{reason: "the controllers of the shard select the object by it"}),
			field(kinds.LabelApplication, v[variableApplication], origin{reason: "Alerts select the object by it"}),
			field(kinds.LabelManagedBy, managedBy, origin{reason: "KubeSphere selects the object by it"}))...)
}

// ofKind returns the labels or annotations that only objects have that no entry makes.
func ofKind(fields []tree.Field) (parts []part) {
	for _, f := range fields {
		parts = append(parts, field(f.Key, f.Value, origin{tell: fromChartMetadata}))
	}
	return parts
}

// annotationsOf builds the annotations of an object. The author's own one is over those for literals and for moves.
func annotationsOf(p *plan.Placement, b *tree.Builder, entry builtEntry, v *variables) part {
	const key = "annotations"
	c := p.Common
	authors := append(c.Metadata.Get(key).Fields(), entry.field.Metadata.Get(key).Fields()...)
	unless := func(annotation string, value tree.Node) tree.Node {
		isIt := func(f tree.Field) bool { return f.Key == annotation }
		if slices.ContainsFunc(authors, isIt) || slices.ContainsFunc(c.Annotations, isIt) {
			return tree.Node{}
		}
		return value
	}
	return mapOf(b, key, tree.Node{}, origin{entry: "metadata.annotations", layer: "commonMetadata"}, authors,
		append(ofKind(c.Annotations),
			field(kinds.AnnotationSubstitute, unless(kinds.AnnotationSubstitute, v[variableLiteral]),
				origin{reason: "Flux's substitution leaves the object alone"}),
			field(kinds.AnnotationPrune, unless(kinds.AnnotationPrune, v[variableMoves]),
				origin{reason: "another Kustomization applies the object after the next commit"}),
			field(kinds.AnnotationRenderedFrom, b.String(c.App.Owner(), tree.Node{}), origin{reason: "it names the document"}),
			field(kinds.AnnotationDigest, v[variableDigest], origin{reason: "objects of later waves wait for this spec"}),
			field(kinds.AnnotationClosesWave, v[variableClosesWave], origin{reason: "the object closes its wave"}),
			field(kinds.AnnotationProtected, v[variableProtected], origin{reason: "limits protect the cluster"}),
			field(kinds.AnnotationName, v[variableConsoleName],
				origin{reason: "KubeSphere's console finds the object by it"}))...)
}

// specOf returns the spec of an object. The nulls of values stay, because to Helm they remove the chart's own defaults.
func specOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) part {
	switch {
	case v[variableSpec].Exists():
		return field("spec", v[variableSpec], origin{tell: fromSection})
	case entry.fields.Exists():
		moved := movedOf(c, b, entry, v)
		spec := tree.Field{Key: "spec", Value: entrySpec(b, entry.specIn(b, v), moved[:])}
		return part{spec, origin{tell: fromEntry}, moved[:]}
	case c.Kind.Is(kinds.Source):
		return field("spec", c.Spec, origin{tell: fromSource})
	case c.Kind == kinds.HelmChart: // the releases that share it tell its layers
		return field("spec", c.Spec, origin{reason: "releases share the chart, or an application saves it"})
	case c.Kind == kinds.Kustomization:
		return field("spec", c.Spec, origin{tell: fromOrder})
	}
	return field("spec", c.Spec, origin{tell: fromSection})
}

// movedOf returns the fields of a workload's spec that have another place in an entry, in the order of their keys.
func movedOf(c *plan.Common, b *tree.Builder, entry builtEntry, v *variables) [9]part {
	var chart, chartRef tree.Node
	fromChartRef, waits := origin{tell: fromSourceRef}, origin{tell: fromDependsOn}
	closes, interval := v[variableClosesWave].Exists(), origin{tell: fromInterval}
	if c.ChartField == "chart" {
		chart = c.Chart
	} else {
		chartRef = c.Chart
	}
	if c.App.Document.SharesChart() {
		fromChartRef.tell = fromSharedChart
	}
	if (c.Gates != nil || closes) && v[variableDependsOn].Exists() {
		waits = origin{tell: fromGates}
	}
	if v[variableInterval].Exists() {
		interval = origin{tell: fromClosing}
	}
	return [...]part{
		field("chart", chart, origin{tell: fromChart}),
		field("chartRef", chartRef, fromChartRef),
		field("dependsOn", v[variableDependsOn], waits),
		field("interval", v[variableInterval], interval),
		field("kubeConfig", v[variableKubeConfig], origin{tell: fromKubeConfig}),
		field("sourceRef", c.SourceRef, origin{tell: fromSourceRef}),
		field("targetNamespace", entry.field.Target, origin{entry: "destination.targetNamespace"}),
		field("values", b.Verbatim(entry.field.Values), origin{entry: "values"}),
		field("wave", v[variableWave], origin{entry: "wave"}),
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

// consoleName is the name by which KubeSphere's console finds the object: <Secret of the kubeConfig>-<targetNamespace>,
// without the Secret on the hub (ks-devops controllers/fluxcd, getHelmReleaseName).
func consoleName(p *plan.Placement, kubeConfig tree.Node) string {
	secret := kinds.KubeConfigRef(kubeConfig).Get("name").Text()
	if secret == "" || p.Target == "" {
		return secret + p.Target
	}
	return secret + "-" + p.Target
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
