package tree

import (
	"iter"
	"slices"
	"strings"
)

// Kind says what a value is.
type Kind uint8

// The kinds of a value. Absent is the kind of the zero Node.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	List
	Map
)

// String returns the word that messages use for the kind.
func (k Kind) String() string {
	return [...]string{"nothing", "null", "a boolean", "a number", "a string", "a list", "a map"}[k]
}

// Tree is one document, or values that a Builder made. It never changes once it is handed out.
type Tree struct {
	source  *source
	nodes   []node           // nodes[0] is unused, so that 0 can mean none
	strings []string         // texts that do not stand in the source as they are
	links   []Node           // nodes of other trees, and the origins of built ones
	setters map[int32]string // setter comments of scalars
	printed map[int32]printed
	twins   []twin  // items of lists
	differ  []int32 // scalars that make the difference between twins
	root    int32
}

// node is one value of a tree and, inside a map, its key. It holds no pointers: the collector has nothing to follow.
type node struct {
	keyAt, at   uint32 // offset in the source; in a built tree, at is an index into links: where the value came from
	key, text   uint32 // length in the source, from there on; or an index into Tree.strings
	first, next int32  // first child (of a link: index into links), next sibling; 0 is none
	kind        Kind
	flags       flags
}

type flags uint16

const (
	elsewhere flags = 1 << iota // text is an index into Tree.strings
	quoted                      // text stands behind a quote
	_                           // the same two of the key
	_
	odd       // the scalar's meaning is not its text: 0123, on, 1_000
	isLink    // the value is links[first]
	keepNulls // nulls below are values, not absent fields
	isPrinted // the list's text is in Tree.printed
	isHole    // text is the number of a hole of a Stencil
	hasSetter // the scalar is in Tree.setters
	isTwin    // the item, which has no key, is at the index keyAt of Tree.twins
	isBare    // the string is an everyday one, which is found out of those in which twins differ: these are printed most often
)

// ofKey is by how much the flags of a text are shifted when they are those of a key.
const ofKey = 2

// Node is a handle to one value. The zero Node is absent: it has no children and no text.
type Node struct {
	tree *Tree
	at   int32
}

// Root returns the document's value.
func (t *Tree) Root() Node { return t.node(t.root) }

// Mentions reports whether a text stands in a key or scalar that the file spells otherwise, as with escapes or over several lines.
// What it spells just so, the file says faster.
func (t *Tree) Mentions(text string) bool {
	return slices.ContainsFunc(t.strings, func(s string) bool { return strings.Contains(s, text) })
}

// TextSize returns how many bytes the file has that the document was read from.
func (t *Tree) TextSize() int { return len(t.source.text) }

func (t *Tree) node(i int32) Node {
	if i == 0 {
		return Node{}
	}
	return Node{t, i}
}

// record returns the node's own record, which holds its key and its place among its siblings.
func (n Node) record() *node { return &n.tree.nodes[n.at] }

// value follows a link to the node that holds the value.
func (n Node) value() Node {
	if r := n.record(); r.flags&isLink != 0 {
		return n.tree.links[r.first]
	}
	return n
}

// Exists reports whether there is a value, null included.
func (n Node) Exists() bool { return n.tree != nil }

// Value returns the place that holds the value, which several nodes may share; absent when n is.
func (n Node) Value() Node {
	if !n.Exists() {
		return n
	}
	return n.value()
}

// Same reports whether both are one and the same place in one tree.
func (n Node) Same(other Node) bool {
	return n.Exists() && other.Exists() && n.value() == other.value()
}

// Kind returns what the value is; Absent for the zero Node.
func (n Node) Kind() Kind {
	if n.tree == nil {
		return Absent
	}
	return n.value().record().kind
}

// Key returns the key under which the value stands in its map; empty elsewhere. A key that is no string reads as kubectl
// reads it: `yes:` is "true".
func (n Node) Key() string {
	if n.tree == nil {
		return ""
	}
	r := n.record()
	return n.tree.text(r.keyAt, r.key, r.flags>>ofKey)
}

// WrittenKey returns the Key as the author wrote it, without quotes: n, where the Key is "false".
func (n Node) WrittenKey() string {
	key := n.Key()
	if key == "" || n.tree.source == nil {
		return key
	}
	how := n.record().flags >> ofKey
	if how&quoted != 0 || how&elsewhere == 0 && strings.IndexByte(numberStarts, key[0]) < 0 { // 1.1 may be the beginning of 1.10
		return key
	}
	line, _, _ := strings.Cut(n.tree.source.text[n.record().keyAt:], "\n")
	written := strings.TrimRight(line[:max(0, strings.IndexAny(line+":", ":,}"))], " \t\r")
	if text, ok := keyText(written); written != "" && ok && text == key {
		return written
	}
	return key
}

// Text returns what a scalar means: a string without its quotes and escapes, a number that JSON takes with the author's
// own digits, any other number, and a boolean, in the one form that JSON has for it. It is empty for null, lists and maps.
func (n Node) Text() string {
	if n.tree == nil {
		return ""
	}
	n = n.value()
	r := n.record()
	if r.kind <= Null {
		return ""
	}
	text := n.tree.text(r.at, r.text, r.flags)
	if r.flags&odd != 0 {
		_, text = resolve(text)
	}
	return text
}

// Written returns a scalar as the author spelt it (0123, on), without quotes.
func (n Node) Written() string {
	if n.tree == nil {
		return ""
	}
	n = n.value()
	r := n.record()
	return n.tree.text(r.at, r.text, r.flags)
}

// text returns a key or a text by its place and its length, or index.
func (t *Tree) text(at, n uint32, how flags) string {
	switch {
	case how&elsewhere != 0:
		return t.strings[n]
	case n == 0:
		return ""
	case how&quoted != 0:
		at++
	}
	return t.source.text[at : at+n]
}

// Setter returns the setter comment behind a scalar as it was written, `# {"$imagepolicy": "ns:policy:tag"}`; mostly empty.
func (n Node) Setter() string {
	if n.tree == nil {
		return ""
	}
	if n = n.value(); n.record().flags&hasSetter == 0 { // most have none, and looking takes longer than printing
		return ""
	}
	return n.tree.setters[n.at]
}

// KeepsNulls reports whether nulls below the value are part of it, as in the values of a Helm chart.
func (n Node) KeepsNulls() bool {
	return n.tree != nil && n.record().flags&keepNulls != 0
}

// First returns the first item of a list or the first field of a map, nulls included.
func (n Node) First() Node {
	if n.tree == nil {
		return Node{}
	}
	n = n.value()
	return n.tree.node(n.record().first)
}

// Next returns the sibling after n: the next item or field.
func (n Node) Next() Node {
	if n.tree == nil {
		return Node{}
	}
	return n.tree.node(n.record().next)
}

// Children returns the items of a list or the fields of a map in order, nulls included.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c := n.First(); c.Exists(); c = c.Next() {
			if !yield(c) {
				return
			}
		}
	}
}

// Len returns the number of items or fields, nulls included.
func (n Node) Len() int {
	count := 0
	for range n.Children() {
		count++
	}
	return count
}

// Find returns the field of a map under key, even if it is null; absent if there is none.
func (n Node) Find(key string) Node {
	if n.tree == nil {
		return Node{}
	}
	n = n.value()
	t, r := n.tree, n.record()
	if r.kind != Map {
		return Node{}
	}
	for i := r.first; i != 0; {
		if r = &t.nodes[i]; (int(r.key) == len(key) || r.flags>>ofKey&elsewhere != 0) && t.text(r.keyAt, r.key, r.flags>>ofKey) == key {
			return Node{t, i}
		}
		i = r.next
	}
	return Node{}
}

// Get returns the field of a map under key. A null is as good as nothing: it is absent.
func (n Node) Get(key string) Node {
	if c := n.Find(key); c.Kind() != Null {
		return c
	}
	return Node{}
}

// At walks down from map to map.
func (n Node) At(path ...string) Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}

// Tree returns the tree that holds the value; nil for the zero Node.
func (n Node) Tree() *Tree {
	if n.tree == nil {
		return nil
	}
	return n.value().tree
}
