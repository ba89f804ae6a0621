package render

import (
	"encoding/json"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// params returns what the layers of the entry have for the params that a value reads, see [Leaf]. The value is that of a setting.
func (e explainer) params(value string) (all []Setting) {
	var text string
	if !e.p.IsEntry() || !reference.In(value) || json.Unmarshal([]byte(value), &text) != nil {
		return nil
	}
	parts, _ := reference.Split(text) // what is wrong was refused
	for _, part := range parts {
		for ref := part.Reference; ref != nil; ref = ref.Default.Reference {
			if ref.Root == "cluster" && ref.Steps[0] == "params" {
				all = append(all, e.param(ref.Steps)...)
			}
			if ref.Default == nil {
				break
			}
		}
	}
	return all
}

// param returns what the layers have for a param, the uppermost first, up to the one that replaces what is below it.
func (e explainer) param(path []string) (all []Setting) {
	for _, layer := range slices.Backward(e.layers) {
		found := layer.Fields
		for _, key := range path {
			if found.Kind() == tree.Map {
				found = found.Find(key)
			}
		}
		if found.Exists() {
			all = append(all, Setting{layer.Name, compact(found), found.Position()})
		}
		if found.Exists() && found.Kind() != tree.Map {
			break
		}
	}
	return all
}
