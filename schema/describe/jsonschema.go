package describe

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// JSONSchema returns the JSON Schema (draft-07) of the documents of a kind, Application, FluxApplication or RenderConfig, for
// editors and other checkers of documents: closed objects, and the comments of fluxapp's and of Flux's types as descriptions. It reports
// what [Parse] reports, and of the rules that look at a whole application those that a JSON Schema can say. A null stands
// wherever a field may be absent, and a string with ${…} wherever a string may. It is an error when the kind is no other.
func JSONSchema(kind string) ([]byte, error) {
	root, err := rootShape(kind, kinds.Own())
	if err != nil {
		return nil, err
	}
	w := schemaWriter{plain: kind == v1alpha1.KindRenderConfig, names: map[definition]string{}, definitions: map[string]*jsonSchema{}}
	out := w.document(kind, root)
	out.Schema, out.Title, out.Definitions = "http://json-schema.org/draft-07/schema#", kind, w.definitions
	data, err := json.MarshalIndent(out, "", "  ")
	return append(data, '\n'), err
}

// rootShape returns the shape of a kind that is one of some.
func rootShape(kind string, among []string) (*shape.Shape, error) {
	if !slices.Contains(among, kind) {
		if near := names.Nearest(kind, among); near != "" {
			return nil, fmt.Errorf("there is no schema of kind %q; did you mean %s?", kind, near)
		}
		return nil, fmt.Errorf("there is no schema of kind %q; write %s", kind, names.Or(among))
	}
	return map[string]*shape.Shape{
		v1alpha1.KindApplication: shape.All().Application, v1alpha1.KindFluxApplication: shape.All().FluxApplication, v1alpha1.KindRenderConfig: shape.All().RenderConfig,
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
// out what a server does itself (it reports or drops unknown fields, and drops nulls), and say less with combinations.
type schemaWriter struct {
	server      bool
	plain       bool // there are no references
	names       map[definition]string
	definitions map[string]*jsonSchema
}

func (w *schemaWriter) document(kind string, s *shape.Shape) *jsonSchema {
	out := w.object(s, place{})
	out.Type, out.Pattern, out.Required = "object", "", append([]string{"apiVersion", "kind"}, out.Required...)
	name := w.ruled(shape.FindRule(pathOfEntry, "name"), true)
	if w.server {
		out.Properties["metadata"] = &jsonSchema{Type: "object", Properties: map[string]*jsonSchema{"name": name}}
		return out
	}
	out.Properties["apiVersion"] = &jsonSchema{Description: documentWords["apiVersion"], Type: "string", Enum: []string{kinds.Group + "/" + kinds.Version}}
	out.Properties["kind"] = &jsonSchema{Description: documentWords["kind"], Type: "string", Enum: []string{kind}}
	out.Properties["metadata"].Description = documentWords["metadata"]
	metadata := w.definitions[w.names[definition{of: s.Fields["metadata"]}]]
	if kind != v1alpha1.KindRenderConfig { // whose name nobody reads
		out.Required = append(out.Required, "metadata")
		metadata.Type, metadata.Pattern, metadata.Required = "object", "", []string{"name"}
		name.Description, metadata.Properties["name"] = metadata.Properties["name"].Description, name
	}
	namespace := w.ruled(shape.FindRule(pathOfEntry, "namespace"), false)
	namespace.Description, metadata.Properties["namespace"] = metadata.Properties["namespace"].Description, namespace
	allowEmpty(namespace)
	return out
}

// documentWords say what the fields are for that every document has.
var documentWords = map[string]string{
	"apiVersion": "The API version of the document.",
	"kind":       "The kind of the document.",
	"metadata":   "The document's name and namespace, and what an API server stores with them.",
}

// pathOfEntry is the type whose names have the rules that those of documents have.
const pathOfEntry = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1.EntryMetadata"

func (w *schemaWriter) field(of *shape.Shape, name string, at place) *jsonSchema {
	r := of.Rules[name]
	out := w.value(of.Fields[name], place{
		rule: r, must: must(of, name, at.part), part: at.part && name != "destination", path: append(slices.Clone(at.path), name),
	})
	if out.Description = shape.Describe(of.From[name], name); of.From[name] == "" {
		out.Description = oldField
	}
	if r != nil && r.Since > 0 {
		out.Description += fmt.Sprintf(" (Flux %s and newer)", v1alpha1.FluxVersion(r.Since))
	}
	return out
}

// place is where a value stands.
type place struct {
	rule *shape.Rule
	must bool     // a value must stand there: it takes no null
	part bool     // it is a part of an entry, whose other layers may bring what must be there
	path []string // the fields that lead there
}

// value returns the schema of what may stand at a place.
func (w *schemaWriter) value(s *shape.Shape, at place) *jsonSchema {
	switch s.Kind {
	case shape.String, shape.Duration: // every duration has a rule
		return w.ruled(at.rule, at.must)
	case shape.Bool:
		return w.typed("boolean", at.must)
	case shape.Integer:
		return w.integer(s, at.must)
	case shape.List:
		out := w.typed("array", at.must)
		out.Items = w.value(s.Elem, place{rule: at.rule, must: true, path: at.path})
		return out
	case shape.Dict:
		out := w.typed("object", at.must)
		out.AdditionalProperties = w.value(s.Elem, place{rule: at.rule, path: at.path})
		return out
	case shape.Object:
		return w.reference(s, at)
	}
	out := &jsonSchema{PreserveUnknownFields: w.server}
	if at.must && !w.server {
		out.Not = &jsonSchema{Type: "null"}
	}
	return out
}

// typed returns the schema of a type. For an editor it takes a null where the field may be absent, and a string that is one
// reference, which may stand for a value of any type.
func (w *schemaWriter) typed(name string, must bool) *jsonSchema {
	out, types := &jsonSchema{Type: name}, []string{name}
	if w.server {
		return out
	}
	if name != "string" && !w.plain {
		types, out.Pattern = append(types, "string"), referencePattern
	}
	if !must {
		types = append(types, "null")
	}
	if len(types) > 1 {
		out.Type = types
	}
	return out
}

func (w *schemaWriter) integer(s *shape.Shape, must bool) *jsonSchema {
	out := w.typed("integer", must)
	if s.Bits < 64 || !w.server { // a server counts in as many bits
		low, high := int64(-1)<<(s.Bits-1), int64(1)<<(s.Bits-1)-1
		out.Minimum, out.Maximum = &low, &high
	}
	return out
}

const (
	// referencePattern fits a string that is one reference.
	referencePattern = `^\$\((cluster|app)\.[\s\S]*\)$`
	// openPattern fits the strings that are not what they say yet: those with a placeholder, and those with a reference.
	openPattern = `\$\{[\s\S]*\}|\$\((cluster|app)\.`
)

// ruled returns the schema of a string with a rule, or one that is not what it says yet.
func (w *schemaWriter) ruled(r *shape.Rule, must bool) *jsonSchema {
	out := w.typed("string", must)
	if r == nil || r.Enum == nil && r.Pattern == "" && r.Min == 0 && r.Max == 0 {
		return out
	}
	out.AnyOf = []*jsonSchema{
		{Enum: r.Enum, Pattern: r.Pattern, MinLength: r.Min, MaxLength: r.Max},
		{Pattern: openPattern},
	}
	if !must && !w.server {
		out.AnyOf = append(out.AnyOf, &jsonSchema{Type: "null"})
	}
	return out
}

// CRD returns a CustomResourceDefinition of a kind, Application or FluxApplication, as YAML, for clusters that hold documents of
// fluxapp without KubeSphere. What it reports, fluxapp reports, but for a reference that stands for something else than a text
// outside of defaults, overrides and values; fluxapp reports more. KubeSphere brings a definition of
// Application of its own, which takes fewer fields: never replace it. It is an error when the kind is no other.
func CRD(kind string) ([]byte, error) {
	root, err := rootShape(kind, crdKinds())
	if err != nil {
		return nil, err
	}
	w := schemaWriter{server: true}
	plural := kinds.Find(kinds.App, kinds.Group, kind).Plural
	data, err := json.Marshal(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": plural + "." + kinds.Group},
		"spec": map[string]any{
			"group": kinds.Group,
			"names": map[string]any{"kind": kind, "listKind": kind + "List", "plural": plural, "singular": strings.ToLower(kind)},
			"scope": "Namespaced",
			"versions": []any{map[string]any{
				"name": kinds.Version, "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": w.document(kind, root)},
			}},
		},
	})
	if err != nil {
		return nil, err
	}
	return yaml.JSONToYAML(data)
}

// crdKinds returns the names of the kinds with a CustomResourceDefinition.
func crdKinds() (names []string) {
	for k := range kinds.With(kinds.Read) {
		if k.Plural != "" {
			names = append(names, k.Name)
		}
	}
	return names
}
