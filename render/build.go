package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// variable is a value of an object that is not the same for all objects of its common, beside the holes of the template.
type variable int

const (
	variableName variable = iota
	variableKubeConfig
	variableDependsOn // where it is not that of the entry
	variableShard
	variableDigest
	variableConsoleName // by which KubeSphere's console finds the object
	variableCount
)

// variables are the values of an object; an absent one has no field.
type variables [variableCount]tree.Node

// variables returns the values of the placement, without its digest.
func (p *placement) variables(b *tree.Builder) (v variables) {
	v[variableName] = b.String(p.name, tree.Node{})
	if p.shard != "" {
		v[variableShard] = b.String(p.shard, tree.Node{})
	}
	if !p.isEntry() {
		return v
	}
	v[variableKubeConfig] = p.kubeConfig()
	v[variableDependsOn] = p.waitsForAll(b)
	if p.common.app.document.Console() {
		if name := p.consoleName(); name != "" {
			v[variableConsoleName] = b.String(name, tree.Node{})
		}
	}
	return v
}

// object builds the object of a placement.
func (p *placement) object(b *tree.Builder) tree.Node {
	entry := p.entry(b)
	v := p.variables(b)
	v[variableDigest] = p.digestNode(b, func() string { return p.specDigest(b) })
	return p.common.object(b, entry, &v)
}

// digestNode returns the digest of the placement's spec, computed where the plan has none; absent where no wave needs it.
func (p *placement) digestNode(b *tree.Builder, compute func() string) tree.Node {
	if !p.isEntry() || !p.common.app.waves {
		return tree.Node{}
	}
	digest := p.digest
	if digest == "" {
		digest = compute()
	}
	return b.String(digest, tree.Node{})
}

// builtEntry is a merged entry that an object is built from: of an instance, or of a template with its holes.
type builtEntry struct {
	fields        tree.Node // absent for objects that no entry makes
	field         entryFields
	namespaceNode tree.Node // what sets the namespace of the object
}

// entry returns the merged entry of the placement.
func (p *placement) entry(b *tree.Builder) builtEntry {
	if !p.isEntry() || len(p.instance.template.holes) == 0 {
		return p.template()
	}
	fields := p.instance.expand(b)
	return builtEntry{fields, readFields(fields), p.instance.namespaceNode()}
}

// template returns the merged entry of the placement with the holes in it.
func (p *placement) template() builtEntry {
	if !p.isEntry() {
		return builtEntry{namespaceNode: p.common.namespaceNode}
	}
	return builtEntry{p.instance.template.fields, p.instance.template.field, p.instance.namespaceNode()}
}

// object builds an object of an entry and of what is its own.
func (c *common) object(b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	return b.Map(c.origin,
		tree.Field{Key: "apiVersion", Value: b.String(c.kind.apiVersion, tree.Node{})},
		tree.Field{Key: "kind", Value: b.String(c.kind.kind, tree.Node{})},
		tree.Field{Key: "metadata", Value: c.metadata(b, entry, v)},
		tree.Field{Key: "spec", Value: c.specOf(b, entry, v)})
}

// metadata builds the metadata of an object: what the application sets on all objects, then what the entry sets, then what fluxapp and
// KubeSphere need.
func (c *common) metadata(b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	all, own := c.app.document.Spec.Get("commonMetadata"), entry.field.metadata
	if c.app.document.Class != schema.App {
		all = tree.Node{}
	}
	labels := append(append(all.Get("labels").Fields(), own.Get("labels").Fields()...), c.labels...)
	labels = append(labels, tree.Field{Key: schema.LabelShard, Value: v[variableShard]})
	if c.app.document.Console() && entry.fields.Exists() {
		labels = append(labels, tree.Field{Key: schema.LabelManagedBy, Value: b.String(c.app.document.Name, tree.Node{})})
	}
	annotations := append(append(all.Get("annotations").Fields(), own.Get("annotations").Fields()...), c.annotations...)
	annotations = append(annotations,
		tree.Field{Key: schema.AnnotationRenderedFrom, Value: b.String(c.app.owner(), tree.Node{})},
		tree.Field{Key: schema.AnnotationDigest, Value: v[variableDigest]},
		tree.Field{Key: schema.AnnotationName, Value: v[variableConsoleName]})
	fields := []tree.Field{
		{Key: "annotations", Value: b.Map(tree.Node{}, annotations...)},
		{Key: "name", Value: v[variableName]},
	}
	if labels := b.Map(tree.Node{}, labels...); labels.First().Exists() {
		fields = append(fields, tree.Field{Key: "labels", Value: labels})
	}
	if c.namespace != "" {
		fields = append(fields, tree.Field{Key: "namespace", Value: b.String(c.namespace, entry.namespaceNode)})
	}
	return b.Map(tree.Node{}, fields...)
}

// specOf returns the spec of an object. The nulls of values stay, because to Helm they remove the chart's own defaults.
func (c *common) specOf(b *tree.Builder, entry builtEntry, v *variables) tree.Node {
	switch c.kind {
	case kindHelmRelease:
		return entrySpec(b, entry.fields, []tree.Field{
			{Key: c.chartField, Value: c.chart},
			{Key: "dependsOn", Value: v[variableDependsOn]},
			{Key: "kubeConfig", Value: v[variableKubeConfig]},
			{Key: "targetNamespace", Value: entry.field.target},
			{Key: "values", Value: b.Verbatim(entry.field.values)},
		})
	case kindKustomization, kindKCLRun:
		return entrySpec(b, entry.fields, []tree.Field{
			{Key: "dependsOn", Value: v[variableDependsOn]},
			{Key: "kubeConfig", Value: v[variableKubeConfig]},
			{Key: "sourceRef", Value: c.sourceRef},
			{Key: "targetNamespace", Value: entry.field.target},
		})
	}
	return c.spec
}

// outsideSpec reports whether a field of an entry is no field of its object's spec.
func outsideSpec(key string) bool {
	switch key {
	case "name", "namespace", "metadata", "sourceRef", "destination", "chart", "wave":
		return true
	}
	return false
}

// entrySpec returns the author's own fields of an entry with those that have another place in it moved to theirs. Both are in the
// order of their keys, so that the whole need not be sorted.
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

// consoleName is the name by which KubeSphere's console finds the object: <Secret of the kubeConfig>-<targetNamespace>, on
// the hub the targetNamespace alone (ks-devops controllers/fluxcd, getHelmReleaseName).
func (p *placement) consoleName() string {
	target := p.target()
	secret := schema.KubeConfigRef(p.kubeConfig()).Get("name").Text()
	switch {
	case secret == "":
		return target
	case target == "":
		return secret
	}
	return secret + "-" + target
}

// waitsForAll returns what the object waits for where that is not what its entry has: with applications replaced by their objects,
// and after that the gates of its wave.
func (p *placement) waitsForAll(b *tree.Builder) tree.Node {
	gates, written := p.common.gates, p.dependencies()
	if gates == nil {
		return p.waitsFor
	}
	if !written.First().Exists() {
		return gates.list
	}
	var items []tree.Node
	for item := range written.Children() {
		items = append(items, item)
	}
	for item := range gates.list.Children() {
		items = append(items, item)
	}
	return b.List(written, items...)
}
