package valuesschema

import (
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// At returns what the schema wants of a scalar at a path. It returns false where the scalar may decide whether other
// values are right, and where the schema may refuse that there is one.
func (s *Schema) At(path []string) (Set, bool) {
	f := placeFinder{seen: map[visit]bool{}}
	for _, top := range s.Top() {
		if !f.add(top, path) {
			return nil, false
		}
	}
	return f.found, true
}

type placeFinder struct {
	found Set
	seen  map[visit]bool
}

// visit is a schema at a place, so many steps above the value.
type visit struct {
	schema *jsonschema.Schema
	above  int
	asks   bool // of touches
}

// isNew reports whether a schema is there for the first time: schemas may refer to each other in circles.
func (f *placeFinder) isNew(v visit) bool {
	known := f.seen[v]
	f.seen[v] = true
	return !known
}

// add adds what a schema wants of the value at a path. It returns false where the value decides about other faults.
func (f *placeFinder) add(s *jsonschema.Schema, path []string) bool {
	switch {
	case isTrivial(s) || !f.isNew(visit{s, len(path), false}):
		return true
	case s.Bool != nil:
		return false
	case len(path) == 0:
		f.found = append(f.found, s)
		return true
	case comparesAll(s):
		return false
	}
	for _, choice := range choicesOf(s) {
		if f.touches(choice, path) {
			return false
		}
	}
	for _, same := range append(present(s.Ref), s.AllOf...) {
		if !f.add(same, path) {
			return false
		}
	}
	below, closed := childSchemas(s, path[0])
	for _, s := range below {
		if !f.add(s, path[1:]) {
			return false
		}
	}
	return !closed
}

// comparesAll reports whether a schema looks at all that is in a list or a map at once.
func comparesAll(s *jsonschema.Schema) bool {
	return s.Const != nil || s.Enum != nil || s.UniqueItems || s.Contains != nil || len(s.Extensions) > 0
}

// choicesOf returns the schemas that apply, or fail, depending on the value.
func choicesOf(s *jsonschema.Schema) []*jsonschema.Schema {
	return slices.DeleteFunc(beside(s), func(other *jsonschema.Schema) bool {
		return other == s.Ref || slices.Contains(s.AllOf, other)
	})
}

// touches reports whether the value at a path may decide whether a schema takes what is above it.
func (f *placeFinder) touches(s *jsonschema.Schema, path []string) bool {
	switch {
	case isTrivial(s) || !f.isNew(visit{s, len(path), true}): // what it has found before counts there
		return false
	case len(path) == 0 || comparesAll(s):
		return true
	}
	if slices.ContainsFunc(beside(s), func(other *jsonschema.Schema) bool { return f.touches(other, path) }) {
		return true
	}
	below, closed := childSchemas(s, path[0])
	return closed || slices.ContainsFunc(below, func(s *jsonschema.Schema) bool { return f.touches(s, path[1:]) })
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
