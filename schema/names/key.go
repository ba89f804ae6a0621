package names

import "strings"

// Plus ends the key of a list in a layer that is merged with the list of the layers below.
const Plus = "+"

// LayerKey is a key of a layer where lists can be merged: in values each key, elsewhere each list.
type LayerKey struct {
	// Name is the key that the merged map has: without the operator, or without the plus that escapes one.
	Name string
	// Operator is + for KEY+: its items come behind those below. It is +(FIELD) for KEY+(FIELD): its items are merged with
	// those below of the same FIELD. It is empty for every other key.
	Operator string
	// Field is FIELD.
	Field string
}

// ReadLayerKey reads a key. Without a name before the plus there is no operator. KEY++ is the key KEY+, and
// KEY++(FIELD) the key KEY+(FIELD): one plus is taken off. $$(remove) is the key $(remove).
func ReadLayerKey(written string) LayerKey {
	if isEscapedRemoval(written) {
		return LayerKey{Name: written[1:]}
	}
	before, field := splitKey(written)
	name, isOperator := strings.CutSuffix(before, Plus)
	switch {
	case !isOperator, strings.Trim(name, Plus) == "":
		return LayerKey{Name: written}
	case strings.HasSuffix(name, Plus):
		return LayerKey{Name: name + field}
	case field == "":
		return LayerKey{Name: name, Operator: Plus}
	}
	return LayerKey{Name: name, Operator: Plus + field, Field: field[1 : len(field)-1]}
}

func splitKey(written string) (before, field string) {
	if i := strings.LastIndexByte(written, '('); i >= 0 && strings.HasSuffix(written, ")") {
		return written[:i], written[i:]
	}
	return written, ""
}

// Merges reports whether the key has an operator.
func (k LayerKey) Merges() bool { return k.Operator != "" }

// ByField reports whether items are merged by a field.
func (k LayerKey) ByField() bool { return len(k.Operator) > len(Plus) }

// WrittenLayerKey returns a key of values as a layer has it, so that it is read as no operator.
func WrittenLayerKey(name string) string {
	switch {
	case isEscapedRemoval("$" + name):
		return "$" + name
	case ReadLayerKey(name).Name == name:
		return name
	}
	before, field := splitKey(name)
	return before + Plus + field
}

// isEscapedRemoval reports whether a key is [Removal] with one $ more, or with several.
func isEscapedRemoval(written string) bool {
	dollars := len(written) - len(Removal) + 1
	return dollars > 1 && strings.Trim(written[:dollars], "$") == "" && written[dollars:] == Removal[1:]
}
