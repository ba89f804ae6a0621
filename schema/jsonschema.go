package schema

import (
	"encoding/json"
	"fmt"
	"slices"
)

// JSONSchema returns the JSON Schema (draft-07) of the documents of a kind, Application, FluxApplication or RenderConfig, for
// editors and other checkers of documents: closed objects, and the comments of fluxapp's and of Flux's types as descriptions. It refuses
// what [Parse] refuses, and of the rules that look at a whole application those that a JSON Schema can say. A null stands
// wherever a field may be absent, and a string with ${…} wherever a string may. It is an error when the kind is no other.
func JSONSchema(kind string) ([]byte, error) {
	root, err := rootShape(kind, ourKinds)
	if err != nil {
		return nil, err
	}
	w := schemaWriter{definitions: map[string]*jsonSchema{}}
	out := w.document(kind, root)
	out.Schema, out.Title, out.Definitions = "http://json-schema.org/draft-07/schema#", kind, w.definitions
	data, err := json.MarshalIndent(out, "", "  ")
	return append(data, '\n'), err
}

// rootShape returns the shape of a kind that is one of some.
func rootShape(kind string, kinds []string) (*shape, error) {
	if !slices.Contains(kinds, kind) {
		if near := nearest(kind, kinds); near != "" {
			return nil, fmt.Errorf("there is no schema of kind %q; did you mean %s?", kind, near)
		}
		return nil, fmt.Errorf("there is no schema of kind %q; write %s", kind, or(kinds))
	}
	return map[string]*shape{
		KindApplication: shapes().application, KindFluxApplication: shapes().fluxApplication, KindRenderConfig: shapes().renderConfig,
	}[kind], nil
}

// jsonSchema is a JSON Schema, or that of a CRD, in the order in which people read one.
type jsonSchema struct {
	Schema      string `json:"$schema,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Ref         string `json:"$ref,omitempty"`
	Type        any    `json:"type,omitempty"` // a name, or several

	Enum      []string `json:"enum,omitempty"`
	Pattern   string   `json:"pattern,omitempty"`
	MinLength int      `json:"minLength,omitempty"`
	MaxLength int      `json:"maxLength,omitempty"`
	Minimum   *int64   `json:"minimum,omitempty"`
	Maximum   *int64   `json:"maximum,omitempty"`
	MinItems  int      `json:"minItems,omitempty"`

	Properties           map[string]*jsonSchema `json:"properties,omitempty"`
	Required             []string               `json:"required,omitempty"`
	AdditionalProperties any                    `json:"additionalProperties,omitempty"` // false, or a schema
	Items                *jsonSchema            `json:"items,omitempty"`

	AllOf []*jsonSchema `json:"allOf,omitempty"`
	AnyOf []*jsonSchema `json:"anyOf,omitempty"`
	OneOf []*jsonSchema `json:"oneOf,omitempty"`
	Not   *jsonSchema   `json:"not,omitempty"`

	PreserveUnknownFields bool `json:"x-kubernetes-preserve-unknown-fields,omitempty"`

	Definitions map[string]*jsonSchema `json:"definitions,omitempty"`
}

// schemaWriter makes schemas of shapes. Those of an API server differ from those of editors: they hold no references, leave
// out what a server does itself (it refuses or drops unknown fields, and drops nulls), and say less with combinations.
type schemaWriter struct {
	server      bool
	definitions map[string]*jsonSchema
}

// document returns the schema of a whole document.
func (w *schemaWriter) document(kind string, s *shape) *jsonSchema {
	out := w.object(s)
	out.Type, out.Required = "object", append([]string{"apiVersion", "kind"}, out.Required...)
	name := w.ruled(findRule(pathOfEntry, "name"), true)
	if w.server {
		out.Properties["metadata"] = &jsonSchema{Type: "object", Properties: map[string]*jsonSchema{"name": name}}
		return out
	}
	out.Properties["apiVersion"] = &jsonSchema{Description: "The version of the document's language.", Type: "string", Enum: []string{Group + "/" + Version}}
	out.Properties["kind"] = &jsonSchema{Description: "The kind of document.", Type: "string", Enum: []string{kind}}
	out.Properties["metadata"].Description = "The document's name and namespace, and what else an API server keeps of it."
	metadata := w.definitions[definitionName(s.fields["metadata"].path)]
	if kind != KindRenderConfig { // whose name nobody reads
		out.Required = append(out.Required, "metadata")
		metadata.Type, metadata.Required, metadata.Properties["name"] = "object", []string{"name"}, name
	}
	metadata.Properties["namespace"] = w.ruled(findRule(pathOfEntry, "namespace"), false)
	allowEmpty(metadata.Properties["namespace"])
	return out
}

// pathOfEntry is the type whose names have the rules that those of documents have.
const pathOfEntry = "github.com/fluxapp-dev/fluxapp/schema.EntryMetadata"

// field returns the schema of a field of an object.
func (w *schemaWriter) field(of *shape, name string) *jsonSchema {
	r := of.rules[name]
	out := w.value(of.fields[name], r, w.must(of, name))
	if out.Description = describe(of.from[name], name); of.from[name] == "" {
		out.Description = "A field of older Flux APIs, which is converted."
	}
	if r != nil && r.since > 0 {
		out.Description += fmt.Sprintf(" (Flux %s and newer)", FluxVersion(r.since))
	}
	return out
}

// value returns the schema of what may stand at a place. What needs a value takes no null.
func (w *schemaWriter) value(s *shape, r *rule, must bool) *jsonSchema {
	switch s.kind {
	case shapeString, shapeDuration: // every duration has a rule
		return w.ruled(r, must)
	case shapeBool:
		return &jsonSchema{Type: w.typed("boolean", must)}
	case shapeInteger:
		return w.integer(s, must)
	case shapeList:
		return &jsonSchema{Type: w.typed("array", must), Items: w.value(s.elem, r, true)}
	case shapeDict:
		return &jsonSchema{Type: w.typed("object", must), AdditionalProperties: w.value(s.elem, r, false)}
	case shapeObject:
		return w.reference(s, must)
	}
	out := &jsonSchema{PreserveUnknownFields: w.server}
	if must && !w.server {
		out.Not = &jsonSchema{Type: "null"}
	}
	return out
}

// typed names the type of a value, which may be null where the field may be absent.
func (w *schemaWriter) typed(name string, must bool) any {
	if must || w.server {
		return name
	}
	return []string{name, "null"}
}

func (w *schemaWriter) integer(s *shape, must bool) *jsonSchema {
	out := &jsonSchema{Type: w.typed("integer", must)}
	if s.bits < 64 || !w.server { // a server counts in as many bits
		low, high := int64(-1)<<(s.bits-1), int64(1)<<(s.bits-1)-1
		out.Minimum, out.Maximum = &low, &high
	}
	return out
}

// placeholder fits the strings that Placeholder takes for one.
const placeholderPattern = `\$\{[\s\S]*\}`

// ruled returns the schema of a string with a rule, or with a placeholder.
func (w *schemaWriter) ruled(r *rule, must bool) *jsonSchema {
	out := &jsonSchema{Type: w.typed("string", must)}
	if r == nil || r.enum == nil && r.pattern == "" && r.min == 0 && r.max == 0 {
		return out
	}
	out.AnyOf = []*jsonSchema{
		{Enum: r.enum, Pattern: r.pattern, MinLength: r.min, MaxLength: r.max},
		{Pattern: placeholderPattern},
	}
	if !must && !w.server {
		out.AnyOf = append(out.AnyOf, &jsonSchema{Type: "null"})
	}
	return out
}
