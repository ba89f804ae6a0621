package shape

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Kind is what a Go type takes in JSON.
type Kind int

const (
	Any Kind = iota
	String
	Bool
	Integer
	Duration
	List
	Dict   // a map with keys of the author's choice
	Object // a map with known keys
	Amount // a number, or a percentage as a string
)

// typeRow is a Go type in the generated table. A type without a name has no row: []T is a list, and map[]T a map.
type typeRow struct {
	path   string // with its package
	kind   Kind
	bits   int    // of an integer
	elem   string // the type of the items of a list, or of the values of a map
	short  string
	fields []fieldRow // in alphabetical order
}

type fieldRow struct{ name, goType, from string }

// rowsOf returns the rows of a text, as lists of columns. Of the last one, any character may be a part.
func rowsOf(text string, columns int) (rows [][]string) {
	for line := range strings.Lines(text) {
		if row := strings.SplitN(strings.TrimSpace(line), " |", columns); len(row) == columns && line[0] != '#' {
			rows = append(rows, each.Of(row, strings.TrimSpace))
		}
	}
	return rows
}

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
