package schema

import (
	"cmp"
	"slices"
)

// description is what a type or one of its fields is for.
type description struct{ of, field, text string }

// describe returns what a field that a type declares is for, or without a field the type; empty when nothing says it.
func describe(of, field string) string {
	i, found := slices.BinarySearchFunc(descriptions[:], field, func(d description, field string) int {
		return cmp.Or(cmp.Compare(d.of, of), cmp.Compare(d.field, field))
	})
	if !found {
		return ""
	}
	return descriptions[i].text
}
