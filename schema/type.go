package schema

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// Type is what may stand at a place of an entry. The zero Type is anything.
type Type struct{ shape *shape }

// EntryType returns the type of the entries of a workload.
func EntryType(workload Workload) Type { return Type{entryShape(workload)} }

// Field returns the type of a field of a map, and of each value of a map with keys of the author's choice.
func (t Type) Field(key string) Type {
	switch {
	case t.shape == nil:
		return t
	case t.shape.kind == shapeObject:
		return Type{t.shape.fields[key]}
	}
	return t.Item()
}

// Item returns the type of the items of a list.
func (t Type) Item() Type {
	if t.shape == nil {
		return t
	}
	return Type{t.shape.elem}
}

// Fit returns a value as the type takes it: a number or a boolean becomes its text where only a string fits. It comes from a reference,
// whose value may have another place with another type.
func (t Type) Fit(b *tree.Builder, value tree.Node) tree.Node {
	if t.shape == nil || t.shape.kind != shapeString {
		return value
	}
	return AsText(b, value)
}

// AsText returns a number or a boolean as its text, and any other value as it is.
func AsText(b *tree.Builder, value tree.Node) tree.Node {
	if kind := value.Kind(); kind != tree.Number && kind != tree.Bool {
		return value
	}
	return b.String(value.Text(), value)
}
