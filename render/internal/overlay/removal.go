package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// remove returns what is left of a value that a $(remove) removes; absent where that is nothing.
func (o *Overlay) remove(below, removal tree.Node, at place) tree.Node {
	removes := below.Exists() || at.mayRemove()
	o.note(removal, removes)
	if !removes && at.removal != leavesLowest || at.removal == leavesNull && at.kind.IsOpen() && !at.varies {
		return tree.Node{}
	}
	return o.left(at.removal, below, removal, at)
}

func (o *Overlay) note(removal tree.Node, removes bool) {
	if o.Removed != nil {
		o.Removed(removal, removes)
	}
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
	for child := range n.Children() {
		if !names.IsRemoval(child) && !RemovesOnly(child) {
			return false
		}
	}
	return n.Kind() == tree.Map && n.First().Exists()
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
		o.note(removal, false)
	}
	return below
}

func (o *Overlay) refuse(n tree.Node, p finding.Problem) {
	for _, removal := range removals(n) {
		o.note(removal, true)
		p.Code, p.Node, p.OnKey = finding.CodeRemoval, removal, true
		o.Report(p)
	}
}

// removals returns each $(remove) in a value, without those in lists.
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
