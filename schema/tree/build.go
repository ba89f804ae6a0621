package tree

import (
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Builder makes new values around the nodes of other trees, without copying them. The nodes stay valid, unless
// the Builder is Reset. A Builder is not safe for concurrent use; the nodes that it made are.
type Builder struct{ tree *Tree }

// Field is a field of a map that is built.
type Field struct {
	Key   string
	Value Node // absent: there is no such field
}

// NewBuilder returns a Builder with an empty tree of its own.
func NewBuilder() *Builder {
	return &Builder{tree: &Tree{doc: record.New(nil, 7), beside: &beside{links: []Node{{}}}}}
}

// beside is what a Builder's values have beside their records.
type beside struct {
	links   []Node // the values of other trees, and the origins
	printed map[int32]printed
}

// String returns a string with the position of an origin. In all methods, the zero Node as origin is no position.
func (b *Builder) String(text string, origin Node) Node { return b.scalar(scalar.String, text, origin) }

// Number returns a number with the position of an origin. Its text has the form that JSON has for the number.
func (b *Builder) Number(text string, origin Node) Node { return b.scalar(scalar.Number, text, origin) }

// Bool returns a boolean with the position of an origin.
func (b *Builder) Bool(value bool, origin Node) Node {
	return b.scalar(scalar.Bool, strconv.FormatBool(value), origin)
}

// Null returns a null with the position of an origin, which is Written as its origin is.
func (b *Builder) Null(origin Node) Node { return b.scalar(scalar.Null, origin.Written(), origin) }

// WithSetter returns a scalar with another setter comment, at its own position. It returns the scalar itself where
// the comment is empty, and a list or a map as it is.
func (b *Builder) WithSetter(n Node, comment string) Node {
	if comment == "" || n.Kind() >= List || !n.Exists() {
		return n
	}
	v := n.value()
	with := b.scalar(v.record().Kind, v.Written(), v)
	with.record().Flags |= v.record().Flags & record.NonCanonical
	with.tree.doc.SetSetter(with.at, comment)
	return with
}

func (b *Builder) scalar(kind scalar.Kind, text string, origin Node) Node {
	return b.add(record.Record{Kind: kind, Flags: record.InTable, At: b.link(origin),
		Content: int32(b.tree.doc.AddString(text))})
}

// Map returns a map of the fields that exist, sorted as sigs.k8s.io/yaml does. The last field of a key counts.
func (b *Builder) Map(origin Node, fields ...Field) Node {
	kept := make([]Field, 0, len(fields))
	for _, f := range fields {
		if f.Value.Exists() {
			kept = append(kept, f)
		}
	}
	key := func(f Field) string { return f.Key }
	scalar.GroupKeys(kept, key)
	slices.Reverse(kept)
	kept = slices.CompactFunc(kept, func(x, y Field) bool { return x.Key == y.Key })
	slices.Reverse(kept)
	scalar.OrderKeys(kept, key)
	parent := b.add(record.Record{Kind: scalar.Map, At: b.link(origin)})
	last := int32(0)
	for _, f := range kept {
		child := b.child(f.Value)
		child.Key = b.tree.doc.AddString(f.Key)
		child.Flags |= record.InTable << record.OfKey
		last = b.append(parent.at, last, child)
	}
	return parent
}

// Without returns the map n without some keys, at its own position.
func (b *Builder) Without(n Node, keys ...string) Node {
	return b.Map(n, slices.DeleteFunc(n.Fields(), func(f Field) bool { return slices.Contains(keys, f.Key) })...)
}

// List returns a list of the items that exist.
func (b *Builder) List(origin Node, items ...Node) Node {
	parent := b.add(record.Record{Kind: scalar.List, At: b.link(origin)})
	last := int32(0)
	for _, item := range items {
		if item.Exists() {
			last = b.append(parent.at, last, b.child(item))
		}
	}
	return parent
}

// Verbatim returns the value with its nulls kept when it is printed, wherever it is put.
func (b *Builder) Verbatim(n Node) Node {
	if !n.Exists() {
		return n
	}
	r := b.child(n)
	r.Flags |= record.KeepNulls
	return b.add(r)
}

// Fill returns n with values[i] in the place of each node whose holes entry is i. The holes are nodes below n (or n
// itself), by their Value; a node in several places is replaced in all of them. A hole whose value is absent is left
// out of its map or list. Parts without holes are not copied.
func (b *Builder) Fill(n Node, holes map[Node]int, values []Node) Node {
	filled := n
	if hole, ok := holes[n.Value()]; ok {
		filled = values[hole]
	} else if n.Kind() >= List {
		filled = b.Rebuild(n, func(child Node) Node { return b.Fill(child, holes, values) })
	}
	if n.KeepsNulls() && filled != n {
		return b.Verbatim(filled)
	}
	return filled
}

// Rebuild returns n with what other returns in the place of each of its children; one that is absent is left out. It is
// n itself where no child changes, and where n is no list or map.
func (b *Builder) Rebuild(n Node, other func(child Node) Node) Node {
	var fields []Field
	i := 0
	for child := range n.Children() {
		made := other(child)
		if fields == nil && made != child {
			fields = n.Fields()
		}
		if fields != nil {
			fields[i].Value = made
		}
		i++
	}
	switch {
	case fields == nil:
		return n
	case n.Kind() == Map:
		return b.Map(n, fields...)
	}
	return b.List(n, each.Of(fields, func(f Field) Node { return f.Value })...)
}

type printed struct {
	column     int
	yaml, json []byte
}

// PrintedList is List for a list that many objects share: it is printed here, and that text is copied wherever the
// items begin at the column. At other columns it is printed like any other list.
func (b *Builder) PrintedList(column int, origin Node, items ...Node) Node {
	list := b.List(origin, items...)
	p := yamlPrinter{}
	p.pad(column) // the column at which long lines are folded counts from the beginning of the line
	if len(items) > 0 {
		p.items(list, column, false)
	}
	if b.tree.beside.printed == nil {
		b.tree.beside.printed = map[int32]printed{}
	}
	b.tree.beside.printed[list.at] = printed{column, p.out[column:], AppendJSON(nil, list)}
	list.record().Flags |= record.IsPrinted
	return list
}

// Fields returns the fields of a map, for building another one from them.
func (n Node) Fields() []Field {
	fields := make([]Field, 0, n.Len())
	for c := range n.Children() {
		fields = append(fields, Field{c.Key(), c})
	}
	return fields
}

// Reset removes all that the Builder made and keeps its memory. No node that it made may be used afterwards.
func (b *Builder) Reset() {
	b.tree.doc.Records = b.tree.doc.Records[:1]
	b.tree.doc.Strings = b.tree.doc.Strings[:0]
	b.tree.beside.links = b.tree.beside.links[:1]
	clear(b.tree.doc.Setters)
}

func (b *Builder) child(n Node) record.Record {
	return record.Record{Flags: record.IsLink | n.record().Flags&record.KeepNulls, Content: int32(b.link(n.value()))}
}

func (b *Builder) link(n Node) uint32 {
	if !n.Exists() {
		return 0
	}
	b.tree.beside.links = append(b.tree.beside.links, n)
	return uint32(len(b.tree.beside.links) - 1)
}

func (b *Builder) add(r record.Record) Node { return Node{b.tree, b.tree.doc.Add(r)} }

func (b *Builder) append(parent, last int32, r record.Record) int32 {
	at := b.tree.doc.Add(r)
	if last == 0 {
		b.tree.doc.Records[parent].Content = at
	} else {
		b.tree.doc.Records[last].Next = at
	}
	return at
}
