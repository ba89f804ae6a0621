package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Setting is a value that something set, and where.
type Setting struct {
	// Layer is what set it: template, chart, defaults, entry or overrides[0] of the application, source, sources,
	// commonMetadata or fleet; imageAutomation, notification or tenancy; all layers of a list that grew, for example
	// defaults + overrides[0]; of what a base has, the same with the name of the base, for example base web defaults;
	// application for the namespace of its document; of what an object waits for because of its wave, the layer that sets
	// the wave, as wave of entry, and of what is left of dependsOn where delivery does the rest, the layer that has it, as
	// delivery of entry; of what delivers, delivery or dependsOn; empty for what fluxapp writes itself.
	Layer string
	// Value is the value as compact JSON, with its references as they are written.
	Value string
	// At is the place of the value; without a line for what fluxapp writes itself.
	At tree.Position
	// Named: the layer is for clusters that it names, and not for those with some labels; of the fleet, it is for one
	// cluster, and no label. Of a list that grew, one of its layers is so.
	Named bool
}

// Leaf is a field of an object that holds no further fields, with what set it. A list is one: layers replace lists, or
// add to them.
type Leaf struct {
	// Keys lead from the object to the field, or to the list that the value is in, and to an Item.
	Keys []string
	// Path leads from the object to the field as a text, as spec.values.replicas.
	Path string
	// Item: it is an item of a list that several layers are merged to, behind the leaf of the list. The last of the Keys
	// is its index, or, of an item that a layer removed, the field and the value that it was found by, as name=A.
	Item bool
	// Value is the value in the object, as compact JSON; empty for a field that a $(remove) or a null has removed.
	Value string
	// Setting is what set it.
	Setting Setting
	// Covered are the settings that it covers, the nearest first. What waits because of a wave follows their content.
	Covered []Setting
	// Reason tells which object closes a wave, where fluxapp writes the value for that; empty for all other fields.
	Reason string
	// Params are what the references in the setting read, the uppermost of each first: what layers have for a param, and
	// what the fleet has for a param, a label or an annotation. The name of a cluster is not among them.
	Params []Setting
}

// Explain returns every leaf of the object's metadata and spec (or what replaces a spec) in printed order, and behind
// the leaves of a map what a $(remove) removed. In front of them is where the object lies, as file, if a document says
// it.
func (o Object) Explain() []Leaf { return o.FieldExplainer().Leaves() }

type explainer struct {
	origins emit.Origins
	p       *plan.Placement
}

func newExplainer(p *plan.Placement, own bool) explainer {
	return explainer{origins: emit.NewOrigins(p, own), p: p}
}

func (e explainer) walk(n tree.Node, path []string, leaves *[]Leaf) {
	if n.Kind() != tree.Map || n.Len() == 0 {
		leaf := e.leaf(n, path)
		*leaves = append(*leaves, leaf)
		*leaves = append(*leaves, e.items(n, leaf)...)
	} else {
		for child := range n.Children() {
			e.walk(child, append(path[:len(path):len(path)], child.Key()), leaves)
		}
	}
	if e.origins.Stack.Removals {
		*leaves = append(*leaves, e.removed(n, path)...)
	}
}

func (e explainer) leaf(n tree.Node, path []string) Leaf {
	origin := e.origins.Of(n, path)
	leaf := Leaf{Keys: path, Path: joined(path), Value: valueAt(n, path), Covered: e.settings(origin.Entry),
		Reason: origin.Closing}
	because := e.settings(origin.Because)
	if by := setBy(n, because); by >= 0 {
		leaf.Setting = because[by]
		leaf.Setting.Layer, leaf.Setting.Value = origin.Prefix+leaf.Setting.Layer, leaf.Value
	} else if set := setBy(n, leaf.Covered); set >= 0 && !origin.Over {
		leaf.Setting, leaf.Covered = leaf.Covered[set], leaf.Covered[set+1:]
		if origin.Made {
			leaf.Setting.Value = leaf.Value
		}
	} else { // nobody has written it, or a layer has removed what was written
		leaf.Setting = e.setting(overlay.Layer{Name: origin.Layer, Fields: origin.Written})
		leaf.Covered = append(because, leaf.Covered...)
	}
	leaf.Params = e.params(leaf.Setting.Value)
	return leaf
}

// items explains the items of a list that several layers are merged to, and behind them those that a layer removed.
func (e explainer) items(n tree.Node, list Leaf) (leaves []Leaf) {
	values := slices.Collect(n.Children())
	for i, item := range e.merged(n, list) {
		leaf := e.itemLeaf(item, i, list)
		if item.Removed == "" {
			leaf.Value = valueAt(values[i], list.Keys)
		}
		leaves = append(leaves, leaf)
	}
	return leaves
}

func (e explainer) itemLeaf(item overlay.Item, index int, list Leaf) Leaf {
	leaf, key := Leaf{Item: true}, keyOf(item, index)
	for _, layer := range slices.Backward(item.From) {
		leaf.Covered = append(leaf.Covered, e.setting(layer))
	}
	leaf.Keys, leaf.Path = append(slices.Clone(list.Keys), key), list.Path+"["+key+"]"
	leaf.Setting, leaf.Covered = leaf.Covered[0], leaf.Covered[1:]
	leaf.Params = e.params(leaf.Setting.Value)
	return leaf
}

// keyOf returns the last of the Keys of an item at an index.
func keyOf(item overlay.Item, index int) string { return cmp.Or(item.Removed, strconv.Itoa(index)) }

// merged returns the items of a list that several layers are merged to, the removed ones at the end.
func (e explainer) merged(n tree.Node, list Leaf) (items []overlay.Item) {
	if n.Kind() != tree.List || !strings.Contains(list.Setting.Layer, overlay.Merged) {
		return nil
	}
	for _, o := range e.origins.Stack.Origins(e.origins.Of(n, list.Keys).Entry...) {
		if o.Value.Position() == n.Position() && o.Value.Len() == n.Len() {
			items = o.Items
		}
	}
	isRemoved := func(i overlay.Item) int { return min(len(i.Removed), 1) }
	slices.SortStableFunc(items, func(a, b overlay.Item) int { return cmp.Compare(isRemoved(a), isRemoved(b)) })
	return items
}

// valueAt returns a value as the object has it. Nulls among values are values; elsewhere a null is a removed field.
func valueAt(n tree.Node, path []string) string {
	ofValues := len(path) > 1 && path[0] == "spec" && path[1] == "values"
	switch {
	case n.Kind() == tree.Null && (!ofValues || len(path) == 2 || n.Written() == names.Removal):
		return ""
	case ofValues:
		return compact(tree.NewBuilder().Verbatim(n))
	}
	return compact(n)
}

// setBy returns which of the settings of a field set its value; -1 for none. What a layer has is printed from its
// place, also below a null that removes nothing. A value that was made anew has another place.
func setBy(n tree.Node, settings []Setting) int {
	set := slices.IndexFunc(settings, func(s Setting) bool { return s.At == n.Position() })
	if set < 0 && len(settings) > 0 &&
		(!settings[0].removes() || n.Kind() == tree.Null && n.Written() != names.Removal) {
		return 0
	}
	return set
}

// removed returns what a $(remove) has removed from a map in the values of the object. Elsewhere it leaves a null.
func (e explainer) removed(n tree.Node, path []string) (leaves []Leaf) {
	if path[0] != "spec" || len(path) > 1 && path[1] != "values" {
		return nil
	}
	for _, key := range e.origins.Stack.Removed(e.origins.Of(n, path).Entry...) {
		below := append(path[:len(path):len(path)], key)
		if below[1] != "values" || n.Find(key).Exists() {
			continue
		}
		if leaf := e.missing(below); len(leaf.Covered) > 0 {
			leaves = append(leaves, leaf)
		}
	}
	return leaves
}

// missing explains a field that the object does not have: its setting is what removes it.
func (e explainer) missing(path []string) Leaf {
	leaf, origin := Leaf{Keys: path, Path: joined(path)}, e.origins.Of(tree.Node{}, path)
	settings, because := e.settings(origin.Entry), e.settings(origin.Because)
	if origin.Entry == nil {
		settings = because
	} else if len(because) > 0 { // delivery waits in place of the object
		leaf.Setting, leaf.Covered = because[0], settings
		leaf.Setting.Layer, leaf.Setting.Value = origin.Prefix+leaf.Setting.Layer, "null"
		return leaf
	}
	if len(settings) > 0 && settings[0].removes() {
		leaf.Setting, leaf.Covered = settings[0], settings[1:]
	}
	return leaf
}

func joined(path []string) string {
	var b strings.Builder
	for _, key := range path {
		b.WriteString(tree.Step(key))
	}
	return strings.TrimPrefix(b.String(), ".")
}

func compact(n tree.Node) string { return string(tree.AppendJSON(nil, n)) }

func (s Setting) removes() bool {
	return s.Value == "null" || s.Value == strconv.Quote(names.Removal)
}

// String prints the setting as explain does: the layer and its place.
func (s Setting) String() string {
	who := cmp.Or(s.Layer, "fluxapp")
	if s.At.Line == 0 {
		return who
	}
	return fmt.Sprintf("%s %s:%d:%d", who, s.At.File, s.At.Line, s.At.Column)
}

// EntryField returns what the layers of the object's entry have for a field, the uppermost first. The path leads from
// the entry to the field, for example chart and version. It returns nothing for an object that no entry made.
func (o Object) EntryField(path ...string) []Setting {
	if !o.placement().IsEntry() {
		return nil
	}
	return newExplainer(o.p, false).settings(path)
}

// settings returns what the layers of the entry have for one of its fields, the uppermost first; nothing without a
// path. The layers of a list that grew are one setting. A map that only removes adds nothing. Of the values above the
// field only a reference, a null and a $(remove) are told.
func (e explainer) settings(written []string) (all []Setting) {
	if len(written) == 0 {
		return nil
	}
	for _, o := range e.origins.Stack.Origins(written...) {
		isAbove := o.Depth < len(written) && !o.Removes() && !names.IsReference(o.Value)
		if !isAbove && !overlay.RemovesOnly(o.Value) {
			all = append(all, e.setting(overlay.Layer{Name: o.Layer, Fields: o.Value, Named: o.Named}))
		}
	}
	return all
}

// setting returns what a layer sets. The layer of what the application has from a base names the base.
func (e explainer) setting(l overlay.Layer) Setting {
	s := Setting{l.Name, compact(tree.NewBuilder().Verbatim(l.Fields)), l.Fields.Position(), l.Named}
	for _, base := range e.p.Common.App.Document.Bases() {
		if !strings.HasPrefix(s.Layer, "base ") && s.At.Line > 0 && l.Fields.Source() == base.Spec().Source() {
			s.Layer = strings.TrimSpace("base " + base.Name() + " " + s.Layer)
		}
	}
	return s
}

// params returns what the layers of the entry have for the params that a value reads, and what the fleet has for these,
// labels and annotations, see [Leaf]. The value is a setting's.
func (e explainer) params(value string) (all []Setting) {
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
func (e explainer) read(ref *names.Reference) (all []Setting, found bool) {
	layers, known := overlay.Stack{}, cmp.Or(e.p.Instance.Member, &schema.Member{}) // the fleet may not know it
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
		isOwn := o.Named || o.Layer == "fleet" && ref.Steps[0] != "labels"
		all = append(all, Setting{o.Layer, compact(o.Value), o.Value.Position(), isOwn})
		found = found || o.Value.Kind() != tree.Null && o.Depth == len(ref.Steps)
		if o.Value.Kind() != tree.Map {
			break
		}
	}
	return all, found
}
