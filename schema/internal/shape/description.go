package shape

import (
	"cmp"
	"slices"
)

// told is what is known of a type or one of its fields, for people.
type told struct{ of, field, text string }

// Describe returns the description of a field that a type declares, or without a field of the type; empty when there
// is none.
func Describe(of, field string) string { return find(descriptions[:], of, field) }

// Fallback returns the JSON that an API server fills in when a field is absent; empty when there is none.
func Fallback(of, field string) string { return find(fallbacks[:], of, field) }

func find(table []told, of, field string) string {
	i, found := slices.BinarySearchFunc(table, field, func(t told, field string) int {
		return cmp.Or(cmp.Compare(t.of, of), cmp.Compare(t.field, field))
	})
	if !found {
		return ""
	}
	return table[i].text
}
