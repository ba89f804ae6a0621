package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Layer is one of the maps that are laid over one another.
type Layer struct {
	Name   string // as explain prints it
	Fields tree.Node
}

// Origin is what a layer has for a field of the merged map.
type Origin struct {
	// Layer is its name. A list that grew names all layers of its items, the lowest first: defaults + overrides[0].
	Layer string
	// Value is what the layer has, as it is written. For a list that grew, it has the items of all its layers.
	Value tree.Node
	// Depth is how many keys of the path lead to the value: fewer where it is no map, and replaces all below its place.
	Depth int

	grows bool // it is a list that grows
}

// Removes reports whether the layer removes the field: it has null or $(remove).
func (o Origin) Removes() bool { return o.Value.Kind() == tree.Null || reference.IsRemoval(o.Value) }

// Stack is a table with the layers that are merged by it, the lowest first.
type Stack struct {
	Table
	Layers []Layer
}

// Add puts a layer with one field on the others, unless its value is absent.
func (s *Stack) Add(name, key string, value tree.Node) {
	if value.Exists() {
		fields := tree.NewBuilder().Map(value, tree.Field{Key: key, Value: value})
		s.Layers = append(s.Layers, Layer{name, fields})
	}
}

// Origins returns what the layers have at a path, the uppermost first. The layers of a list that grew are one Origin.
func (s Stack) Origins(path ...string) (all []Origin) {
	grows, row := false, s.rows[path[0]]
	for _, l := range slices.Backward(s.Layers) {
		o, found := s.originIn(l, path)
		isItem := found && row.isItem != nil && row.isItem(l.Fields.Get(path[0]))
		if isItem {
			o.Layer = row.items
		}
		last := len(all) - 1
		switch {
		case !found:
		case grows && !o.Removes():
			all[last] = o.under(all[last])
			grows = o.grows
		default:
			all, grows = append(all, o), o.grows
		}
		if isItem {
			break
		}
	}
	return all
}

// under returns the origin of a list that has grown over another one.
func (o Origin) under(over Origin) Origin {
	items := slices.AppendSeq(slices.Collect(o.Value.Children()), over.Value.Children())
	over.Layer, over.Value = o.Layer+" + "+over.Layer, tree.NewBuilder().List(over.Value, items...)
	return over
}

// Removed returns the keys that layers remove from a map with $(remove), the uppermost layer's first.
func (s Stack) Removed(path ...string) (keys []string) {
	for _, l := range slices.Backward(s.Layers) {
		for child := range l.Fields.At(path...).Children() {
			if reference.IsRemoval(child) && !slices.Contains(keys, child.Key()) {
				keys = append(keys, child.Key())
			}
		}
	}
	return keys
}

// originIn returns what a layer has at a path. It is false when the layer has nothing there.
func (t *Table) originIn(l Layer, path []string) (o Origin, found bool) {
	o = Origin{Layer: l.Name, Value: l.Fields}
	for in := (place{kind: t.Type}); o.Depth < len(path) && o.Value.Kind() == tree.Map; o.Depth++ {
		key := path[o.Depth]
		o.Value, o.grows = t.find(in, o.Value, key)
		in = t.at(in, key)
	}
	return o, o.Value.Exists()
}
