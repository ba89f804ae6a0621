package tree

import (
	"iter"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// Twin returns the first item of the list that the item n is like: it has the same keys, and values of the same kinds, all the way
// down. Absent when n is the first one of its like that was noticed, or no item.
func (n Node) Twin() Node {
	if n.tree == nil {
		return Node{}
	}
	n = n.value()
	if r := n.record(); r.Flags&record.IsTwin != 0 {
		return Node{n.tree, n.tree.doc.Twins[r.KeyAt].Of}
	}
	return Node{}
}

// Differences returns the scalars of an item that its Twin has otherwise, with their numbers, in the order of the text.
func (n Node) Differences() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		n = n.value()
		r := n.record()
		if r.Flags&record.IsTwin == 0 {
			return
		}
		own := n.tree.doc.Twins[r.KeyAt]
		for _, at := range n.tree.doc.Differ[own.From:own.To] {
			if !yield(int(at-n.at), Node{n.tree, at}) {
				return
			}
		}
	}
}

// DifferingFields returns the fields of an item that hold its Differences, each as often as it holds neighbours of them.
func (n Node) DifferingFields() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		var last Node
		for _, scalar := range n.Differences() {
			field := n.Holder(scalar)
			if field != last && !yield(field) {
				return
			}
			last = field
		}
	}
}

// Holder returns the field of a map that holds a node further down, where the map has no aliases.
func (n Node) Holder(of Node) (holder Node) {
	for field := n.First(); field.Exists(); field = field.Next() {
		if field.at <= of.at && field.at > holder.at {
			holder = field
		}
	}
	return holder
}

// Within returns the number of a node among those of an item that holds it, negative for one behind an alias. Twins have equal numbers
// for what stands in them at the same place. Both nodes are their own Value.
func (n Node) Within(item Node) int { return int(n.at - item.at) }

// Number returns the node of an item, which is its own Value, by its number.
func (n Node) Number(number int) Node { return Node{n.tree, n.at + int32(number)} }
