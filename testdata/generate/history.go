package main

import (
	"encoding/json"
	"maps"
	"slices"

	"sigs.k8s.io/controller-tools/pkg/crd"
)

// A release is a minor version of Flux 2 with its types.
type release struct {
	minor int
	types *apis
}

// A history is what older releases have at one place, by minor version. Releases that do not have the place are left
// out.
type history map[int]props

// changes are what newer versions of Flux changed in a field.
type changes struct {
	// Since is the minor version that brought the field, 0 when the oldest one had it.
	Since int
	// EnumSince are the values that came later than the field.
	EnumSince map[string]int
	// OptionalSince is the version from which on the field may be left out, 0 when it always might or never may.
	OptionalSince int

	compared []int // the versions that were looked at
}

func (c changes) equal(other changes) bool {
	return c.Since == other.Since && c.OptionalSince == other.OptionalSince && maps.Equal(c.EnumSince, other.EnumSince)
}

// historyOf returns a type as older releases have it under the same name.
func historyOf(of crd.TypeIdent, old []release) history {
	past := history{}
	for _, r := range old {
		if ident, ok := r.types.named(of.Package.PkgPath, of.Name); ok {
			past[r.minor] = r.types.flat(ident)
		}
	}
	return past
}

func (h history) minors() []int { return slices.Sorted(maps.Keys(h)) }

// below returns what older releases have where a member leads: types have changed their names, places have not.
func (h history) below(m member) history {
	past := history{}
	for minor, schema := range h {
		field, ok := schema.Properties[m.name]
		if !ok {
			continue
		}
		for inner := items(field); inner != nil; inner = items(field) {
			field = *inner
		}
		past[minor] = field
	}
	return past
}

// changes compares a field with what it was.
func (h history) changes(m member) (c changes) {
	c.compared = h.minors()
	c.EnumSince = map[string]int{}
	for _, minor := range c.compared {
		field, ok := h[minor].Properties[m.name]
		if !ok {
			c.Since = minor + 1
			continue
		}
		for _, value := range missing(m.schema, field) {
			c.EnumSince[value] = minor + 1
		}
		if slices.Contains(h[minor].Required, m.name) && !m.required {
			c.OptionalSince = minor + 1
		}
	}
	return c
}

// missing returns the values of an enum that an older one lacks.
func missing(now, before props) (values []string) {
	for _, value := range now.Enum {
		found := slices.ContainsFunc(before.Enum, func(old apiJSON) bool { return string(old.Raw) == string(value.Raw) })
		if before.Enum != nil && !found {
			var text string
			if json.Unmarshal(value.Raw, &text) == nil {
				values = append(values, text)
			}
		}
	}
	return values
}
