package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// operator returns the list that a key with an operator is about, and how it is joined; nil for all other keys.
func (t *Table) operator(in place, key string) (list string, join join) {
	if !t.Grows {
		return "", nil
	}
	for _, operator := range operators {
		if list, ok := operator.list(in.kind, key); ok {
			return list, operator.join
		}
	}
	return "", nil
}

// find returns the value that a map has for a key, or for the key with an operator, whose join it returns too.
func (t *Table) find(in place, n tree.Node, key string) (value tree.Node, join join) {
	if value = n.Find(key); value.Exists() || !t.Grows {
		return value, nil
	}
	for child := range n.Children() {
		if list, join := t.operator(in, child.Key()); join != nil && list == key {
			return child, join
		}
	}
	return tree.Node{}, nil
}

// grow returns the fields of a map with a list over them whose key has an operator. Where a list may be below that is
// merged later, and the layers have none, the key keeps its operator.
func (o *Overlay) grow(fields []tree.Field, over tree.Node, list string, join join, in place) []tree.Field {
	value, at, key := o.unescaped(over), o.at(in, list), list
	below := last(fields, list)
	if !below.Exists() && at.hasBelow() {
		key = over.Key()
		below = last(fields, key)
	}
	if below.Kind() == tree.String {
		o.Report(finding.Problem{Code: finding.CodeContradiction, Node: over, OnKey: true,
			Detail: "a list cannot grow over a reference, and there is one at "}.
			Beside(below, "; write the list there, with a reference for each item"))
	}
	return append(fields, tree.Field{Key: key, Value: join(o, below, value, at)})
}

// takeGrown returns fields without a list that keeps its operator, where a field replaces it; and what this is over.
func (o *Overlay) takeGrown(fields []tree.Field, key string, below tree.Node, in place) ([]tree.Field, tree.Node) {
	for i, f := range slices.Backward(fields) {
		if list, join := o.operator(in, f.Key); join != nil && list == key {
			if !below.Exists() {
				below = f.Value
			}
			fields = slices.Delete(fields, i, i+1)
		}
	}
	return fields, below
}

// last returns the last value of a key; absent when there is none.
func last(fields []tree.Field, key string) tree.Node {
	for _, f := range slices.Backward(fields) {
		if f.Key == key {
			return f.Value
		}
	}
	return tree.Node{}
}
