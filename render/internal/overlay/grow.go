package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// grow returns the fields of a map with a list over them whose key has an operator. Where a list may be below that is
// merged later, and the layers have none, the key keeps its operator.
func (o *Overlay) grow(fields []tree.Field, over tree.Node, list string, join join, in place) []tree.Field {
	value, at := o.unescaped(over), o.at(in, list)
	below := last(fields, list)
	switch {
	case below.Exists():
		if below.Kind() == tree.String {
			o.report(finding.Problem{Code: finding.CodeContradiction, Node: over, OnKey: true,
				Detail: "a list cannot grow over a reference, and there is one at "}.
				Beside(below, "; write the list there, with a reference for each item"))
		}
		return append(fields, tree.Field{Key: list, Value: join(o, below, value, at)})
	case at.hasBelow():
		return append(fields, tree.Field{Key: over.Key(), Value: join(o, last(fields, over.Key()), value, at)})
	}
	return append(fields, tree.Field{Key: list, Value: value})
}

// replaceGrown returns fields without a list that grows and has none below it yet, where a field replaces or removes
// it; and what the field is over.
func (o *Overlay) replaceGrown(fields []tree.Field, key string, under tree.Node, in place) ([]tree.Field, tree.Node) {
	for i, f := range slices.Backward(fields) {
		if list, _ := in.operator(f.Key); list == key {
			if !under.Exists() {
				under = f.Value
			}
			fields = slices.Delete(fields, i, i+1)
		}
	}
	return fields, under
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
