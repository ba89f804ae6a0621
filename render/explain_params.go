package render

import (
	"cmp"
	"encoding/json"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// params returns what the references in the value of a setting read, see [Leaf].
func (e FieldExplainer) params(value string) (all []Setting) {
	var text string
	if !e.p.IsEntry() || !names.MayHaveReference(value) || json.Unmarshal([]byte(value), &text) != nil {
		return nil
	}
	parts, _ := names.SplitReferences(text) // what is wrong was refused
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
func (e FieldExplainer) read(ref *names.Reference) (all []Setting, found bool) {
	layers, known := overlay.Stack{}, cmp.Or(e.p.Instance.Member, &schema.Member{}) // the fleet may not know it
	ofFleet := map[string]tree.Node{"params": known.Params(), "labels": known.Labels(),
		"annotations": known.Annotations()}
	if ref.Root == "cluster" {
		layers.Add("fleet", ref.Steps[0], ofFleet[ref.Steps[0]])
	}
	if ref.Root == "cluster" && ref.Steps[0] == "params" {
		layers.Layers = append(layers.Layers, e.stack.Layers...)
	}
	for _, o := range layers.Origins(ref.Steps...) {
		o.Named = o.Named || o.Name == "fleet" && ref.Steps[0] != "labels"
		all = append(all, Setting{o.Name, compact(o.Fields), o.Fields.Position(), o.Named})
		found = found || o.Fields.Kind() != tree.Null && o.Depth == len(ref.Steps)
		if o.Fields.Kind() != tree.Map {
			break
		}
	}
	return all, found
}
