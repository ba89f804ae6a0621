package valuesschema

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Set is schemas that may apply to one value.
type Set []*jsonschema.Schema

// Closure returns the schemas and all that they may apply to the same value.
func (set Set) Closure() (all Set) {
	seen := map[*jsonschema.Schema]bool{}
	for todo := slices.Clone(set); len(todo) > 0; todo = todo[1:] {
		if s := todo[0]; !seen[s] {
			seen[s] = true
			all, todo = append(all, s), append(todo, beside(s)...)
		}
	}
	return all
}

// Names returns the properties that the schemas name, in order.
func (set Set) Names() (names []string) {
	for _, s := range set {
		names = slices.AppendSeq(names, maps.Keys(s.Properties))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Below returns the schemas for the value of a key of a map. The set is a closure.
func (set Set) Below(key string) (below Set) {
	for _, s := range set {
		known := len(below)
		if at := s.Properties[key]; at != nil {
			below = append(below, at)
		}
		for pattern, at := range s.PatternProperties {
			if pattern.MatchString(key) {
				below = append(below, at)
			}
		}
		if len(below) == known {
			below = append(below, present(asSchema(s.AdditionalProperties), s.UnevaluatedProperties)...)
		}
	}
	return below
}

// Closes reports whether one of the schemas refuses keys that it does not know.
func (set Set) Closes() bool {
	return slices.ContainsFunc(set, func(s *jsonschema.Schema) bool {
		return s.AdditionalProperties == false || !isTrivial(s.UnevaluatedProperties)
	})
}

// IsFree reports whether one of the schemas says of a map that everything in it is right.
func (set Set) IsFree() bool {
	return slices.ContainsFunc(set, func(s *jsonschema.Schema) bool {
		return s.AdditionalProperties == true && len(s.Properties)+len(s.PatternProperties) == 0
	})
}

// SaysNothing reports whether the schemas take everything.
func (set Set) SaysNothing() bool {
	return !slices.ContainsFunc(set, func(s *jsonschema.Schema) bool { return !isTrivial(s) })
}

// Takes reports whether all schemas take a value.
func (set Set) Takes(v any) (ok bool) {
	defer func() { ok = recover() == nil && ok }() // as Schema.validate
	return !slices.ContainsFunc(set, func(s *jsonschema.Schema) bool {
		steps := MaxSteps
		begin(s, &steps)
		return s.Validate(v) != nil
	})
}

// beside returns the schemas that a schema applies to the same value, always or depending on the value.
func beside(s *jsonschema.Schema) []*jsonschema.Schema {
	all := present(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else)
	if s.DynamicRef != nil {
		all = append(all, s.DynamicRef.Ref)
	}
	all = slices.Concat(all, s.AllOf, s.AnyOf, s.OneOf, slices.Collect(maps.Values(s.DependentSchemas)))
	for _, dependency := range s.Dependencies {
		all = append(all, present(asSchema(dependency))...)
	}
	return all
}

// itemsOf returns the schemas of items, without prefixItems.
func itemsOf(s *jsonschema.Schema) []*jsonschema.Schema {
	list, _ := s.Items.([]*jsonschema.Schema)
	return slices.Concat(list, present(s.Items2020, asSchema(s.Items), asSchema(s.AdditionalItems)))
}

func asSchema(v any) *jsonschema.Schema {
	s, _ := v.(*jsonschema.Schema)
	return s
}

func present(all ...*jsonschema.Schema) []*jsonschema.Schema {
	return slices.DeleteFunc(all, func(s *jsonschema.Schema) bool { return s == nil })
}

// isTrivial reports whether a schema takes everything and says nothing.
func isTrivial(s *jsonschema.Schema) bool { return s == nil || s.Bool != nil && *s.Bool }
