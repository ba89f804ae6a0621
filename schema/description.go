package schema

import (
	"cmp"
	"slices"
)

// description is what a type or one of its fields is for, and what an API server fills in when the field is absent, as JSON.
type description struct{ of, field, text, fallback string }

// describe returns what a field that a type declares is for, or without a field the type; empty when nothing says it.
func describe(of, field string) string { return findDescription(of, field).text }

// findDescription returns the description of a field, or without a field of a type; the zero one when there is none.
func findDescription(of, field string) description {
	i, found := slices.BinarySearchFunc(descriptions[:], field, func(d description, field string) int {
		return cmp.Or(cmp.Compare(d.of, of), cmp.Compare(d.field, field))
	})
	if !found {
		return description{}
	}
	return descriptions[i]
}
