package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// part is a value in which the objects of one model differ.
type part int

const (
	partName part = iota
	partKubeConfig
	partSecret    // the name of a Secret, where the kubeConfig is that and nothing else
	partDependsOn // where it is not what the entry says
	partShard
	partDigest
	partConsole // the name by which KubeSphere's console finds the object
	partSpec    // where it is made already
	partCount
)

// parts are the values of an object; a field whose value is absent is not there.
type parts [partCount]tree.Node

// kubeConfig returns how Flux reaches the cluster.
func (own *parts) kubeConfig(b *tree.Builder) tree.Node {
	secret := own[partSecret]
	if !secret.Exists() {
		return own[partKubeConfig]
	}
	return b.Map(tree.Node{}, tree.Field{Key: "secretRef", Value: b.Map(tree.Node{}, tree.Field{Key: "name", Value: secret})})
}

// object builds the object of a placement.
func (p *placement) object(b *tree.Builder) tree.Node {
	p = p.alone()
	var own parts
	p.parts(b, &own, p.specDigest)
	own[partName] = b.String(p.name, tree.Node{})
	return p.model.object(b, &own)
}

// parts fills in what is the placement's own, besides its name; the digest of its spec as somebody makes it, unless it was made already.
func (p *placement) parts(b *tree.Builder, all *parts, specDigest func(*tree.Builder) string) {
	*all = parts{partKubeConfig: p.kubeConfig()}
	if p.more != nil || p.gates != nil {
		all[partDependsOn] = p.waits(b)
		if p.extras().shard != "" {
			all[partShard] = b.String(p.extras().shard, tree.Node{})
		}
	}
	if !p.fields.Exists() {
		return
	}
	if p.app.waves {
		digest := p.extras().digest
		if digest == "" {
			digest = specDigest(b)
		}
		all[partDigest] = b.String(digest, tree.Node{})
	}
	if p.app.document.Console() {
		if name := p.consoleName(); name != "" {
			all[partConsole] = b.String(name, tree.Node{})
		}
	}
}

// object builds an object of the model.
func (m *model) object(b *tree.Builder, own *parts) tree.Node {
	return b.Map(m.origin,
		tree.Field{Key: "apiVersion", Value: b.String(m.kind.apiVersion, tree.Node{})},
		tree.Field{Key: "kind", Value: b.String(m.kind.kind, tree.Node{})},
		tree.Field{Key: "metadata", Value: m.objectMetadata(b, own)},
		tree.Field{Key: "spec", Value: m.specOf(b, own)})
}

// objectMetadata builds an object's metadata: what the application sets on all objects, then what the entry sets, then what
// fluxapp and KubeSphere need.
func (m *model) objectMetadata(b *tree.Builder, own *parts) tree.Node {
	common, said := m.app.document.Spec.Get("commonMetadata"), m.said.metadata
	if m.app.document.Class != schema.App {
		common = tree.Node{}
	}
	labels := append(append(common.Get("labels").Fields(), said.Get("labels").Fields()...), m.labels...)
	labels = append(labels, tree.Field{Key: schema.LabelShard, Value: own[partShard]})
	if m.app.document.Console() && m.fields.Exists() {
		labels = append(labels, tree.Field{Key: schema.LabelManagedBy, Value: b.String(m.app.document.Name, tree.Node{})})
	}
	annotations := append(append(common.Get("annotations").Fields(), said.Get("annotations").Fields()...), m.annotations...)
	annotations = append(annotations,
		tree.Field{Key: schema.AnnotationRenderedFrom, Value: b.String(m.app.owner(), tree.Node{})},
		tree.Field{Key: schema.AnnotationDigest, Value: own[partDigest]},
		tree.Field{Key: schema.AnnotationName, Value: own[partConsole]})
	fields := []tree.Field{
		{Key: "annotations", Value: b.Map(tree.Node{}, annotations...)},
		{Key: "name", Value: own[partName]},
	}
	if all := b.Map(tree.Node{}, labels...); all.First().Exists() {
		fields = append(fields, tree.Field{Key: "labels", Value: all})
	}
	if m.namespace != "" {
		fields = append(fields, tree.Field{Key: "namespace", Value: b.String(m.namespace, m.namedAt)})
	}
	return b.Map(tree.Node{}, fields...)
}

// specOf returns the spec of an object.
func (m *model) specOf(b *tree.Builder, own *parts) tree.Node {
	switch {
	case own[partSpec].Exists():
		return own[partSpec]
	case m.kind == kindHelmRelease:
		return m.helmReleaseSpec(b, own)
	case m.kind == kindKustomization, m.kind == kindKCLRun:
		return m.manifestsSpec(b, own)
	}
	return m.spec
}

// consoleName is the name by which KubeSphere's console finds the object: <Secret of the kubeConfig>-<targetNamespace>, on
// the hub the targetNamespace alone (ks-devops controllers/fluxcd, getHelmReleaseName).
func (p *placement) consoleName() string {
	target := p.target.Text()
	secret := schema.KubeConfigRef(p.kubeConfig()).Get("name").Text()
	switch {
	case secret == "":
		return target
	case target == "":
		return secret
	}
	return secret + "-" + target
}

// ours reports whether a field of an entry is no part of its object's spec.
func ours(key string) bool {
	switch key {
	case "name", "namespace", "metadata", "sourceRef", "destination", "chart", "wave":
		return true
	}
	return false
}

// helmReleaseSpec places the chart; the nulls of values stay, because to Helm they remove the chart's own defaults.
func (m *model) helmReleaseSpec(b *tree.Builder, own *parts) tree.Node {
	return m.entrySpec(b, []tree.Field{
		{Key: m.chartKey, Value: m.chart},
		{Key: "dependsOn", Value: own[partDependsOn]},
		{Key: "kubeConfig", Value: own.kubeConfig(b)},
		{Key: "targetNamespace", Value: m.target},
		{Key: "values", Value: b.Verbatim(m.values)},
	})
}

// manifestsSpec places the source.
func (m *model) manifestsSpec(b *tree.Builder, own *parts) tree.Node {
	return m.entrySpec(b, []tree.Field{
		{Key: "dependsOn", Value: own[partDependsOn]},
		{Key: "kubeConfig", Value: own.kubeConfig(b)},
		{Key: "sourceRef", Value: m.ref},
		{Key: "targetNamespace", Value: m.target},
	})
}

// entrySpec returns the author's own fields of an entry with those that have another place in it put into theirs. Both are in the
// order of their keys, so that the whole need not be sorted.
func (m *model) entrySpec(b *tree.Builder, placed []tree.Field) tree.Node {
	fields, next := make([]tree.Field, 0, 24), 0
	for c := range m.fields.Children() {
		key := c.Key()
		for next < len(placed) && placed[next].Key < key {
			fields = append(fields, placed[next])
			next++
		}
		if !ours(key) && (next == len(placed) || placed[next].Key != key || !placed[next].Value.Exists()) {
			fields = append(fields, tree.Field{Key: key, Value: c})
		}
	}
	return b.Map(m.fields, append(fields, placed[next:]...)...)
}

// waits returns what the object waits for where that is not what its entry says: with applications written out, and behind that the
// gates of its wave.
func (p *placement) waits(b *tree.Builder) tree.Node {
	if p.gates == nil {
		return p.extras().waitsFor
	}
	var items []tree.Node
	written := p.dependencies()
	for item := range written.Children() {
		items = append(items, item)
	}
	if len(items) == 0 {
		return p.gates.list
	}
	for item := range p.gates.list.Children() {
		items = append(items, item)
	}
	return b.List(written, items...)
}
