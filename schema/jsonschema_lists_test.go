package schema_test

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// grows adds the list with an operator. It takes no null and no reference, and replaces nothing beside it. A server
// takes anything: a CRD must not get longer than kubectl apply can store.
func (w *schemaWriter) grows(out *jsonSchema, s *shape.Shape, name string, at place) {
	operators := s.Fields[name].Shape.Operators()
	if w.server {
		for _, operator := range operators {
			out.Properties[name+operator] = &jsonSchema{PreserveUnknownFields: true}
		}
		return
	}
	plus := name + names.Plus
	grown := &jsonSchema{Type: "array", Description: "Items behind those that the layers below have in " + name + "."}
	out.Properties[plus] = grown
	grown.Items = w.value(s.Fields[name].Shape.Elem,
		place{rule: s.Fields[name].Rule, must: true, path: append(slices.Clone(at.path), name)})
	out.AllOf = append(out.AllOf, &jsonSchema{Not: &jsonSchema{Type: "object", Required: []string{name, plus}}})
	for _, operator := range operators[1:] {
		out.Properties[name+operator] = w.merges(s, name, names.ReadLayerKey(name+operator).Field, at)
	}
}

// merges returns the schema of a list that is merged by a field: its items may lack what those below have.
func (w *schemaWriter) merges(s *shape.Shape, name, field string, at place) *jsonSchema {
	elem, path := s.Fields[name].Shape.Elem, append(slices.Clone(at.path), name+".by."+field)
	key := mergedItem{elem, field}
	if w.merged[key] == "" {
		item := w.object(elem, place{rule: s.Fields[name].Rule, part: true, path: path})
		item.Type, item.AllOf, item.AnyOf, item.OneOf, item.Pattern = "object", nil, nil, nil, ""
		item.Required = []string{field}
		item.Properties[names.Removal] = &jsonSchema{Enum: []any{true}, Description: "Removes the item with the same " +
			field + "."}
		w.merged[key] = w.freeName(path)
		w.definitions[w.merged[key]] = item
	}
	return &jsonSchema{Type: "array", Items: &jsonSchema{Ref: "#/definitions/" + w.merged[key]},
		Description: "Items over those with the same " + field + " that the layers below have in " + name + "."}
}

// mergedItem is an item of a list that is merged by a field.
type mergedItem struct {
	of    *shape.Shape
	field string
}
