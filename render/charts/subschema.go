package charts

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// names returns the properties of the schema at a URL.
func (s *schema) names(url string) []string {
	if at := s.at(url); at != nil {
		return propertiesOf([]*jsonschema.Schema{at})
	}
	return nil
}

// allNames returns the properties of the schema at a URL, and of all that it may apply to the same value.
func (s *schema) allNames(url string) []string {
	if at := s.at(url); at != nil {
		return propertiesOf(closure([]*jsonschema.Schema{at}))
	}
	return nil
}

func propertiesOf(schemas []*jsonschema.Schema) (names []string) {
	for _, s := range schemas {
		names = slices.AppendSeq(names, maps.Keys(s.Properties))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (s *schema) at(url string) *jsonschema.Schema {
	if s.byURL == nil {
		s.byURL = map[string]*jsonschema.Schema{}
		s.index(s.compiled)
	}
	return s.byURL[url]
}

func (s *schema) index(at *jsonschema.Schema) {
	if s.byURL[at.Location] != nil {
		return
	}
	s.byURL[at.Location] = at
	for _, below := range beside(at) {
		s.index(below)
	}
	for _, below := range at.Properties {
		s.index(below)
	}
	for _, below := range at.PatternProperties {
		s.index(below)
	}
	for _, below := range slices.Concat(at.PrefixItems, itemsOf(at),
		present(at.UnevaluatedProperties, at.UnevaluatedItems, at.Contains, asSchema(at.AdditionalProperties))) {
		s.index(below)
	}
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

// closure returns schemas and all that they may apply to the same value.
func closure(schemas []*jsonschema.Schema) (all []*jsonschema.Schema) {
	for _, s := range schemas {
		all = addClosure(all, s)
	}
	return all
}

func addClosure(all []*jsonschema.Schema, s *jsonschema.Schema) []*jsonschema.Schema {
	if slices.Contains(all, s) {
		return all
	}
	all = append(all, s)
	for _, other := range beside(s) {
		all = addClosure(all, other)
	}
	return all
}

// isTrivial reports whether a schema takes everything and says nothing.
func isTrivial(s *jsonschema.Schema) bool { return s == nil || s.Bool != nil && *s.Bool }

// isFree reports whether a schema says of a map that everything in it is right.
func isFree(s *jsonschema.Schema) bool {
	return s.AdditionalProperties == true && len(s.Properties)+len(s.PatternProperties) == 0
}

// ofKey returns the schemas for the value of a key of a map, of which the closure is given.
func ofKey(all []*jsonschema.Schema, key string) (below []*jsonschema.Schema) {
	for _, s := range all {
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

// closes reports whether one of the schemas refuses keys that it does not know.
func closes(all []*jsonschema.Schema) bool {
	return slices.ContainsFunc(all, func(s *jsonschema.Schema) bool {
		return s.AdditionalProperties == false || s.UnevaluatedProperties != nil && !isTrivial(s.UnevaluatedProperties)
	})
}
