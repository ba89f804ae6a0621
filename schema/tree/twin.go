package tree

import "iter"

// twin is what an item of a list has in common with an earlier one, the first of its like: the same keys and kinds, in the same order,
// all the way down. Lists of thousands of items have few that are the first of their like, and what is said of those need not
// be found out for the others again, but for where they differ.
type twin struct {
	of       int32
	from, to uint32 // in Tree.differ
}

// like is an item of a list that is open, in which others may find their like.
type like struct{ at, end int32 }

// mostLikes is with how many of the items before it, each unlike the others, an item is compared.
const mostLikes = 4

// compare looks for the like of an item that was just read, among those above mark. One with an alias of what stands in it, or with a
// merge key that brings what stands there, has no like: a difference would be in two places.
func (f *filler) compare(item int32, mark int) {
	if f.tree.nodes[item].kind != Map || f.aliased >= item || f.full {
		return
	}
	mine := like{item, int32(len(f.tree.nodes))}
	for i := len(f.likes) - 1; i >= mark; i-- {
		if f.alike(f.likes[i], mine) {
			return
		}
	}
	if f.likes = append(f.likes, mine); len(f.likes) > mark+mostLikes {
		f.likes = append(f.likes[:mark], f.likes[mark+1:]...)
	}
}

// alike notes that an item is the twin of another one, if it is. Nodes lie in the order in which they were read, so that
// twins are the same nodes over again, a few texts apart.
func (f *filler) alike(first, item like) bool {
	t := f.tree
	if item.end-item.at != first.end-first.at {
		return false
	}
	apart, from := item.at-first.at, len(t.differ)
	for at := item.at; at < item.end; at++ {
		mine, its := &t.nodes[at], &t.nodes[at-apart]
		if !t.sameShape(mine, its, first.at, apart, at == item.at) {
			t.differ = t.differ[:from]
			return false
		}
		if mine.kind < List && !t.sameScalar(at, at-apart) {
			t.differ = append(t.differ, at)
			t.bare(at)
		}
	}
	root := &t.nodes[item.at]
	root.flags |= isTwin
	root.keyAt = uint32(len(t.twins))
	t.twins = append(t.twins, twin{first.at, uint32(from), uint32(len(t.differ))})
	return true
}

// bare notes that a scalar is printed as it stands, if it surely is.
func (t *Tree) bare(at int32) {
	r := &t.nodes[at]
	if r.kind != String {
		return
	}
	if text := t.text(r.at, r.text, r.flags); text != "" && everyday(text) {
		r.flags |= isBare
	}
}

// sameShape reports whether two nodes differ in no more than the text of a scalar, of items that lie so far apart, of which the first
// one begins at a node. The roots of items have neighbours of their own.
func (t *Tree) sameShape(mine, its *node, begin, apart int32, root bool) bool {
	const ofText = elsewhere | quoted | odd | hasSetter | isTwin | isBare
	if mine.kind != its.kind || (mine.flags^its.flags)&^ofText != 0 {
		return false
	}
	behind := its.first // an alias has the children of what it names, which may be before both
	if behind >= begin {
		behind += apart
	}
	if mine.first != behind {
		return false
	}
	if root {
		return true
	}
	next := its.next
	if next > 0 {
		next += apart
	}
	return mine.next == next && t.text(mine.keyAt, mine.key, mine.flags>>ofKey) == t.text(its.keyAt, its.key, its.flags>>ofKey)
}

func (t *Tree) sameScalar(mine, its int32) bool {
	m, i := &t.nodes[mine], &t.nodes[its]
	if (m.flags^i.flags)&odd != 0 || t.text(m.at, m.text, m.flags) != t.text(i.at, i.text, i.flags) {
		return false
	}
	return (m.flags|i.flags)&hasSetter == 0 || t.setters[mine] == t.setters[its]
}

// Twin returns the first item of the list that the item n is like: it has the same keys, and values of the same kinds, all the way
// down. Absent when n is the first one of its like that was noticed, or no item.
func (n Node) Twin() Node {
	if n.tree == nil {
		return Node{}
	}
	n = n.value()
	if r := n.record(); r.flags&isTwin != 0 {
		return Node{n.tree, n.tree.twins[r.keyAt].of}
	}
	return Node{}
}

// Differences returns the scalars of an item that its Twin has otherwise, with their numbers, in the order of the text.
func (n Node) Differences() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		n = n.value()
		r := n.record()
		if r.flags&isTwin == 0 {
			return
		}
		own := n.tree.twins[r.keyAt]
		for _, at := range n.tree.differ[own.from:own.to] {
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
