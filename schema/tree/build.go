package tree

import (
	"slices"
)

// Builder makes new values around the nodes of other trees. What it made lives as long as any handle to it, or to what was made
// about when it was. A Builder is not safe for concurrent use; the nodes that it made are.
type Builder struct {
	tree *Tree
}

// enough is how many nodes a tree of a Builder holds before another one is begun: a tree that grows on is copied again and again.
const enough = 4096

// begin makes room for a value with so many children in one tree.
func (b *Builder) begin(children int) {
	if count := len(b.tree.nodes) + children + 1; count > enough && len(b.tree.nodes) > 1 {
		b.tree = NewBuilder().tree
	}
}

// Field is one entry of a map that is being built.
type Field struct {
	Key   string
	Value Node // absent: there is no such field
}

func (f Field) key() string { return f.Key }

// NewBuilder returns a Builder with an empty tree of its own.
func NewBuilder() *Builder {
	return &Builder{&Tree{nodes: make([]node, 1, 64), links: []Node{{}}}}
}

// String returns a string that stands where origin stands; the zero Node is nowhere.
func (b *Builder) String(text string, origin Node) Node {
	b.begin(0)
	r := node{kind: String, flags: elsewhere, at: b.link(origin)}
	r.text = b.keep(text)
	return b.add(r)
}

// Bool returns a boolean that stands where origin stands.
func (b *Builder) Bool(value bool, origin Node) Node {
	b.begin(0)
	text := "false"
	if value {
		text = "true"
	}
	r := node{kind: Bool, flags: elsewhere, at: b.link(origin)}
	r.text = b.keep(text)
	return b.add(r)
}

// Number returns a number, in the form that JSON has for it, that stands where origin stands.
func (b *Builder) Number(text string, origin Node) Node {
	b.begin(0)
	r := node{kind: Number, flags: elsewhere, at: b.link(origin)}
	r.text = b.keep(text)
	return b.add(r)
}

// Map returns a map of the fields that exist, sorted as sigs.k8s.io/yaml prints keys. Of fields with one key the last one
// counts.
func (b *Builder) Map(origin Node, fields ...Field) Node {
	kept := make([]Field, 0, len(fields))
	for _, f := range fields {
		if f.Value.Exists() {
			kept = append(kept, f)
		}
	}
	if !surelyOrdered(kept) {
		sortKeys(kept, Field.key)
		slices.Reverse(kept)
		kept = slices.CompactFunc(kept, func(x, y Field) bool { return x.Key == y.Key })
		slices.Reverse(kept)
		orderKeys(kept, Field.key)
	}
	b.begin(len(kept))
	parent := b.add(node{kind: Map, at: b.link(origin)})
	last := int32(0)
	for _, f := range kept {
		child := b.child(f.Value)
		child.key = b.keep(f.Key)
		child.flags |= elsewhere << ofKey
		last = b.append(parent.at, last, child)
	}
	return parent
}

// surelyOrdered reports whether keys are in order and different, where that takes no more than a look: of keys of plain letters.
func surelyOrdered(fields []Field) bool {
	for i, f := range fields {
		if i > 0 && fields[i-1].Key >= f.Key || !letters(f.Key) {
			return false
		}
	}
	return true
}

func letters(key string) bool {
	for i := range len(key) {
		if c := key[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// List returns a list of the items that exist.
func (b *Builder) List(origin Node, items ...Node) Node {
	b.begin(len(items))
	parent := b.add(node{kind: List, at: b.link(origin)})
	last := int32(0)
	for _, item := range items {
		if item.Exists() {
			last = b.append(parent.at, last, b.child(item))
		}
	}
	return parent
}

// Verbatim returns the value with its nulls kept, whoever prints it.
func (b *Builder) Verbatim(n Node) Node {
	if !n.Exists() {
		return n
	}
	b.begin(0)
	r := b.child(n)
	r.flags |= keepNulls
	return b.add(r)
}

// Fill returns n with values[i] in the place of each node whose holes entry is i. The holes are nodes below n (or n itself), by
// their Value; a node that stands in several places is replaced in all of them. A hole whose value is absent is left out of its map
// or list. What holds no hole is part of the result as it is.
func (b *Builder) Fill(n Node, holes map[Node]int, values []Node) Node {
	filled := n
	if hole, ok := holes[n.Value()]; ok {
		filled = values[hole]
	} else if n.Kind() >= List {
		filled = b.fillChildren(n, holes, values)
	}
	if n.KeepsNulls() && filled != n {
		return b.Verbatim(filled)
	}
	return filled
}

func (b *Builder) fillChildren(n Node, holes map[Node]int, values []Node) Node {
	fields := n.Fields()
	changed := false
	for i, f := range fields {
		fields[i].Value = b.Fill(f.Value, holes, values)
		changed = changed || fields[i].Value != f.Value
	}
	switch {
	case !changed:
		return n
	case n.Kind() == Map:
		return b.Map(n, fields...)
	}
	items := make([]Node, len(fields))
	for i, f := range fields {
		items[i] = f.Value
	}
	return b.List(n, items...)
}

// Fields returns the fields of a map, for building another one from them.
func (n Node) Fields() []Field {
	var fields []Field
	for c := range n.Children() {
		fields = append(fields, Field{c.Key(), c})
	}
	return fields
}

// child makes the record of a link to a value.
func (b *Builder) child(n Node) node {
	r := node{flags: isLink | n.record().flags&keepNulls}
	r.first = int32(b.link(n.value()))
	return r
}

func (b *Builder) link(n Node) uint32 {
	if !n.Exists() {
		return 0
	}
	b.tree.links = append(b.tree.links, n)
	return uint32(len(b.tree.links) - 1)
}

func (b *Builder) keep(text string) uint32 {
	b.tree.strings = append(b.tree.strings, text)
	return uint32(len(b.tree.strings) - 1)
}

func (b *Builder) add(r node) Node {
	b.tree.nodes = append(b.tree.nodes, r)
	return Node{b.tree, int32(len(b.tree.nodes) - 1)}
}

// append adds a child behind the sibling last, or as the first one, and returns where it stands.
func (b *Builder) append(parent, last int32, r node) int32 {
	at := b.add(r).at
	if last == 0 {
		b.tree.nodes[parent].first = at
	} else {
		b.tree.nodes[last].next = at
	}
	return at
}

// Reset forgets everything that the Builder made and keeps its memory. No node that it made may be used afterwards.
func (b *Builder) Reset() {
	b.tree.nodes = b.tree.nodes[:1]
	b.tree.strings = b.tree.strings[:0]
	b.tree.links = b.tree.links[:1]
}
