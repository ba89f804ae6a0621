package render

import (
	"encoding/json"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// params returns what the layers of the entry have for the params that a value reads, and what the fleet has for
// these, labels and annotations, see [Leaf]. The value is that of a setting.
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

// read returns what the layers and the fleet have for a param, label or annotation, the uppermost first, up to the
// one that replaces what is below it, and whether the reference needs no default. The name of a cluster has no place
// of its own.
func (e explainer) read(ref *reference.Reference) (all []Setting, found bool) {
	add := func(layer string, n tree.Node) (replaces bool) {
		for _, key := range ref.Steps[1:] {
			if n.Kind() == tree.Map { // every other value replaces what is below it
				n = n.Find(key)
			}
		}
		if n.Exists() {
			all = append(all, Setting{layer, compact(n), n.Position()})
			found = found || n.Kind() != tree.Null && n.Key() == ref.Steps[len(ref.Steps)-1]
		}
		return n.Exists() && n.Kind() != tree.Map
	}
	switch ref.Root + "." + ref.Steps[0] {
	case "cluster.params":
		for _, layer := range slices.Backward(e.origins.Layers) {
			if add(layer.Name, layer.Fields.Find("params")) {
				return all, found
			}
		}
		add("fleet", e.member().Params())
	case "cluster.labels":
		add("fleet", e.member().Labels())
	case "cluster.annotations":
		add("fleet", e.member().Annotations())
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
