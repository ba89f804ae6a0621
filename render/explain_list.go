package render

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// itemLeaf explains an item of a merged list, with its value in the object: absent for one that a layer removed.
func (e FieldExplainer) itemLeaf(item overlay.Item, index int, list Leaf, value tree.Node) Leaf {
	leaf, key := Leaf{Item: true}, keyOf(item, index)
	for _, layer := range slices.Backward(item.From) {
		leaf.Covered = append(leaf.Covered, e.setting(layer))
	}
	if value.Exists() {
		leaf.Value = valueAt(value, list.Keys)
	}
	leaf.Keys, leaf.Path = below(list.Keys, key), list.Path+"["+key+"]"
	leaf.Setting, leaf.Covered = leaf.Covered[0], leaf.Covered[1:]
	leaf.Params = e.params(leaf.Setting.Value)
	return leaf
}

func keyOf(item overlay.Item, index int) string { return cmp.Or(item.Removed, strconv.Itoa(index)) }

// item explains a value in a list: an item of a merged list, or what is at its own place in the layer of its item.
func (e FieldExplainer) item(n tree.Node, list, path []string) Leaf {
	leaf, at := Leaf{Keys: list, Path: wording.Path(list)}, n.Position()
	ofList, items := e.leaf(e.root.At(list...), list)
	if n.Exists() {
		leaf = ofList
	}
	for i, merged := range items {
		if keyOf(merged, i) != path[len(list)] {
			continue
		}
		if len(path) == len(list)+1 {
			return e.itemLeaf(merged, i, ofList, n)
		}
		for _, layer := range merged.From {
			if entries.HasPlace(layer.Fields, at) {
				leaf.Setting = e.setting(layer)
			}
		}
	}
	if n.Exists() {
		leaf.Value = compact(n)
		leaf.Setting.Value = leaf.Value
		if at.Line > 0 {
			leaf.Setting.At = at
		}
	}
	for _, key := range path[len(list):] {
		leaf.Path += tree.ItemStep(key)
	}
	return leaf
}

// itemOf returns the item of a list at an index, or with a value in a field (name=TRACE), and its index; or the key.
func itemOf(list tree.Node, key string) (item tree.Node, index string) {
	items := slices.Collect(list.Children())
	i, err := strconv.Atoi(key)
	if field, value, isField := strings.Cut(key, "="); isField {
		i = slices.IndexFunc(items, func(item tree.Node) bool {
			n := item.Find(field)
			return n.Exists() && n.Text() == value
		})
	} else if err != nil {
		i = -1
	}
	if i < 0 || i >= len(items) {
		return tree.Node{}, key
	}
	return items[i], strconv.Itoa(i)
}

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
