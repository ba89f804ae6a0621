package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Layer is one of the maps that are laid over one another.
type Layer struct {
	Name   string // as explain prints it
	Fields tree.Node
	Named  bool // it is for clusters that it names
}

// Origin is what a layer has for a field of the merged map. A list that grew is one Origin: it has the names of all its
// layers, the lowest first, as defaults + overrides[0], and the items of all.
type Origin struct {
	Layer // its Fields are the value, as it is written
	// Depth is how many keys of the path lead to the value: fewer where it is no map, and replaces all below its place.
	Depth int
	// Items are those of a list of several layers, the removed ones at the end; nil of one that a layer has alone.
	Items []Item

	key names.LayerKey // the last of the path, as the layer has it
	at  place
}

// Removes reports whether the layer removes the field: it has null or $(remove).
func (o Origin) Removes() bool { return o.Fields.Kind() == tree.Null || names.IsRemoval(o.Fields) }

// Stack is a table with the layers that are merged by it, the lowest first.
type Stack struct {
	Table
	Layers []Layer
}

// Add puts a layer with one field on the others, unless its value is absent.
func (s *Stack) Add(name, key string, value tree.Node) {
	if value.Exists() {
		fields := tree.NewBuilder().Map(value, tree.Field{Key: key, Value: value})
		s.Layers = append(s.Layers, Layer{Name: name, Fields: fields})
	}
}

// Origins returns what the layers have at a path, the uppermost first. The layers of a merged list are one Origin.
func (s Stack) Origins(path ...string) (all []Origin) {
	var merged []Origin // the layers of a list that goes on below
	row := s.rows[path[0]]
	for _, l := range slices.Backward(s.Layers) {
		o, found := s.originIn(l, path)
		isItem := found && row.isItem != nil && row.isItem(l.Fields.Get(path[0]))
		if isItem {
			o.Name = row.items
		}
		switch {
		case !found:
		case len(merged) > 0 && o.Removes():
			all, merged = append(all, s.merge(merged), o), nil
		default:
			merged = append(merged, o)
			if !o.key.Merges() {
				all, merged = append(all, s.merge(merged)), nil
			}
		}
		if isItem {
			break
		}
	}
	if len(merged) > 0 {
		all = append(all, s.merge(merged))
	}
	return all
}

// merge returns the origin of a list that layers are merged to, the uppermost first.
func (s Stack) merge(layers []Origin) Origin {
	last := len(layers) - 1
	if last == 0 {
		return layers[0]
	}
	o := New(tree.NewBuilder(), s.Table)
	o.Report = func(finding.Problem) {} // merging has reported them
	top, name := layers[0], layers[last].Name
	top.Items = itemsOf(layers[last].Layer, layers[last].Fields)
	for _, l := range slices.Backward(layers[:last]) {
		top.Items = o.mergeItems(top.Items, l.Layer, l.key, l.at)
		name += " + " + l.Name
	}
	top.Name, top.Fields = name, o.listOf(top.Fields, top.Items)
	top.Named = slices.ContainsFunc(layers, func(l Origin) bool { return l.Named })
	slices.SortStableFunc(top.Items, func(a, b Item) int { return min(len(a.Removed), 1) - min(len(b.Removed), 1) })
	return top
}

// Removed returns the keys that layers remove from a map with $(remove), the uppermost layer's first.
func (s Stack) Removed(path ...string) (keys []string) {
	for _, l := range slices.Backward(s.Layers) {
		for child := range l.Fields.At(path...).Children() {
			if names.IsRemoval(child) && !slices.Contains(keys, child.Key()) {
				keys = append(keys, child.Key())
			}
		}
	}
	return keys
}

func (t *Table) originIn(l Layer, path []string) (o Origin, found bool) {
	o.Layer = l
	for o.at.kind = t.Type; o.Depth < len(path) && o.Fields.Kind() == tree.Map; o.Depth++ {
		key, in := path[o.Depth], o.at
		o.Fields, o.key = t.find(in, o.Fields, key)
		o.at = t.at(in, key)
	}
	return o, o.Fields.Exists()
}
