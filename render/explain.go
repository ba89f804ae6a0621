package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Setting is a value that something set, and where.
type Setting struct {
	// Layer is what set the value:
	//
	//  1. a layer of the entry: template, chart, defaults, entry or overrides[0]. A list that grew has all of its
	//     layers, for example defaults + overrides[0];
	//  2. another part of the documents: source, sources, commonMetadata, imageAutomation, notification, tenancy,
	//     fleet, application for the namespace of its document, and delivery or dependsOn for objects that deliver;
	//  3. the layer with the wave, where an object waits because of that, as wave of entry; and the layer with
	//     dependsOn, where delivery waits for a part of it, as delivery of entry;
	//  4. empty for what fluxapp writes itself.
	//
	// Of what a base has, the name of the base is in front, for example base web defaults.
	Layer string
	// Value is the value as compact JSON, with its references as they are written.
	Value string
	// At is the place of the value; without a line for what fluxapp writes itself.
	At tree.Position
	// Named: the layer is for clusters that it names, and not for those with some labels. A part of the fleet is for
	// one cluster, and no label. One layer of a list that grew is enough.
	Named bool
}

// Leaf is a field of an object that holds no further fields, with what set it. A list is one leaf.
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
	// Covered are the settings that it covers, the nearest first. Gates of a wave follow their content.
	Covered []Setting
	// Reason tells which object closes a wave, where fluxapp writes the value for that; empty for all other fields.
	Reason string
	// Params are what the references in the setting read, the uppermost of each first: what layers have for a param, and
	// what the fleet has for a param, a label or an annotation. The name of a cluster is not among them.
	Params []Setting
}

// Explain returns every leaf of the object's metadata and spec (or what replaces a spec) in printed order, and behind
// the leaves of a map what a $(remove) removed. If a document names the object's file, it is first.
func (o Object) Explain() []Leaf { return o.FieldExplainer().Leaves() }

// EntryField returns what the layers of the object's entry have for a field, the uppermost first. The path leads from
// the entry to the field, for example chart and version. It returns nothing for an object that no entry made.
func (o objectFacts) EntryField(path ...string) []Setting {
	if !o.placement().IsEntry() {
		return nil
	}
	e := FieldExplainer{p: o.p, stack: stackOf(o.p)}
	return e.settings(e.layers(path))
}

// FieldExplainer explains the fields of one object. The zero FieldExplainer, of the zero Object, has none.
type FieldExplainer struct {
	p     *plan.Placement
	root  tree.Node
	own   bool          // the object is as Own returns it
	stack overlay.Stack // what the entry is merged from; of a source that entries bring, the first entry's
}

// FieldExplainer returns an explainer of the fields of the object, as Tree returns it.
func (o Object) FieldExplainer() FieldExplainer {
	return FieldExplainer{p: o.p, root: o.Tree(), stack: stackOf(o.placement())}
}

func stackOf(p *plan.Placement) overlay.Stack {
	switch {
	case p.Common.Template != nil:
		return p.Common.Template.Stack()
	case !p.IsEntry():
		return overlay.Stack{}
	}
	return p.Instance.Template.Stack()
}

// Leaves returns all fields that hold no further fields, see [Object.Explain].
func (e FieldExplainer) Leaves() (leaves []Leaf) {
	if e.p != nil && e.p.File != "" {
		leaves = append(leaves, e.Field(fileField))
	}
	for top := range e.root.Children() {
		if key := top.Key(); key != "apiVersion" && key != "kind" {
			leaves = e.walk(leaves, top, []string{key})
		}
		isLeftOut := top.Key() == "spec" && !e.own && !top.Find(kinds.DependsOn.Key()).Exists()
		if isLeftOut && e.p.Waits() { // delivery waits for all of it in place of the object
			leaves = append(leaves, e.missing(kinds.DependsOn.Keys()))
		}
	}
	return leaves
}

func (e FieldExplainer) walk(leaves []Leaf, n tree.Node, path []string) []Leaf {
	if n.Kind() != tree.Map || n.Len() == 0 {
		leaf, items := e.leaf(n, path)
		leaves = append(leaves, leaf)
		value := n.First()
		for i, item := range items { // of a list, and behind them those that a layer removed
			leaves = append(leaves, e.itemLeaf(item, i, leaf, value))
			value = value.Next()
		}
	} else {
		for child := range n.Children() {
			leaves = e.walk(leaves, child, below(path, child.Key()))
		}
	}
	if !e.stack.Removals || !e.p.IsEntry() || path[0] != "spec" || len(path) > 1 && !isOfValues(path) {
		return leaves
	}
	for _, key := range e.stack.Removed(path[1:]...) { // elsewhere a $(remove) leaves a null
		if removed := below(path, key); isOfValues(removed) && !n.Find(key).Exists() {
			if leaf := e.missing(removed); len(leaf.Covered) > 0 {
				leaves = append(leaves, leaf)
			}
		}
	}
	return leaves
}

func below(path []string, key string) []string { return append(path[:len(path):len(path)], key) }

func isOfValues(path []string) bool { return len(path) > 1 && path[0] == "spec" && path[1] == "values" }

// Field returns what [Object.Explain] has for the field at a path of keys. The time that it takes depends on the
// length of the path and the number of layers, and not on the size of the object. Of a field that the object does not
// have, the Setting is what removes it, and the zero Setting where nothing does.
//
// Behind the keys of a list there may be the last key of a [Leaf] that is an Item, or of any item the index or a field,
// for example name=TRACE, and keys below it: what set the item, or the list, set it, at its own place. Of an item of a
// merged list the time depends on the length of the list.
func (e FieldExplainer) Field(path ...string) (leaf Leaf) {
	n, list := e.root, len(path)
	path = slices.Clone(path)
	for i, key := range path {
		if n.Kind() == tree.List {
			n, path[i] = itemOf(n, key)
			list = min(list, i)
		} else {
			n = n.Find(key)
		}
	}
	switch {
	case e.p == nil:
		return Leaf{}
	case list < len(path):
		return e.item(n, path[:list], path)
	case len(path) == 1 && path[0] == fileField:
		leaf, _ = e.leaf(tree.NewBuilder().String(e.p.File, tree.Node{}), path)
		return leaf
	case len(path) == 0 || len(path) == 1 && e.p.IsEntry() || path[0] == "kind" || path[0] == "apiVersion":
		return Leaf{Keys: path, Path: wording.Path(path), Value: compact(n)}
	case n.Exists():
		leaf, _ = e.leaf(n, path)
		return leaf
	}
	return e.missing(path)
}

// leaf explains a field that the object has, with the items of a list that several layers are merged to.
func (e FieldExplainer) leaf(n tree.Node, path []string) (leaf Leaf, items []overlay.Item) {
	from := e.origin(n, path)
	layers, because := e.layers(from.entry), e.settings(e.layers(from.because))
	leaf = Leaf{Keys: path, Path: wording.Path(path), Value: valueAt(n, path), Reason: from.closing,
		Covered: e.settings(layers)}
	if by := setBy(n, because); by >= 0 {
		leaf.Setting = because[by]
		leaf.Setting.Layer, leaf.Setting.Value = from.prefix+leaf.Setting.Layer, leaf.Value
	} else if set := setBy(n, leaf.Covered); set >= 0 && !from.over {
		leaf.Setting, leaf.Covered = leaf.Covered[set], leaf.Covered[set+1:]
		if from.made {
			leaf.Setting.Value = leaf.Value
		}
		if layers[set].Fields.Position() == n.Position() && layers[set].Fields.Len() == n.Len() {
			items = layers[set].Items
		}
	} else { // nobody has written it, or a layer has removed what was written
		leaf.Setting = e.setting(overlay.Layer{Name: from.layer, Fields: from.written})
		leaf.Covered = append(because, leaf.Covered...)
	}
	leaf.Params = e.params(leaf.Setting.Value)
	return leaf, items
}

// setBy returns which of the settings of a field set its value; -1 for none. A value of a layer is printed from its
// place, also below a null that removes nothing. A value that was made anew has another place.
func setBy(n tree.Node, settings []Setting) int {
	set := slices.IndexFunc(settings, func(s Setting) bool { return s.At == n.Position() })
	if set < 0 && len(settings) > 0 &&
		(!settings[0].removes() || n.Kind() == tree.Null && n.Written() != names.Removal) {
		return 0
	}
	return set
}

// missing explains a field that the object does not have: its setting is what removes it.
func (e FieldExplainer) missing(path []string) Leaf {
	leaf, from := Leaf{Keys: path, Path: wording.Path(path)}, e.origin(tree.Node{}, path)
	settings, because := e.settings(e.layers(from.entry)), e.settings(e.layers(from.because))
	switch {
	case from.entry == nil:
		settings = because
	case len(because) > 0: // delivery waits in place of the object
		leaf.Setting, leaf.Covered = because[0], settings
		leaf.Setting.Layer, leaf.Setting.Value = from.prefix+leaf.Setting.Layer, "null"
		return leaf
	}
	if len(settings) > 0 && settings[0].removes() {
		leaf.Setting, leaf.Covered = settings[0], settings[1:]
	}
	return leaf
}

// layers returns what the layers of the entry have for one of its fields, the uppermost first; nothing without a path.
// A map that only removes adds nothing. Of the values above the field, a reference, a null and a $(remove) count.
func (e FieldExplainer) layers(path []string) []overlay.Origin {
	if len(path) == 0 {
		return nil
	}
	return slices.DeleteFunc(e.stack.Origins(path...), func(o overlay.Origin) bool {
		isAbove := o.Depth < len(path) && !o.Removes() && !names.IsReference(o.Fields)
		return isAbove || overlay.RemovesOnly(o.Fields)
	})
}

func (e FieldExplainer) settings(layers []overlay.Origin) []Setting {
	return each.Of(layers, func(o overlay.Origin) Setting { return e.setting(o.Layer) })
}

// setting returns what a layer sets. The layer of what the application has from a base names the base.
func (e FieldExplainer) setting(l overlay.Layer) Setting {
	s := Setting{l.Name, compact(tree.NewBuilder().Verbatim(l.Fields)), l.Fields.Position(), l.Named}
	for _, base := range e.p.Common.App.Document.Facts().Bases() {
		if !strings.HasPrefix(s.Layer, "base ") && s.At.Line > 0 && l.Fields.Source() == base.Spec().Source() {
			s.Layer = strings.TrimSpace("base " + base.Name() + " " + s.Layer)
		}
	}
	return s
}

// valueAt returns a value as the object has it. Nulls among values are values; elsewhere a null is a removed field.
func valueAt(n tree.Node, path []string) string {
	switch {
	case n.Kind() == tree.Null && (!isOfValues(path) || len(path) == 2 || n.Written() == names.Removal):
		return ""
	case isOfValues(path):
		return compact(tree.NewBuilder().Verbatim(n))
	}
	return compact(n)
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
