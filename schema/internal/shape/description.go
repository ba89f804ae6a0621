package shape

import (
	"cmp"
	"slices"
)

type description struct{ goType, field, text string }

// Describe returns the description of a field, or without a field of the type; empty when there is none.
func Describe(goType, field string) string { return find(descriptions[:], goType, field) }

// Fallback returns the JSON that an API server fills in when a field is absent; empty when there is none.
func Fallback(goType, field string) string { return find(fallbacks[:], goType, field) }

func find(table []description, goType, field string) string {
	i, found := slices.BinarySearchFunc(table, field, func(t description, field string) int {
		return cmp.Or(cmp.Compare(t.goType, goType), cmp.Compare(t.field, field))
	})
	if !found {
		return ""
	}
	return table[i].text
}
