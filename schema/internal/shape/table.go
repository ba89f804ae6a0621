package shape

import (
	"strings"
	"sync"
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
