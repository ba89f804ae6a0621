package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Own returns the object without what follows from other objects: the digest and the gates of waves, what closing a
// wave makes of an object, an application's objects in dependsOn, the eventSources of an Alert that lists these, the
// label that Alerts select, and the name for KubeSphere's console. In their place it has what the author wrote:
// spec.wave, unless it is 0, the interval, and the application in dependsOn. Where Own is the same before and after a
// change, nobody has changed the object.
func (o Object) Own() tree.Node {
	if o.p == nil {
		return tree.Node{}
	}
	return emit.Own(o.p, tree.NewBuilder())
}

// OwnReader reads many objects faster than [Object.Own]: it compiles shared parts once. It is not for concurrent use.
type OwnReader struct {
	reader *emit.OwnReader
	last   explainer // of the last object that was explained
}

// NewOwnReader returns a reader that has read nothing.
func NewOwnReader() *OwnReader { return &OwnReader{reader: emit.NewOwnReader()} }

// Text returns an object's YAML without setter comments, nothing for the zero Object; valid until the next call.
func (r *OwnReader) Text(o Object) []byte {
	if o.p == nil {
		return nil
	}
	return r.reader.Text(o.p)
}

// Tree returns an object; absent for the zero Object. It is valid until Tree or Text is called for another one.
func (r *OwnReader) Tree(o Object) tree.Node {
	if o.p == nil {
		return tree.Node{}
	}
	return r.reader.Tree(o.p)
}

// FieldExplainer returns an explainer of the fields of Tree, which is valid as long as that.
func (r *OwnReader) FieldExplainer(o Object) FieldExplainer {
	if o.p == nil {
		return FieldExplainer{}
	}
	if last := r.last.p; last == nil || !last.IsEntry() || last.Instance.Template != o.p.Instance.Template {
		r.last = newExplainer(o.p, true) // objects of one template have the same layers
	}
	e := r.last
	e.p, e.origins.Placed = o.p, o.p
	return FieldExplainer{e, r.Tree(o)}
}

// Value returns the object's value at some keys, for example spec, sourceRef and name, as Own has it. For a value of
// the spec or of the metadata it builds no object; names in lists of Secrets or ConfigMaps may be references then. It
// is a [kinds.Reader].
func (o Object) Value(keys ...string) tree.Node {
	switch {
	case o.p == nil || len(keys) == 0:
		return tree.Node{}
	case keys[0] == "spec" && len(keys) > 1:
		return emit.SpecValue(o.p, keys[1:]...)
	case keys[0] == "metadata" && len(keys) > 2:
		return emit.MetadataValue(o.p, keys[1:]...)
	}
	return o.Own().At(keys...)
}

// FieldExplainer explains the fields of one object.
type FieldExplainer struct {
	explainer
	root tree.Node
}

// FieldExplainer returns an explainer of the fields of the object, as Tree returns it.
func (o Object) FieldExplainer() FieldExplainer {
	if o.p == nil {
		return FieldExplainer{}
	}
	return FieldExplainer{newExplainer(o.p, false), o.Tree()}
}

// Leaves returns all fields that hold no further fields, see [Object.Explain].
func (e FieldExplainer) Leaves() (leaves []Leaf) {
	if e.p != nil && e.p.File != "" {
		leaves = append(leaves, e.file())
	}
	for top := range e.root.Children() {
		if key := top.Key(); key != "apiVersion" && key != "kind" {
			e.walk(top, []string{key}, &leaves)
		}
		if path := e.origins.LeftOut(top); top.Key() == "spec" && path != nil {
			leaves = append(leaves, e.missing(path))
		}
	}
	return leaves
}

// Field returns what [Object.Explain] has for the field at a path of keys. The time that it takes depends on the
// length of the path and the number of layers, and not on the size of the object. Of a field that the object does not
// have, the Setting is what removes it, and the zero Setting where nothing does.
//
// Behind the keys of a list there may be the last key of a [Leaf] that is an Item, or of any item the index or a field,
// for example name=TRACE, and keys below it: what set the item, or the list, set it, at its own place. Of an item of a
// merged list the time depends on the length of the list.
func (e FieldExplainer) Field(path ...string) Leaf {
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
	case len(path) == 1 && path[0] == "file":
		return e.file()
	case len(path) == 0 || len(path) == 1 && e.p.IsEntry() || path[0] == "kind" || path[0] == "apiVersion":
		return Leaf{Keys: path, Path: joined(path), Value: compact(n)}
	case n.Exists():
		return e.leaf(n, path)
	}
	return e.missing(path)
}

func (e FieldExplainer) item(n tree.Node, list, path []string) Leaf {
	at, around, ofList := n.Position(), e.root.At(list...), e.Field(list...)
	leaf := Leaf{Keys: list, Path: joined(list)}
	if n.Exists() {
		leaf = ofList
	}
	for i, merged := range e.merged(around, ofList) {
		if keyOf(merged, i) != path[len(list)] {
			continue
		}
		if len(path) == len(list)+1 {
			item := e.itemLeaf(merged, i, ofList)
			if n.Exists() {
				item.Value = valueAt(n, list)
			}
			return item
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
		if strings.Trim(key, "0123456789") == "" {
			leaf.Path += "[" + key + "]"
		} else {
			leaf.Path += tree.Step(key)
		}
	}
	return leaf
}

// itemOf returns the item of a list at an index, or with a value in a field, for example name=TRACE, and its index;
// absent where there is none, with the key as it is.
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
