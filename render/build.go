package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// object builds the object of a placement.
func (p *placement) object(b *tree.Builder) tree.Node {
	return b.Map(p.origin,
		tree.Field{Key: "apiVersion", Value: b.String(p.kind.apiVersion, tree.Node{})},
		tree.Field{Key: "kind", Value: b.String(p.kind.kind, tree.Node{})},
		tree.Field{Key: "metadata", Value: p.metadata(b)},
		tree.Field{Key: "spec", Value: p.specOf(b)})
}

func (p *placement) specOf(b *tree.Builder) tree.Node {
	switch p.kind {
	case kindHelmRelease:
		return p.helmReleaseSpec(b)
	case kindKustomization, kindKCLRun:
		return p.manifestsSpec(b)
	}
	return p.spec
}

// metadata builds an object's metadata: what the application sets on all objects, then what the entry sets, then what
// fluxapp and KubeSphere need.
func (p *placement) metadata(b *tree.Builder) tree.Node {
	common, own := p.app.document.Spec.Get("commonMetadata"), p.entry.Get("metadata")
	if p.app.document.Class != schema.App {
		common = tree.Node{}
	}
	labels := append(append(common.Get("labels").Fields(), own.Get("labels").Fields()...), p.labels...)
	annotations := append(append(common.Get("annotations").Fields(), own.Get("annotations").Fields()...), p.annotations...)
	annotations = append(annotations, tree.Field{Key: schema.AnnotationRenderedFrom, Value: b.String(p.app.owner(), tree.Node{})})
	if p.shard != "" {
		labels = append(labels, tree.Field{Key: schema.LabelShard, Value: b.String(p.shard, tree.Node{})})
	}
	if p.entry.Exists() && p.app.waves {
		digest := p.digest
		if digest == "" {
			digest = p.specDigest(b)
		}
		annotations = append(annotations, tree.Field{Key: schema.AnnotationDigest, Value: b.String(digest, tree.Node{})})
	}
	if p.app.document.Console() && p.entry.Exists() {
		labels = append(labels, tree.Field{Key: schema.LabelManagedBy, Value: b.String(p.app.document.Name, tree.Node{})})
		if name := p.consoleName(); name != "" {
			annotations = append(annotations, tree.Field{Key: schema.AnnotationName, Value: b.String(name, tree.Node{})})
		}
	}
	fields := []tree.Field{
		{Key: "annotations", Value: b.Map(tree.Node{}, annotations...)},
		{Key: "name", Value: b.String(p.name, p.entry.Get("name"))},
	}
	if len(labels) > 0 {
		fields = append(fields, tree.Field{Key: "labels", Value: b.Map(tree.Node{}, labels...)})
	}
	if p.namespace != "" {
		fields = append(fields, tree.Field{Key: "namespace", Value: b.String(p.namespace, p.entry.Get("namespace"))})
	}
	return b.Map(tree.Node{}, fields...)
}

// consoleName is the name by which KubeSphere's console finds the object: <Secret of the kubeConfig>-<targetNamespace>, without
// a kubeConfig the targetNamespace alone (ks-devops controllers/fluxcd, getHelmReleaseName).
func (p *placement) consoleName() string {
	target := p.entry.At("destination", "targetNamespace").Text()
	secret := schema.KubeConfigRef(p.kubeConfig()).Get("name").Text()
	switch {
	case secret == "":
		return target
	case target == "":
		return secret
	}
	return secret + "-" + target
}

// kubeConfig is how Flux reaches the cluster; absent when it runs there.
func (p *placement) kubeConfig() tree.Node {
	if p.app.standalone {
		return tree.Node{}
	}
	return p.entry.At("destination", "kubeConfig")
}

// ours are the fields of an entry that are not part of its object's spec.
var ours = map[string]bool{
	"name": true, "namespace": true, "metadata": true, "sourceRef": true, "destination": true, "chart": true, "wave": true,
}

// entrySpec returns the author's own fields of an entry with those that have another place in it put into theirs.
func (p *placement) entrySpec(b *tree.Builder, more ...tree.Field) tree.Node {
	fields := make([]tree.Field, 0, 16)
	for c := range p.entry.Children() {
		if key := c.Key(); !ours[key] {
			fields = append(fields, tree.Field{Key: key, Value: c})
		}
	}
	fields = append(fields, more...)
	fields = append(fields,
		tree.Field{Key: "dependsOn", Value: p.waits(b)},
		tree.Field{Key: "kubeConfig", Value: p.kubeConfig()},
		tree.Field{Key: "targetNamespace", Value: p.entry.At("destination", "targetNamespace")})
	return b.Map(p.entry, fields...)
}

// helmReleaseSpec places the chart; the nulls of values stay, because to Helm they remove the chart's own defaults.
func (p *placement) helmReleaseSpec(b *tree.Builder) tree.Node {
	return p.entrySpec(b,
		tree.Field{Key: p.chartKey, Value: p.chart},
		tree.Field{Key: "values", Value: b.Verbatim(p.entry.Find("values"))})
}

// manifestsSpec places the source.
func (p *placement) manifestsSpec(b *tree.Builder) tree.Node {
	return p.entrySpec(b, tree.Field{Key: "sourceRef", Value: p.ref})
}

// waits returns what the object waits for where that is not what its entry says: with applications written out, and behind that the
// gates of its wave.
func (p *placement) waits(b *tree.Builder) tree.Node {
	if p.gates == nil {
		return p.dependsOn
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
