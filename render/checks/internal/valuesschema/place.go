package valuesschema

import (
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// At returns what the schema wants of a scalar at a path. It returns false where the scalar may decide whether other
// values are right, and where the schema may refuse that there is one. In doubt, it is false.
func (s *Schema) At(path []string) (Set, bool) {
	at := s.Top()
	for _, step := range path {
		sure, choices := at.parts()
		if slices.ContainsFunc(sure, comparesAll) || choices.mayAsk(step) {
			return nil, false
		}
		at = nil
		for _, s := range sure {
			below, closed := childSchemas(s, step)
			if closed {
				return nil, false
			}
			at = append(at, below...)
		}
	}
	wants := slices.DeleteFunc(at, isTrivial)
	return wants, !slices.ContainsFunc(wants, isFalse)
}

func isFalse(s *jsonschema.Schema) bool { return s.Bool != nil && !*s.Bool }

// parts returns the schemas that apply whatever the value is, with all that they refer to, and those that apply, or
// fail, depending on the value.
func (set Set) parts() (sure, choices Set) {
	seen := map[*jsonschema.Schema]bool{}
	for todo := slices.Clone(set); len(todo) > 0; todo = todo[1:] {
		s := todo[0]
		if isTrivial(s) || seen[s] {
			continue
		}
		seen[s] = true
		certain := slices.Concat(present(s.Ref), s.AllOf)
		sure, todo = append(sure, s), append(todo, certain...)
		choices = append(choices, slices.DeleteFunc(beside(s), func(other *jsonschema.Schema) bool {
			return slices.Contains(certain, other)
		})...)
	}
	return sure, choices
}

// mayAsk reports whether one of the schemas, or of those that they may apply, can depend on the value of a key.
func (set Set) mayAsk(step string) bool {
	return slices.ContainsFunc(set.Closure(), func(s *jsonschema.Schema) bool {
		below, closed := childSchemas(s, step)
		return closed || comparesAll(s) || !Set(below).SaysNothing()
	})
}

// comparesAll reports whether a schema looks at all that is in a list or a map at once, or takes nothing.
func comparesAll(s *jsonschema.Schema) bool {
	return isFalse(s) || s.Const != nil || s.Enum != nil || s.UniqueItems || s.Contains != nil || len(s.Extensions) > 0
}

// childSchemas returns the schemas for a field or an item of a value, and whether the schema may refuse the field
// itself, or say more about it depending on others.
func childSchemas(s *jsonschema.Schema, step string) (below []*jsonschema.Schema, closed bool) {
	below = Set{s}.Below(step)
	_, isProperty := s.Properties[step]
	closed = !isProperty && (s.AdditionalProperties == false && len(below) == 0 || !isTrivial(s.UnevaluatedProperties))
	if index, err := strconv.Atoi(step); err == nil {
		closed = closed || !isTrivial(s.UnevaluatedItems) || s.AdditionalItems == false
		below = append(below, itemsOf(s)...)
		if index >= 0 && index < len(s.PrefixItems) {
			below = append(below, s.PrefixItems[index])
		}
	}
	return below, closed
}
