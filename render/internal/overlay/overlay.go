// Package overlay merges maps that lie over one another, and tells which of them a field comes from.
//
// It is the only merge of package render: for bases, defaults, entries, overrides, params, sources, labels, annotations
// and charts. Maps are merged field by field, as Helm merges values, and every other value replaces what is below it. A
// [Table] has a row for each field with another rule. A key with a plus lays a list behind the one below it.
package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Overlay merges maps by a table. It is not safe for concurrent use.
type Overlay struct {
	Table
	// Report is told what cannot be merged, nil if all are values and nulls; Removed each $(remove) and its success.
	Report  func(finding.Problem)
	Removed func(removal tree.Node, ok bool)

	build *tree.Builder
}

type pair struct{ below, over tree.Node }

// join returns a value over the one below it, which may be absent. Neither is null or a $(remove).
type join func(o *Overlay, below, over tree.Node, at place) tree.Node

// New returns an Overlay that reports nothing.
func New(b *tree.Builder, t Table) *Overlay {
	return &Overlay{Table: t, Removed: func(tree.Node, bool) {}, build: b}
}

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

func joinLists(o *Overlay, below, over tree.Node, _ place) tree.Node {
	if below.Kind() != tree.List || over.Kind() != tree.List {
		return over
	}
	return o.build.List(over, slices.AppendSeq(slices.Collect(below.Children()), over.Children())...)
}

// remove returns what is left of a value that a $(remove) removes; absent where that is nothing.
func (o *Overlay) remove(below, removal tree.Node, at place) tree.Node {
	removes := below.Exists() || at.mayRemove()
	o.Removed(removal, removes)
	if !removes && at.removal != leavesLowest || at.removal == leavesNull && at.kind.IsOpen() && !at.varies {
		return tree.Node{}
	}
	return o.left(at.removal, below, removal, at)
}

// left returns what a null or a $(remove) leaves of the value below it; absent where that is nothing.
func (o *Overlay) left(what left, below, over tree.Node, at place) tree.Node {
	switch what {
	case leavesNothing, leavesShared:
		return tree.Node{}
	case leavesBelow:
		return below
	case leavesLowest:
		return at.lowest
	}
	return o.build.Null(over)
}

// RemovesOnly reports whether a value is a map of nothing but $(remove): it adds nothing to what is below it.
func RemovesOnly(n tree.Node) bool {
	adds := func(child tree.Node) bool { return !names.IsRemoval(child) && !RemovesOnly(child) }
	return n.Kind() == tree.Map && n.First().Exists() && !each.Any(n.Children(), adds)
}

// removeOnly returns a map that only removes over a value that is no map: this value, or nothing where it is a
// reference, which has its value only when the layers are merged.
func (o *Overlay) removeOnly(below, over tree.Node) tree.Node {
	if names.IsReference(below) {
		o.refuse(over, finding.Problem{Detail: names.Removal +
			" cannot remove a part of what a reference stands for, and there is one at "}.
			Beside(below, "; write there what it stands for"))
		return o.build.Map(over)
	}
	for _, removal := range removals(over) {
		o.Removed(removal, false)
	}
	return below
}

func (o *Overlay) refuse(n tree.Node, p finding.Problem) {
	for _, removal := range removals(n) {
		o.Removed(removal, true)
		p.Code, p.Node, p.OnKey = codes.Removal, removal, true
		o.Report(p)
	}
}

func removals(n tree.Node) (all []tree.Node) {
	n.Walk(func(_ tree.Path, value tree.Node) bool {
		if names.IsRemoval(value) {
			all = append(all, value)
		}
		return value.Kind() == tree.Map
	})
	return all
}

// RefuseLowest refuses each $(remove) of a layer in a field that no layer below and nothing merged later has.
func (o *Overlay) RefuseLowest(layer tree.Node, below []Layer) {
	top := place{kind: o.Type}
	for field := range layer.Children() {
		key := field.Key()
		isBelow := slices.ContainsFunc(below, func(l Layer) bool {
			value, _ := o.find(top, l.Fields, key)
			return value.Exists()
		})
		at := o.at(top, key)
		if !isBelow && (!at.hasBelow() || names.IsRemoval(field) && !at.mayRemove()) {
			o.refuse(field, finding.Problem{Detail: names.Removal + " removes what a lower layer has, " +
				"and none below this one has " + key + "; leave it out"})
		}
	}
}

// unescaped returns a string, or a list with strings, without escapes of $(remove).
func (o *Overlay) unescaped(n tree.Node) tree.Node {
	if !o.Removals {
		return n
	}
	if text, ok := names.UnescapedRemoval(n); ok {
		return o.build.WithSetter(o.build.String(text, n), n.Setter())
	}
	return o.build.Rebuild(n, o.unescaped)
}
