package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Overlay merges maps by a table. It is not safe for concurrent use.
type Overlay struct {
	Table
	// Report is told what cannot be merged, Removed each $(remove) and its success; nil if all are values and nulls.
	Report  func(finding.Problem)
	Removed func(removal tree.Node, ok bool)

	build *tree.Builder
}

type pair struct{ below, over tree.Node }

// join returns a value over the one below it, which may be absent. Neither is null or a $(remove).
type join func(o *Overlay, below, over tree.Node, at place) tree.Node

// New returns an Overlay that reports nothing.
func New(b *tree.Builder, t Table) *Overlay { return &Overlay{Table: t, build: b} }

// Over returns a layer over the map that those below it were merged to, which may be absent. The result has the place
// of origin. A layer that is no map replaces all that is below.
func (o *Overlay) Over(below, layer, origin tree.Node) tree.Node {
	if layer.Kind() != tree.Map || !below.Exists() && !o.operates() {
		return layer
	}
	fields, _ := o.fields(below, layer, place{kind: o.Type})
	return o.build.Map(origin, fields...)
}

// Field returns the value of a field of the map over the one below it. Both may be absent.
func (o *Overlay) Field(key string, below, over tree.Node) tree.Node {
	if !over.Exists() {
		return below
	}
	return o.value(below, over, o.at(place{kind: o.Type}, key))
}

// fields returns the fields of a map over the fields below it, and whether one of them is not as it is written.
func (o *Overlay) fields(below, over tree.Node, in place) (fields []tree.Field, changed bool) {
	if below.Kind() == tree.Map {
		fields = below.Fields()
	}
	for child := range over.Children() {
		k, value := o.key(in, child.Key()), child
		switch {
		case k.Merges():
			fields, changed = o.mergeList(fields, below, child, k, in), true
			continue
		case o.operates(), child.Kind() == tree.Map, in.depth < 2 && len(o.rows) > 0:
			under := below.Find(k.Name)
			if o.Grows && in.hasBelow() {
				fields, under = o.takeGrown(fields, k.Name, under, in)
			}
			value = o.value(under, child, o.at(in, k.Name))
		}
		if !value.Exists() {
			fields = slices.DeleteFunc(fields, func(f tree.Field) bool { return f.Key == k.Name })
		}
		fields = append(fields, tree.Field{Key: k.Name, Value: value})
		changed = changed || value != child || k.Name != child.Key()
	}
	return fields, changed
}

// value returns a value over the one below it; absent when nothing is left.
func (o *Overlay) value(below, over tree.Node, at place) tree.Node {
	switch {
	case over.Kind() == tree.Null && at.null == leavesNull:
		return over
	case over.Kind() == tree.Null:
		return o.left(at.null, below, over, at)
	case o.Removals && names.IsRemoval(over):
		return o.remove(below, over, at)
	case at.join != nil:
		return at.join(o, below, over, at)
	}
	return o.over(below, over, at)
}

// over returns a value over the one below it, without the join of the place.
func (o *Overlay) over(below, over tree.Node, at place) tree.Node {
	switch {
	case over.Kind() != tree.Map:
		return o.unmerged(over, at)
	case below.Kind() == tree.Map:
	case !o.operates():
		return over
	case o.Removals && !at.hasBelow() && RemovesOnly(over):
		return o.removeOnly(below, over)
	}
	if fields, changed := o.fields(below, over, at); changed || below.Kind() == tree.Map {
		return o.build.Map(over, fields...)
	}
	return over
}

// Uncovered returns what a map does not cover of the one below. A reference may become a map, which is merged later.
func (o *Overlay) Uncovered(below, over tree.Node) tree.Node {
	return o.uncovered(below, over, place{kind: o.Type})
}

func (o *Overlay) uncovered(below, over tree.Node, in place) tree.Node {
	fields := below.Fields()
	for i, f := range fields {
		above, at := over.Find(f.Key), o.at(in, f.Key)
		isMap, belowIsMap := above.Kind() == tree.Map, f.Value.Kind() == tree.Map
		switch {
		case isMap && belowIsMap:
			fields[i].Value = o.uncovered(f.Value, above, at)
		case !above.Exists(), above.Kind() == tree.Null && at.null == leavesBelow, at.depth == 1:
		case names.IsWholeReference(above) && belowIsMap, isMap && names.IsWholeReference(f.Value):
		default:
			fields[i].Value = tree.Node{}
		}
	}
	return o.build.Map(below, fields...)
}

// joinLists returns the items of a list behind the items of the list below it.
func joinLists(o *Overlay, below, over tree.Node, _ place) tree.Node {
	if below.Kind() != tree.List || over.Kind() != tree.List {
		return over
	}
	return o.build.List(over, slices.AppendSeq(slices.Collect(below.Children()), over.Children())...)
}
