package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Value is a value of the document, with its keys in the order for readers.
type Value struct {
	Kind   tree.Kind
	Scalar tree.Node
	Fields []Field // of a map
	Items  []Value // of a list
	Style  Style

	Comments Comments
}

// Style is how a list or map is written.
type Style uint8

const (
	Small     Style = iota // on one line where that is easy to read
	Dense                  // on one line where there is room, also with deeper maps
	OneLine                // on one line where there is room
	Words                  // on as many full lines as it takes
	ManyLines              // each item begins a line
)

// Field is a field of a map.
type Field struct {
	Key   string
	Value Value
}

// FieldOf returns a field of a map.
func FieldOf(key string, v Value) Field { return Field{key, v} }

// MapOf returns a map of the fields that have a value.
func MapOf(fields ...Field) Value {
	return Value{Kind: tree.Map,
		Fields: slices.DeleteFunc(fields, func(f Field) bool { return f.Value.Kind == tree.Absent })}
}

// ListOf returns a list; absent without items.
func ListOf(items ...Value) Value {
	if len(items) == 0 {
		return Value{}
	}
	return Value{Kind: tree.List, Items: items}
}

// LinesOf returns a list with each item on a line of its own; absent without items.
func LinesOf(items ...Value) Value {
	made := ListOf(items...)
	made.Style = ManyLines
	return made
}

// OnLine returns a map that is on one line where it fits.
func OnLine(fields ...Field) Value {
	made := MapOf(fields...)
	made.Style = OneLine
	return made
}

// ValueOf returns the value of a node without comments, with its keys as they are in its file.
func ValueOf(n tree.Node) Value {
	made := Value{Kind: n.Kind(), Scalar: n}
	switch made.Kind {
	case tree.Map:
		for _, child := range InFileOrder(slices.Collect(n.Children())) {
			made.Fields = append(made.Fields, Field{child.Key(), ValueOf(child)})
		}
	case tree.List:
		for child := range n.Children() {
			made.Items = append(made.Items, ValueOf(child))
		}
	}
	return made
}

// InFileOrder returns fields of one file in its order, and others as they are.
func InFileOrder(fields []tree.Node) []tree.Node {
	if len(fields) < 2 {
		return fields
	}
	source := fields[0].Source()
	if slices.ContainsFunc(fields, func(n tree.Node) bool { return n.Source() == nil || n.Source() != source }) {
		return fields
	}
	offset := func(n tree.Node) int { start, _ := n.KeySpan(); return start }
	slices.SortStableFunc(fields, func(x, y tree.Node) int { return cmp.Compare(offset(x), offset(y)) })
	return fields
}

// node returns the node of a scalar, or of an empty list or map.
func (v Value) node(b *tree.Builder) tree.Node {
	switch v.Kind {
	case tree.Map:
		return b.Map(tree.Node{})
	case tree.List:
		return b.List(tree.Node{})
	}
	return v.Scalar
}

func (v Value) isLeaf() bool { return len(v.Fields) == 0 && len(v.Items) == 0 }

// HasBreak reports whether a text of several lines is in the value.
func (v Value) HasBreak() bool {
	return strings.Contains(v.Scalar.Text(), "\n") ||
		slices.ContainsFunc(v.Fields, func(f Field) bool { return f.Value.HasBreak() }) ||
		slices.ContainsFunc(v.Items, Value.HasBreak)
}

// hasComments reports whether there are comments about something in the value.
func (v Value) hasComments() bool {
	isCommented := func(below Value) bool { return !below.Comments.isEmpty() || below.hasComments() }
	return slices.ContainsFunc(v.Fields, func(f Field) bool { return isCommented(f.Value) }) ||
		slices.ContainsFunc(v.Items, isCommented)
}

// shape returns the keys of a map, and of the maps in it.
func (v Value) shape() string {
	var shape strings.Builder
	for _, f := range v.Fields {
		shape.WriteString(f.Key + "{" + f.Value.shape() + "}")
	}
	return shape.String()
}

// Size counts the scalars of a value and how deep lists and maps are in it.
func (v Value) Size() (scalars, depth int) {
	if v.isLeaf() {
		return 1, 0
	}
	for _, f := range v.Fields {
		s, d := f.Value.Size()
		scalars, depth = scalars+s, max(depth, d)
	}
	for _, item := range v.Items {
		s, d := item.Size()
		scalars, depth = scalars+s, max(depth, d)
	}
	return scalars, depth + 1
}
