package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// writeJSONSchema returns the JSON Schema of a kind.
func writeJSONSchema(kind string, s *shape.Shape) ([]byte, error) {
	w := schemaWriter{plain: kind == kinds.RenderConfig.Name, names: map[definition]string{},
		merged: map[mergedItem]string{}, definitions: map[string]*jsonSchema{}}
	out := w.document(kind, s)
	out.Schema, out.Title, out.Definitions = "http://json-schema.org/draft-07/schema#", kind, w.definitions
	data, err := json.MarshalIndent(out, "", "  ")
	return append(data, '\n'), err
}

// writeCRD returns the CustomResourceDefinition of a kind.
func writeCRD(kind string, s *shape.Shape) ([]byte, error) {
	w := schemaWriter{server: true}
	row := kindNamed(kind)
	return yaml.Marshal(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": row.Plural + "." + row.Group},
		"spec": map[string]any{
			"group": row.Group,
			"names": map[string]any{"kind": kind, "listKind": kind + "List", "plural": row.Plural,
				"singular": strings.ToLower(kind)},
			"scope": "Namespaced",
			"versions": []any{map[string]any{
				"name": kinds.Version, "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": w.document(kind, s)},
			}},
		},
	})
}

// kindNamed returns the kind of document of a name.
func kindNamed(name string) *kinds.Kind {
	for k := range kinds.With(kinds.Read) {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// jsonSchema is a JSON Schema, or the schema of a CRD, in the order in which people read one.
type jsonSchema struct {
	Schema      string `json:"$schema,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Ref         string `json:"$ref,omitempty"`
	Type        any    `json:"type,omitempty"` // a name, or several

	Enum          []any  `json:"enum,omitempty"`
	Pattern       string `json:"pattern,omitempty"`
	MinLength     int    `json:"minLength,omitempty"`
	MaxLength     int    `json:"maxLength,omitempty"`
	Minimum       *int64 `json:"minimum,omitempty"`
	Maximum       *int64 `json:"maximum,omitempty"`
	MinItems      int    `json:"minItems,omitempty"`
	MinProperties int    `json:"minProperties,omitempty"`

	Properties           map[string]*jsonSchema `json:"properties,omitempty"`
	Required             []string               `json:"required,omitempty"`
	AdditionalProperties any                    `json:"additionalProperties,omitempty"` // false, or a schema
	Items                *jsonSchema            `json:"items,omitempty"`

	AllOf []*jsonSchema `json:"allOf,omitempty"`
	AnyOf []*jsonSchema `json:"anyOf,omitempty"`
	OneOf []*jsonSchema `json:"oneOf,omitempty"`
	Not   *jsonSchema   `json:"not,omitempty"`

	PreserveUnknownFields bool `json:"x-kubernetes-preserve-unknown-fields,omitempty"`
	IntOrString           bool `json:"x-kubernetes-int-or-string,omitempty"`
	Nullable              bool `json:"nullable,omitempty"`

	Definitions map[string]*jsonSchema `json:"definitions,omitempty"`
}

// schemaWriter makes schemas of shapes. Schemas of an API server differ from schemas of editors: they hold no
// references, leave out what a server does itself (it reports or drops unknown fields), allow a null where it has a
// meaning, because a server drops all others, and say less with combinations.
type schemaWriter struct {
	server      bool
	plain       bool // there are no references
	names       map[definition]string
	merged      map[mergedItem]string // the names of the definitions of these
	definitions map[string]*jsonSchema
}

func (w *schemaWriter) document(kind string, s *shape.Shape) *jsonSchema {
	out := w.object(s, place{})
	out.AnyOf, out.PreserveUnknownFields, out.Nullable = nil, false, false
	out.Type, out.Pattern, out.Required = "object", "", append([]string{"apiVersion", "kind"}, out.Required...)
	name := w.ruled(place{rule: shape.FindRule(pathOfEntry, "name"), must: true})
	if w.server {
		out.Properties["metadata"] = &jsonSchema{Type: "object", Properties: map[string]*jsonSchema{"name": name}}
		return out
	}
	out.Properties["apiVersion"] = &jsonSchema{Description: documentWord(kind, "apiVersion"), Type: "string",
		Enum: []any{kindNamed(kind).APIVersion}}
	out.Properties["kind"] = &jsonSchema{Description: documentWord(kind, "kind"), Type: "string", Enum: []any{kind}}
	out.Properties["metadata"].Description = documentWord(kind, "metadata")
	metadata := w.definitions[w.names[definition{of: s.Fields["metadata"].Shape}]]
	if kind != kinds.RenderConfig.Name { // whose name nobody reads
		out.Required = append(out.Required, "metadata")
		metadata.Type, metadata.Pattern, metadata.Required = "object", "", []string{"name"}
		name.Description, metadata.Properties["name"] = metadata.Properties["name"].Description, name
	}
	namespace := w.ruled(place{rule: shape.FindRule(pathOfEntry, "namespace")})
	namespace.Description, metadata.Properties["namespace"] = metadata.Properties["namespace"].Description, namespace
	allowEmpty(namespace)
	return out
}

// documentWord describes a field that every document has.
func documentWord(kind, field string) string {
	fields, err := schema.FieldsAt(kind + "." + field)
	if err != nil {
		panic(err)
	}
	return fields[0].Description
}

// pathOfOverride is the type that declares the fields of overrides that are not merged.
const pathOfOverride = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1.Override"

// pathOfEntry is the type whose names have the rules that names of documents have.
const pathOfEntry = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1.EntryMetadata"

func (w *schemaWriter) field(of *shape.Shape, name string, at place) *jsonSchema {
	r := of.Fields[name].Rule
	part := at.part && name != "destination" && name != "clusters"
	out := w.value(of.Fields[name].Shape, place{
		rule: r, must: must(of, name, at.part) && name != "interval" || w.server && slices.Contains(needed, name), part: part,
		path:  append(slices.Clone(at.path), name),
		layer: at.layer && of.Fields[name].From != pathOfOverride && !(w.server && name == "destination"),
	})
	if out.Description = shape.Describe(of.Fields[name].From, name); of.Fields[name].From == "" {
		out.Description = "A field of older Flux APIs, which is converted."
	}
	if r != nil && r.Since > 0 {
		out.Description += fmt.Sprintf(" (Flux %s and newer)", kinds.FluxVersion(r.Since))
	}
	return out
}

// place is where a value stands.
type place struct {
	rule *shape.Rule
	must bool     // a value must stand there: it takes no null, which leaves an interval to another tool
	part bool     // it is a part of an entry, whose other layers may bring what must be there
	path []string // the fields that lead there
	// layer is true in entries and layers, but not in their lists: $(remove) may stand there.
	layer bool
}

// value returns the schema of what may stand at a place.
func (w *schemaWriter) value(s *shape.Shape, at place) *jsonSchema {
	switch s.Kind {
	case shape.String, shape.Duration: // every duration has a rule
		return w.ruled(at)
	case shape.Bool:
		return w.typed("boolean", at)
	case shape.Integer:
		return w.integer(s, at)
	case shape.Amount:
		return w.amount(s, at)
	case shape.List:
		out := w.typed("array", at)
		out.Items = w.value(s.Elem, place{rule: at.rule, must: true, path: at.path})
		return out
	case shape.Dict:
		out := w.typed("object", at)
		out.AdditionalProperties = w.value(s.Elem, place{rule: at.rule, path: at.path, layer: at.layer})
		if w.server && s.Elem.Kind == shape.Any { // a server drops nulls among additional properties
			out.AdditionalProperties, out.PreserveUnknownFields = nil, true
		}
		return out
	case shape.Object:
		if s.Short == "" {
			return w.reference(s, at)
		}
		if !w.server { // a server takes no types in a combination
			short := w.ruled(place{rule: s.Fields[s.Short].Rule, must: at.must})
			return &jsonSchema{AnyOf: []*jsonSchema{short, w.reference(s, at)}}
		}
	}
	out := &jsonSchema{PreserveUnknownFields: w.server}
	if at.must && !w.server {
		out.Not = &jsonSchema{Type: "null"}
	}
	return out
}

// typed returns the schema of a type. It takes a null where the field may be absent, and a string that is one
// reference, which may stand for a value of any type, and in layers $(remove).
func (w *schemaWriter) typed(name string, at place) *jsonSchema {
	out, types := &jsonSchema{Type: name}, []string{name}
	isOpen := name != "string" && !w.plain
	if isField := name == "array" || name == "object"; w.server && isField {
		// a server knows which fields there are only in what has a type
		isOpen = at.layer || slices.Contains(at.path, "commonMetadata") ||
			name == "array" && slices.Contains(at.path, "chart")
	}
	if isOpen {
		types, out.Pattern = append(types, "string"), referencePattern
		if at.layer {
			out.Pattern += "|" + removalPattern
		}
	}
	if w.server {
		out.Nullable = !at.must
		if isOpen {
			out.untype(name)
		}
		return out
	}
	if !at.must {
		types = append(types, "null")
	}
	if len(types) > 1 {
		out.Type = types
	}
	return out
}

const (
	noText = "a^"          // a pattern that no text matches
	most   = 1_000_000_000 // more than any list or map has
)

// untype takes the type off the schema of a server, in which a value cannot have several. What it may be is in
// combinations, where no type is allowed, but a rule that only values of one type can break: not keeping it is being
// of that type.
func (s *jsonSchema) untype(name string) {
	s.Type = nil
	text := &jsonSchema{Pattern: s.Pattern, Not: &jsonSchema{Pattern: noText}}
	switch name {
	case "integer":
		s.IntOrString = true
		return
	case "boolean":
		s.AnyOf = []*jsonSchema{{Enum: []any{true, false}}, text}
	case "array":
		s.AnyOf = []*jsonSchema{{Not: &jsonSchema{MinItems: most}}, text}
	case "object":
		s.AnyOf = []*jsonSchema{{Not: &jsonSchema{MinProperties: most}}, text}
	}
	s.Pattern, s.PreserveUnknownFields = "", true
}

func (w *schemaWriter) integer(s *shape.Shape, at place) *jsonSchema {
	out := w.typed("integer", at)
	if s.Bits < 64 || !w.server { // a server counts in as many bits
		low, high := int64(-1)<<(s.Bits-1), int64(1)<<(s.Bits-1)-1
		out.Minimum, out.Maximum = &low, &high
	}
	return out
}

// amount returns the schema of a number or a percentage. No reference is replaced there.
func (w *schemaWriter) amount(s *shape.Shape, at place) *jsonSchema {
	out := w.integer(s, at)
	out.Pattern, out.Minimum = shape.PercentPattern, new(int64)
	if w.server {
		return out
	}
	types := []string{"integer", "string"}
	if !at.must {
		types = append(types, "null")
	}
	out.Type = types
	return out
}

const (
	// referencePattern fits a string that is one reference.
	referencePattern = `^\$\((cluster|app)\.[\s\S]*\)$`
	// removalPattern fits the string that removes what a lower layer has.
	removalPattern = `^\$\(remove\)$`
	// openPattern fits the strings that are not what they say yet: those with a placeholder, and those with a reference.
	openPattern = `\$\{[\s\S]*\}|\$\((cluster|app)\.`
)

// ruled returns the schema of a string with a rule, or one that is not what it says yet.
func (w *schemaWriter) ruled(at place) *jsonSchema {
	out, r := w.typed("string", at), at.rule
	if r == nil || r.Enum == nil && r.Pattern == "" && r.Min == 0 && r.Max == 0 {
		return out
	}
	out.AnyOf = []*jsonSchema{
		{Enum: anyOf(r.Enum), Pattern: r.Pattern, MinLength: r.Min, MaxLength: r.Max},
		{Pattern: openPattern},
	}
	if at.layer {
		out.AnyOf[1].Pattern += "|" + removalPattern
	}
	if !at.must && !w.server {
		out.AnyOf = append(out.AnyOf, &jsonSchema{Type: "null"})
	}
	return out
}

func anyOf(texts []string) (values []any) {
	for _, text := range texts {
		values = append(values, text)
	}
	return values
}

// definition is an object that a schema describes once, for all fields that hold it.
type definition struct {
	of          *shape.Shape
	part, layer bool
}

// reference returns a reference to the definition of an object, or its whole schema for a server, which takes no
// references.
func (w *schemaWriter) reference(s *shape.Shape, at place) *jsonSchema {
	if w.server {
		return w.serverObject(s, at)
	}
	d := definition{s, at.part, at.layer}
	if w.names[d] == "" {
		w.names[d] = w.freeName(at.path)
		define := &jsonSchema{} // before its fields, which may hold the type again
		w.definitions[w.names[d]] = define
		*define = *w.object(s, at)
	}
	ref := &jsonSchema{Ref: "#/definitions/" + w.names[d]}
	if at.must {
		out := w.typed("object", at)
		out.AllOf = []*jsonSchema{ref}
		return out
	}
	return ref
}

// serverObject returns the whole schema of an object. Four sources in each kind of entry would double a CRD, which
// kubectl apply could not store any more: the sources of entries are as open as their layers, and so are those with
// names.
func (w *schemaWriter) serverObject(s *shape.Shape, at place) *jsonSchema {
	if s.Name == "Source" && at.part || s.Name == "NamedSource" {
		out := w.typed("object", at)
		out.PreserveUnknownFields = true
		return out
	}
	return w.object(s, at)
}

// freeName names a definition by the field that first holds it, and by as many fields above as tell it from others:
// editors show the name.
func (w *schemaWriter) freeName(path []string) (name string) {
	for i := len(path) - 1; i >= 0; i-- {
		if name = strings.Join(path[i:], "."); w.definitions[name] == nil {
			break
		}
	}
	return name
}

func (w *schemaWriter) object(s *shape.Shape, at place) *jsonSchema {
	isLayer := at.layer || slices.Contains(entryTypes, s.Name)
	at.must, at.layer = w.server && at.must, at.layer || !w.server && isLayer
	out := w.typed("object", at)
	at.layer = isLayer
	out.Description, out.Properties = shape.Describe(s.Path, ""), map[string]*jsonSchema{}
	if !w.server {
		out.AdditionalProperties = false
	}
	at.part = at.part || slices.Contains(layered, s.Name)
	for _, name := range s.Names() {
		out.Properties[name] = w.field(s, name, at)
		if must(s, name, at.part) {
			out.Required = append(out.Required, name)
		}
		if field := s.Fields[name]; at.layer && field.Shape.Kind == shape.List && field.From != pathOfOverride &&
			s.Name != "LabelSelector" {
			w.grows(out, s, name, at)
		}
	}
	w.combine(out, s)
	if w.server && out.Type == nil { // a reference has no fields to combine
		out.AnyOf[0].OneOf, out.OneOf = out.OneOf, nil
	}
	return out
}

// needed are fields that Render requires though Parse does not: for a server, a null in their place means nothing.
var needed = []string{"apiVersion", "kind", "spec", "config"}

// layered are the types whose fields other layers may bring: only where an entry goes, the entry itself must say.
var layered = append([]string{"Chart", "Source", "NamedSource", "Sharding", "Protected", "FluxApplicationBaseSpec"},
	entryTypes...)

// entryTypes are the types of entries, which are the types of layers too.
var entryTypes = []string{"HelmReleaseEntry", "KustomizationEntry", "KCLRunEntry"}

func must(s *shape.Shape, name string, part bool) bool {
	r := s.Fields[name].Rule
	if r == nil || !r.Required || slices.Contains(filledIn, s.Path+"."+name) {
		return false
	}
	return !part || name == "destination" || s.Name == "NamedSource"
}

// filledIn are the fields of Flux that fluxapp fills in where they are absent.
var filledIn = []string{
	"github.com/fluxcd/source-watcher/api/v2/v1beta1.OutputArtifact.name",
	"github.com/fluxcd/source-watcher/api/v2/v1beta1.SourceReference.kind",
	"github.com/fluxcd/image-reflector-controller/api/v1.ImagePolicySpec.imageRepositoryRef",
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1.ImageUpdate.sourceRef",
	"github.com/fluxcd/notification-controller/api/v1beta3.AlertSpec.providerRef",
	"github.com/fluxcd/notification-controller/api/v1beta3.AlertSpec.eventSources",
}

// combine adds what fields say of each other.
func (w *schemaWriter) combine(out *jsonSchema, s *shape.Shape) {
	if s.IsOverride() {
		selected := &jsonSchema{AnyOf: []*jsonSchema{w.oneOf("clusterSelector", "cluster", "clusters")[0],
			w.oneOf("placement", "cluster", "clusters")[0]}}
		out.OneOf = append(w.oneOf("cluster", "clusters", "clusterSelector", "placement")[:2], selected)
		out.Properties["clusters"].MinItems = 1
		return
	}
	switch s.Name {
	case "ApplicationSpec":
		allowEmpty(out.Properties["kind"]) // as KubeSphere's own type is printed without one
		named := w.oneOf("kind")[0]
		named.Properties = map[string]*jsonSchema{"kind": {Enum: []any{"argocd"}}}
		out.OneOf = []*jsonSchema{named, w.engine("fluxApp", "", "fluxcd"), w.engine("fluxApp", "argoApp", ""),
			w.engine("argoApp", "fluxApp", "")}
	case "Config":
		out.OneOf = w.oneOf("helmRelease", "kustomization", "kclRun")
		w.layers(out, s, kinds.WorkloadFields...)
		out.Properties["kustomization"].MinItems, out.Properties["kclRun"].MinItems = 1, 1
	case "BaseConfig":
		w.layersOfBase(out, s)
	case "BaseHelmRelease":
		allowEmpty(out.Properties["template"])
	case "HelmRelease":
		out.Properties["deploy"].MinItems = 1
		allowEmpty(out.Properties["template"]) // which KubeSphere's console sends
	case "Dependency", "KCLRunDependency":
		out.OneOf = w.oneOf("application", "name")
	case "KubeConfigReference":
		if s.Fields["configMapRef"].Shape != nil {
			out.OneOf = w.oneOf("secretRef", "configMapRef")
			if !w.server {
				out.OneOf = append(out.OneOf, &jsonSchema{Type: "null"})
			}
		}
	case "Source":
		given := w.oneOf("sourceRef", "gitRepository", "helmRepository", "ociRepository", "bucket", "artifact")
		out.OneOf = append(given, &jsonSchema{Not: &jsonSchema{AnyOf: given}})
	case "NamedSource":
		out.OneOf = w.oneOf("gitRepository", "helmRepository", "ociRepository", "bucket", "artifact")
	}
}

// allowEmpty lets a string with a rule be empty, which is as good as absent.
func allowEmpty(s *jsonSchema) {
	if s.AnyOf != nil { // else it may be anything
		s.AnyOf = append(s.AnyOf, &jsonSchema{Enum: []any{""}})
	}
}

// layersOfBase says what the layers of a base are: with helmRelease the layers of its entries, without it the layers of
// any workload.
func (w *schemaWriter) layersOfBase(out *jsonSchema, s *shape.Shape) {
	if w.server {
		return
	}
	out.OneOf = append(w.oneOf("helmRelease"),
		&jsonSchema{Not: w.oneOf("helmRelease")[0], Properties: map[string]*jsonSchema{}})
	w.layers(out, s, kinds.HelmReleases, "")
}

// layers says of each workload what its layers are. A server does not: it takes no types in a combination.
func (w *schemaWriter) layers(out *jsonSchema, s *shape.Shape, workloads ...kinds.WorkloadField) {
	for i, workload := range workloads {
		if !w.server {
			layers := s.Layers[workload]
			out.OneOf[i].Properties["defaults"] = w.value(layers.Defaults, place{path: []string{string(workload), "defaults"}})
			out.OneOf[i].Properties["overrides"] = w.value(layers.Overrides,
				place{path: []string{string(workload), "overrides"}})
		}
	}
}

// oneOf returns a schema for each field, which takes the objects that have it.
func (w *schemaWriter) oneOf(fields ...string) (has []*jsonSchema) {
	for _, name := range fields {
		one := &jsonSchema{Required: []string{name}}
		if w.server {
			one.Properties = nulls(fields, name)
		} else {
			one.Type = "object"
			one.Properties = map[string]*jsonSchema{name: {Not: &jsonSchema{Type: "null"}}}
		}
		has = append(has, one)
	}
	return has
}

// nulls lets all fields but one be null only: a server applies no rule to a null, and no text, list or map keeps these.
func nulls(fields []string, but string) map[string]*jsonSchema {
	properties := map[string]*jsonSchema{}
	for _, name := range fields {
		if name != but {
			properties[name] = &jsonSchema{Pattern: noText, MinItems: most, MinProperties: most}
		}
	}
	return properties
}

// engine takes a spec of an Application that has a field and lacks another one, and one kind; empty is absent, too.
func (w *schemaWriter) engine(field, lacks, kind string) *jsonSchema {
	out := w.oneOf(field)[0]
	if w.server {
		out.Properties = map[string]*jsonSchema{}
	}
	out.Properties["kind"] = &jsonSchema{Enum: []any{kind}}
	switch {
	case kind != "":
		out.Required = append(out.Required, "kind")
	case !w.server:
		out.Properties["kind"] = &jsonSchema{AnyOf: []*jsonSchema{{Enum: []any{kind}}, {Type: "null"}}}
	}
	if lacks != "" {
		out.Not = w.oneOf(lacks)[0]
	}
	return out
}
