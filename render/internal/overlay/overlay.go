package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Overlay merges maps by a table. It is not safe for concurrent use.
type Overlay struct {
	Table
	build    *tree.Builder
	report   func(finding.Problem)
	merged   map[pair]tree.Node // nil where nothing is kept
	special  map[typed]bool     // whether maps and lists have operators
	removals *Removals          // nil where nobody asks for them
}

// pair are two maps that are merged, and what belongs at their place.
type pair struct {
	below, over tree.Node
	kind        validate.Type
}

// typed is a value with what belongs at its place.
type typed struct {
	value tree.Node
	kind  validate.Type
}

// join returns a value over the one below it, which may be absent. Neither is null, and over removes nothing as a
// whole.
type join func(o *Overlay, below, over tree.Node, at place) tree.Node

// New returns an Overlay that reports what cannot be merged.
func New(b *tree.Builder, t Table, report func(finding.Problem)) *Overlay {
	return &Overlay{Table: t, build: b, report: report}
}

// Keeping returns the same Overlay with a memory: maps that lie over one another in many places are merged once.
func (o *Overlay) Keeping() *Overlay {
	if o.operates() && o.special == nil {
		o.special = map[typed]bool{}
	}
	keeping := *o
	keeping.merged = map[pair]tree.Node{}
	return &keeping
}

// Merge returns a value over the one below it, without a table: maps are merged, and everything else is replaced.
func Merge(b *tree.Builder, below, over tree.Node) tree.Node {
	return New(b, Table{}, nil).Field("", below, over)
}

// Over returns a layer over the map that those below it were merged to, which may be absent. The result has the
// position of origin. A layer that is no map replaces all that is below.
func (o *Overlay) Over(below, layer, origin tree.Node) tree.Node {
	if layer.Kind() != tree.Map || !below.Exists() && !o.operates() {
		return layer
	}
	return o.build.Map(origin, o.fields(below, layer, place{kind: o.Type})...)
}

// Field returns the value of a field of the map over the one below it. Both may be absent.
func (o *Overlay) Field(key string, below, over tree.Node) tree.Node {
	if !over.Exists() {
		return below
	}
	return o.value(below, over, o.at(place{kind: o.Type}, key))
}

// fields returns the fields of a map over those of the one below it, which may be no map.
func (o *Overlay) fields(below, over tree.Node, in place) []tree.Field {
	if below.Kind() != tree.Map {
		below = tree.Node{}
	}
	fields := below.Fields()
	for child := range over.Children() {
		key := child.Key()
		if !o.operates() && child.Kind() != tree.Map && (in.depth > 1 || len(o.rows) == 0) { // most fields
			fields = append(fields, tree.Field{Key: key, Value: child})
			continue
		}
		if list, join := in.operator(key); join != nil {
			fields = o.grow(fields, child, list, join, in)
			continue
		}
		under := below.Find(key)
		if o.Grows && in.hasBelow() {
			fields, under = o.replaceGrown(fields, key, under, in)
		}
		value := o.value(under, child, o.at(in, key))
		if !value.Exists() {
			fields = slices.DeleteFunc(fields, func(f tree.Field) bool { return f.Key == key })
		}
		fields = append(fields, tree.Field{Key: key, Value: value})
	}
	return fields
}

// value returns a value over the one below it; absent when nothing is left.
func (o *Overlay) value(below, over tree.Node, at place) tree.Node {
	switch {
	case over.Kind() == tree.Null && at.null == leavesNull:
		return over
	case over.Kind() == tree.Null:
		return o.left(at.null, below, over, at)
	case o.Removals && reference.IsRemoval(over):
		return o.remove(below, over, at)
	case at.join != nil:
		return at.join(o, below, over, at)
	}
	return o.over(below, over, at)
}

// over returns a value over the one below it, without the join of the place.
func (o *Overlay) over(below, over tree.Node, at place) tree.Node {
	if over.Kind() != tree.Map || below.Kind() != tree.Map && !o.isSpecial(over, at) {
		return o.unescaped(over)
	}
	key := pair{below.Value(), over.Value(), at.kind}
	if known, ok := o.merged[key]; ok {
		return known
	}
	result := o.build.Map(over, o.fields(below, over, at)...)
	if below.Kind() != tree.Map && o.Removals && !at.hasBelow() && RemovesOnly(over) {
		if reference.Is(below) {
			o.refuse(over, below)
		} else {
			result = below
		}
	}
	if o.merged != nil {
		o.merged[key] = result
	}
	return result
}

// Uncovered returns what the fields of a map do not cover of the one below it, which needs a value. A reference may
// become a map, which is merged later.
func (o *Overlay) Uncovered(below, over tree.Node) tree.Node {
	return o.uncovered(below, over, place{kind: o.Type})
}

func (o *Overlay) uncovered(below, over tree.Node, in place) tree.Node {
	fields := below.Fields()
	for i, f := range fields {
		above, at := over.Find(f.Key), o.at(in, f.Key)
		isMap, belowIsMap := above.Kind() == tree.Map, f.Value.Kind() == tree.Map
		switch {
		case !above.Exists(), above.Kind() == tree.Null && at.null == leavesBelow, at.depth == 1 && !(isMap && belowIsMap):
		case reference.IsWhole(above) && belowIsMap, isMap && reference.IsWhole(f.Value):
		case isMap && belowIsMap:
			fields[i].Value = o.uncovered(f.Value, above, at)
		default:
			fields[i].Value = tree.Node{}
		}
	}
	return o.build.Map(below, fields...)
}

// joinLists returns the items of a list behind those of the one below it.
func joinLists(o *Overlay, below, over tree.Node, _ place) tree.Node {
	if below.Kind() != tree.List || over.Kind() != tree.List {
		return over
	}
	return o.build.List(over, slices.AppendSeq(slices.Collect(below.Children()), over.Children())...)
}
