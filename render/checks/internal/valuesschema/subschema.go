package valuesschema

import (
	"maps"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Set is schemas that may apply to one value.
type Set []*jsonschema.Schema

// Closure returns the schemas and all that they may apply to the same value.
func (set Set) Closure() Set { return set.closure(beside) }

// closure returns the schemas and all to which they lead, each once.
func (set Set) closure(leads func(*jsonschema.Schema) []*jsonschema.Schema) (all Set) {
	seen := map[*jsonschema.Schema]bool{nil: true}
	for todo := slices.Clone(set); len(todo) > 0; todo = todo[1:] {
		if s := todo[0]; each.Add(seen, s) {
			all, todo = append(all, s), append(todo, leads(s)...)
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

// within returns the schemas that a schema applies to its value, and to what is in that.
func within(s *jsonschema.Schema) []*jsonschema.Schema {
	return slices.Concat(beside(s), slices.Collect(maps.Values(s.Properties)),
		slices.Collect(maps.Values(s.PatternProperties)), s.PrefixItems, itemsOf(s), present(s.PropertyNames,
			s.UnevaluatedProperties, s.UnevaluatedItems, s.Contains, asSchema(s.AdditionalProperties)))
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

// At returns what the schema wants of a scalar at a path. It returns false where the scalar may decide whether other
// values are right, and where the schema may refuse that there is one. In doubt, it is false.
func (s *Schema) At(path []string) (Set, bool) {
	at := s.Top()
	for _, step := range path {
		certain := func(s *jsonschema.Schema) []*jsonschema.Schema { return append(Set{s.Ref}, s.AllOf...) }
		sure, choices := at.closure(certain), Set(nil) // whatever the value is, and depending on it
		for _, s := range sure {
			isCertain := func(other *jsonschema.Schema) bool { return slices.Contains(certain(s), other) }
			choices = append(choices, slices.DeleteFunc(beside(s), isCertain)...)
		}
		mayAsk := func(s *jsonschema.Schema) bool {
			below, closed := childSchemas(s, step)
			return closed || comparesAll(s) || !Set(below).SaysNothing()
		}
		if slices.ContainsFunc(sure, comparesAll) || slices.ContainsFunc(choices.Closure(), mayAsk) {
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

// comparesAll reports whether a schema looks at all that is in a list or a map at once, or takes nothing.
func comparesAll(s *jsonschema.Schema) bool {
	return isFalse(s) || s.Const != nil || s.Enum != nil || s.UniqueItems || s.Contains != nil || len(s.Extensions) > 0
}

// childSchemas returns the schemas for a field or an item of a value, and whether the schema may refuse the field
// itself, or say more about it depending on others.
func childSchemas(s *jsonschema.Schema, step string) (below []*jsonschema.Schema, closed bool) {
	below = Set{s}.Below(step)
	closed = s.Properties[step] == nil &&
		(s.AdditionalProperties == false && len(below) == 0 || !isTrivial(s.UnevaluatedProperties))
	if index, err := strconv.Atoi(step); err == nil {
		closed = closed || !isTrivial(s.UnevaluatedItems) || s.AdditionalItems == false
		below = append(below, itemsOf(s)...)
		if index >= 0 && index < len(s.PrefixItems) {
			below = append(below, s.PrefixItems[index])
		}
	}
	return below, closed
}
