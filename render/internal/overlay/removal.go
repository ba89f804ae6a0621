package overlay

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Removals are the $(remove) that an Overlay has merged.
type Removals struct {
	// All are they, in the order in which they were merged.
	All     []tree.Node
	removed map[tree.Node]bool
}

// Removed reports whether a $(remove) has removed something.
func (r *Removals) Removed(n tree.Node) bool { return r.removed[n.Value()] }

func (r *Removals) add(n tree.Node, removed bool) {
	if r == nil {
		return
	}
	if _, again := r.removed[n.Value()]; !again {
		r.All = append(r.All, n)
	}
	r.removed[n.Value()] = r.removed[n.Value()] || removed
}

// TrackRemovals returns the $(remove) that the Overlay merges from now on.
func (o *Overlay) TrackRemovals() *Removals {
	o.removals = &Removals{removed: map[tree.Node]bool{}}
	return o.removals
}

// remove returns what is left of a value that a $(remove) removes; absent where that is nothing.
func (o *Overlay) remove(below, removal tree.Node, at place) tree.Node {
	removes := below.Exists() || at.hasBelow()
	o.removals.add(removal, removes)
	if at.removal == leavesNull && (!removes || at.kind.IsOpen() && !at.varies) {
		return tree.Node{}
	}
	return o.left(at.removal, below, removal, at)
}

// left returns what a null or a $(remove) leaves of the value below it; absent where that is nothing.
func (o *Overlay) left(what left, below, over tree.Node, at place) tree.Node {
	switch what {
	case leavesNothing:
		return tree.Node{}
	case leavesBelow:
		return below
	case leavesLowest:
		return at.lowest
	case leavesKeysNull:
		var keys []tree.Field
		for _, shared := range at.shared {
			for child := range shared.Children() {
				in := o.at(at, child.Key())
				keys = append(keys, tree.Field{Key: child.Key(), Value: o.left(in.removal, tree.Node{}, over, in)})
			}
		}
		if len(keys) > 0 {
			return o.build.Map(over, keys...)
		}
	}
	return o.build.Null(over)
}

// RemovesOnly reports whether a value is a map with fields that are nothing but $(remove). It adds nothing to what is
// below it.
func RemovesOnly(n tree.Node) bool {
	for child := range n.Children() {
		if !reference.IsRemoval(child) && !RemovesOnly(child) {
			return false
		}
	}
	return n.Kind() == tree.Map && n.First().Exists()
}

// refuse refuses the $(remove) in a map over a reference, which has its value only when the layers are merged.
func (o *Overlay) refuse(over, below tree.Node) {
	if reference.IsRemoval(over) {
		o.removals.add(over, true)
		o.report(finding.Problem{Code: finding.CodeRemoval, Node: over, OnKey: true, Detail: reference.Removal +
			" cannot remove a part of what a reference stands for, and there is one at "}.
			Beside(below, "; write there what it stands for"))
	}
	for child := range over.Children() {
		o.refuse(child, below)
	}
}

// RefuseLowest refuses each $(remove) of a layer in a field that neither the layers below it have nor anything that is
// merged later.
func (o *Overlay) RefuseLowest(layer tree.Node, below []Layer) {
	top := place{kind: o.Type}
	for field := range layer.Children() {
		at := o.at(top, field.Key())
		isBelow := slices.ContainsFunc(below, func(l Layer) bool {
			grows, _ := top.growing(l.Fields, field.Key())
			return grows.Exists() || l.Fields.Find(field.Key()).Exists()
		})
		if o.isSpecial(field, at) && !isBelow && !at.hasBelow() {
			o.refuseAll(field, field.Key())
		}
	}
}

func (o *Overlay) refuseAll(n tree.Node, field string) {
	if reference.IsRemoval(n) {
		o.removals.add(n, true)
		o.report(finding.Problem{Code: finding.CodeRemoval, Node: n, OnKey: true, Detail: fmt.Sprintf(
			"%s removes what a lower layer has, and none below this one has %s; leave it out", reference.Removal, field)})
	}
	if n.Kind() == tree.Map {
		for child := range n.Children() {
			o.refuseAll(child, field)
		}
	}
}

// isSpecial reports whether a value has more than values: a $(remove), an escape of one, or a key with an operator.
func (o *Overlay) isSpecial(n tree.Node, at place) bool {
	switch {
	case !o.operates():
		return false
	case n.Kind() == tree.Null:
		return at.null == leavesNothing
	case n.Kind() < tree.List:
		return o.Removals && reference.MentionsRemoval(n)
	}
	key := typed{n.Value(), at.kind}
	found, known := o.special[key]
	if known {
		return found
	}
	for child := range n.Children() {
		below := place{depth: 2} // items of lists are not merged
		if n.Kind() == tree.Map {
			_, join := at.operator(child.Key())
			found, below = found || join != nil, o.at(at, child.Key())
		}
		found = found || o.isSpecial(child, below)
	}
	if o.special == nil {
		o.special = map[typed]bool{}
	}
	o.special[key] = found
	return found
}

// unescaped returns a string or list as it is without escapes of $(remove).
func (o *Overlay) unescaped(n tree.Node) tree.Node {
	if !o.Removals || !o.isSpecial(n, place{depth: 2}) {
		return n
	}
	switch n.Kind() {
	case tree.List:
		var items []tree.Node
		for item := range n.Children() {
			items = append(items, o.unescaped(item))
		}
		return o.build.List(n, items...)
	case tree.Map: // of a list
		fields := n.Fields()
		for i, f := range fields {
			fields[i].Value = o.unescaped(f.Value)
		}
		return o.build.Map(n, fields...)
	}
	if text, ok := reference.UnescapedRemoval(n); ok {
		return o.build.WithSetter(o.build.String(text, n), n.Setter())
	}
	return n
}
