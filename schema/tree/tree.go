package tree

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Kind is what a value is.
type Kind uint8

// The kinds of a value. Absent is the kind of the zero Node.
const (
	Absent Kind = Kind(scalar.Absent)
	Null   Kind = Kind(scalar.Null)
	Bool   Kind = Kind(scalar.Bool)
	Number Kind = Kind(scalar.Number)
	String Kind = Kind(scalar.String)
	List   Kind = Kind(scalar.List)
	Map    Kind = Kind(scalar.Map)
)

// String returns the word for the kind in messages.
func (k Kind) String() string {
	return [...]string{"nothing", "null", "a boolean", "a number", "a string", "a list", "a map"}[k]
}

// Tree is one document, or values that a Builder made. Its values never change.
type Tree struct {
	doc    record.Document
	beside *beside // nil for a document: a fleet has many
}

// Root returns the document's value.
func (t *Tree) Root() Node { return t.node(t.doc.Root) }

// FileText returns the whole text of the file that the tree was read from; empty for values that no file has.
func (t *Tree) FileText() string {
	if t == nil || t.doc.Source == nil || t.doc.Source.Unplaced {
		return ""
	}
	return t.doc.Source.Text
}

// Mentions reports whether a text is part of a key or scalar that the file spells otherwise, for example with escapes
// or over several lines. For all others, search the file.
func (t *Tree) Mentions(text string) bool {
	return slices.ContainsFunc(t.doc.Strings, func(s string) bool { return strings.Contains(s, text) })
}

func (t *Tree) node(at int32) Node {
	if at == 0 {
		return Node{}
	}
	return Node{t, at}
}

// Node is a handle to one value. The zero Node is absent: it has no children and no text.
type Node struct {
	tree *Tree
	at   int32
}

// noTree has the record of the zero Node. It is never written.
var noTree = &Tree{doc: record.New(nil, 0)}

// self returns the node with the record of the zero Node if it is absent.
func (n Node) self() Node {
	if n.tree == nil {
		return Node{noTree, 0}
	}
	return n
}

// record returns the node's own record, which has its key and its next sibling.
func (n Node) record() *record.Record { return &n.tree.doc.Records[n.at] }

// value follows a link to the node that has the value.
func (n Node) value() Node {
	n = n.self()
	if r := n.record(); r.Flags&record.IsLink != 0 {
		return n.tree.beside.links[r.Content]
	}
	return n
}

// Exists reports whether there is a value, null included.
func (n Node) Exists() bool { return n.tree != nil }

// Value returns the node that has the value. Nodes of several trees may share it. It is absent when n is.
func (n Node) Value() Node {
	if !n.Exists() {
		return n
	}
	return n.value()
}

// Same reports whether both have one and the same Value.
func (n Node) Same(other Node) bool { return n.Exists() && n.Value() == other.Value() }

// Tree returns the tree of the Value; nil for the zero Node.
func (n Node) Tree() *Tree { return n.Value().tree }

// Kind returns what the value is; Absent for the zero Node.
func (n Node) Kind() Kind { return Kind(n.value().record().Kind) }

// Key returns the key of the value in its map; empty elsewhere. It is read as kubectl does: `yes:` is "true".
func (n Node) Key() string {
	n = n.self()
	return n.tree.doc.Key(n.at)
}

// WrittenKey returns the Key as the author wrote it, without quotes: n, where the Key is "false".
func (n Node) WrittenKey() string {
	key, r, source := n.Key(), n.self().record(), n.self().tree.doc.Source
	how := r.Flags >> record.OfKey
	if key == "" || source == nil || how&record.Quoted != 0 ||
		how&record.InTable == 0 && !scalar.StartsLikeNumber(key) { // 1.1 may be the beginning of 1.10
		return key
	}
	line, _, _ := strings.Cut(source.Text[r.KeyAt:], "\n")
	written := strings.TrimRight(line[:max(0, strings.IndexAny(line+":", ":,}"))], " \t\r")
	if text, ok := scalar.KeyText(written); written != "" && ok && text == key {
		return written
	}
	return key
}

// Text returns the meaning of a scalar: a string without quotes and escapes, a number with the author's digits if JSON
// takes them, any other number and a boolean as JSON has them. It is empty for null, lists and maps.
func (n Node) Text() string {
	n = n.value()
	r := n.record()
	if r.Kind <= scalar.Null {
		return ""
	}
	text := n.tree.doc.Written(n.at)
	if r.Flags&record.NonCanonical != 0 {
		_, text = scalar.Resolve(text)
	}
	return text
}

// Written returns a scalar as the author wrote it (0123, on), without quotes.
func (n Node) Written() string {
	n = n.value()
	return n.tree.doc.Written(n.at)
}

// Spelling returns a scalar as its file spells it, with its quotes: the text at its Position. It is empty where that is
// not the scalar in one line: for an alias, a block, a scalar with an anchor or a tag, or one that was not read.
func (n Node) Spelling() string {
	n = n.parsed()
	text := n.tree.FileText()
	if text == "" {
		return ""
	}
	r := n.record()
	if quoted := record.QuotedAt(text[r.At:]); quoted != "" || r.Flags&record.InTable != 0 {
		return quoted
	}
	return n.Written()
}

// Span returns where the file has the Spelling: the offsets of its first byte and behind its last one. Where the
// Spelling is empty, both are the offset at which the value begins.
func (n Node) Span() (start, end int) {
	if n = n.parsed(); !n.Exists() {
		return 0, 0
	}
	start = int(n.record().At)
	return start, start + len(n.Spelling())
}

// KeySpelling returns the key of the value as its file spells it, with its quotes: the text at its KeyPosition. It is
// empty where Spelling is, and where the value has no key.
func (n Node) KeySpelling() string {
	n = n.parsed()
	text, written := n.tree.FileText(), n.WrittenKey()
	if text == "" || written == "" {
		return ""
	}
	rest := text[n.record().KeyAt:]
	if quoted := record.QuotedAt(rest); quoted != "" {
		return quoted
	}
	if after, found := strings.CutPrefix(rest, written); !found || !strings.HasPrefix(strings.TrimLeft(after, " "), ":") {
		return ""
	}
	return written
}

// KeySpan returns where the file has the KeySpelling, or the Span of a value that has no key.
func (n Node) KeySpan() (start, end int) {
	if n = n.parsed(); !n.Exists() || n.WrittenKey() == "" {
		return n.Span()
	}
	start = int(n.record().KeyAt)
	return start, start + len(n.KeySpelling())
}

// Setter returns the setter comment behind a scalar as written, `# {"$imagepolicy": "ns:policy:tag"}`, or nothing.
func (n Node) Setter() string {
	if n = n.value(); n.record().Flags&record.HasSetter == 0 { // a lookup would take longer than printing
		return ""
	}
	return n.tree.doc.Setters[n.at]
}

// Marked returns the scalars of the tree that have a setter comment in their own line, in the order of the file. An
// alias that only has the comment of its anchor is not among them.
func (t *Tree) Marked() (marked []Node) {
	for at, setter := range t.doc.Setters {
		line, _, _ := strings.Cut(t.doc.Source.Text[t.doc.Records[at].At:], "\n")
		if !strings.HasPrefix(line, "*") || strings.Contains(line, setter) {
			marked = append(marked, Node{t, at})
		}
	}
	slices.SortStableFunc(marked, func(a, b Node) int { // of one place, the last is what a merge key has made of it
		return cmp.Or(cmp.Compare(a.record().At, b.record().At), cmp.Compare(b.at, a.at))
	})
	return slices.CompactFunc(marked, func(a, b Node) bool { return a.record().At == b.record().At })
}

// KeepsNulls reports whether nulls below are values, for example in a chart's values, and not absent fields.
func (n Node) KeepsNulls() bool { return n.self().record().Flags&record.KeepNulls != 0 }

// First returns the first item of a list or the first field of a map, nulls included.
func (n Node) First() Node {
	n = n.value()
	return n.tree.node(n.record().First())
}

// Next returns the next item or field after n.
func (n Node) Next() Node {
	n = n.self()
	return n.tree.node(n.record().Next)
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

// Find returns the field of a map under a key, even if it is null; absent if there is none.
func (n Node) Find(key string) Node {
	n = n.value()
	if Kind(n.record().Kind) != Map {
		return Node{}
	}
	doc := &n.tree.doc
	for at := doc.Records[n.at].First(); at != 0; at = doc.Records[at].Next {
		if doc.Key(at) == key {
			return Node{n.tree, at}
		}
	}
	return Node{}
}

// Get returns the field of a map under a key. A null field is absent.
func (n Node) Get(key string) Node {
	if c := n.Find(key); c.Kind() != Null {
		return c
	}
	return Node{}
}

// At descends from map to map with Get.
func (n Node) At(path ...string) Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}
