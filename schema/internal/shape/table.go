package shape

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// The beginnings of lists and maps in the table, and a field that any value fits, and only maps for the controller.
const (
	listOf     = "[]"
	dictOf     = "map[]"
	valuesType = "values"
)

// table makes the shape of each type once: types hold each other, and themselves.
var table = sync.OnceValue(func() map[string]*Shape {
	shapes := shapesOf{valuesType: {Kind: Dict, Name: "values", Elem: &Shape{}}}
	rows := typeRows[:]
	for _, row := range rows {
		shapes[row.path] = &Shape{Name: row.path[strings.LastIndexByte(row.path, '.')+1:], Path: row.path, Kind: row.kind,
			Bits: row.bits, Short: row.short}
	}
	for _, row := range rows {
		shapes.fill(shapes[row.path], row)
	}
	return shapes
})

// Of returns the shape of a Go type that the table has.
func Of(goType string) *Shape { return table()[goType] }

type shapesOf map[string]*Shape

func (shapes shapesOf) fill(s *Shape, row typeRow) {
	switch row.kind {
	case List, Dict:
		s.Elem = shapes.of(row.elem)
	case Object:
		s.Fields = make(map[string]Field, len(row.fields))
		for _, f := range row.fields {
			rule := FindRule(f.from, f.name)
			if rule != nil && (rule.Required || rule.OptionalSince > 0) {
				s.required = append(s.required, f.name)
			}
			s.Fields[f.name] = Field{shapes.of(f.goType), rule, f.from}
		}
	}
}

// of returns the shape of a type, which is made here if it is a list or a map.
func (shapes shapesOf) of(goType string) *Shape {
	if s := shapes[goType]; s != nil {
		return s
	}
	s := &Shape{Path: "."}
	shapes[goType] = s
	items, isList := strings.CutPrefix(goType, listOf)
	values, isDict := strings.CutPrefix(goType, dictOf)
	switch {
	case isList:
		s.Kind, s.Elem = List, shapes.of(items)
	case isDict:
		s.Kind, s.Elem = Dict, shapes.of(values)
	default:
		panic("schema: the table has no type " + goType) // a test compares the table with the types
	}
	return s
}

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
