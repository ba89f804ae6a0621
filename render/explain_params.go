package render

import (
	"encoding/json"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// params returns what the layers of the entry have for the params that a value reads, and what the fleet has for these,
// labels and annotations, see [Leaf]. The value is a setting's.
func (e explainer) params(value string) (all []Setting) {
	var text string
	if !e.p.IsEntry() || !reference.In(value) || json.Unmarshal([]byte(value), &text) != nil {
		return nil
	}
	parts, _ := reference.Split(text) // what is wrong was refused
	for _, part := range parts {
		for ref := part.Reference; ref != nil; ref = ref.Default.Reference {
			read, found := e.read(ref)
			all = append(all, read...)
			if ref.Default == nil || found {
				break
			}
		}
	}
	return all
}

// read returns what the layers and the fleet have for a param, label or annotation, from the uppermost to the one that
// covers the rest, and whether the reference needs no default. The name of a cluster has no place of its own.
func (e explainer) read(ref *reference.Reference) (all []Setting, found bool) {
	layers, known := overlay.Stack{}, e.member()
	switch ref.Root + "." + ref.Steps[0] {
	case "cluster.params":
		layers.Add("fleet", "params", known.Params())
		layers.Layers = append(layers.Layers, e.origins.Stack.Layers...)
	case "cluster.labels":
		layers.Add("fleet", "labels", known.Labels())
	case "cluster.annotations":
		layers.Add("fleet", "annotations", known.Annotations())
	}
	for _, o := range layers.Origins(ref.Steps...) {
		all = append(all, Setting{o.Layer, compact(o.Value), o.Value.Position()})
		found = found || o.Value.Kind() != tree.Null && o.Depth == len(ref.Steps)
		if o.Value.Kind() != tree.Map {
			break
		}
	}
	return all, found
}

// member returns what the fleet knows of the cluster of an entry; an empty one where it does not know it.
func (e explainer) member() *schema.Member {
	if m := e.p.Instance.Member; m != nil {
		return m
	}
	return &schema.Member{}
}
