package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Field is a field of a document, for pages and commands that explain documents to people: [FieldsAt] finds it.
type Field struct {
	// Name is the field's key, or the kind of a whole document.
	Name string
	// Type is the type in words, for example "list of objects".
	Type string
	// Description says what the field is for.
	Description string
	// Default is what Flux fills in when the field is absent, as JSON; empty when that is nothing.
	Default string
	// Required says that the field must be there, OptionalSince in which Flux this ended; zero is in none.
	Required      bool
	OptionalSince FluxVersion
	// Since is the Flux that brought the field; zero when every Flux that fluxapp knows has it.
	Since FluxVersion
	// Values are those that the field takes; none when it takes others too.
	Values []FieldValue
	// Pattern is a regular expression that the value fits; empty is any.
	Pattern string
	// MinLength and MaxLength limit the value, in characters; 0 is no limit.
	MinLength, MaxLength int
	// Of identifies the object that declares the field; empty for a field of an old API, which is converted. Holds identifies the
	// object that the field holds, or each of its items; empty when these are none.
	Of, Holds string

	shapes []*shape // of what it holds; a layer has one for each workload
}

// FieldValue is a value of a field, and the Flux that brought it; zero is the one that brought the field.
type FieldValue struct {
	Value string
	Since FluxVersion
}

// oldField describes the fields that only older APIs of Flux have.
const oldField = "A field of older Flux APIs, which is converted."

// explained are the kinds whose fields are known.
var explained = []string{KindFluxApplication, KindApplication, KindRenderConfig, "HelmChart", "GitRepository"}

// document returns a document of a kind as a field that nothing holds.
func documentField(kind string) Field {
	set := shapes()
	s := map[string]*shape{
		KindFluxApplication: set.fluxApplication, KindApplication: set.application, KindRenderConfig: set.renderConfig,
		"HelmChart": set.helmChart, "GitRepository": set.repository,
	}[kind]
	return Field{Name: kind, Type: "document", Description: describe(s.path, ""), Holds: s.path, shapes: []*shape{s}}
}

// About says what the object is for that the field holds; empty when it holds none.
func (f Field) About() string { return describe(f.Holds, "") }

// Fields returns the fields of what the field holds, in alphabetical order. In a layer some names are there more than once: what
// an application runs decides which one counts.
func (f Field) Fields() (fields []Field) {
	for _, s := range f.shapes {
		for _, name := range s.names() {
			field := s.explain(name)
			field.Required = field.Required && !f.isLayer() // another layer may bring it
			if !slices.ContainsFunc(fields, func(known Field) bool { return known.Name == name && known.Of == field.Of }) {
				fields = append(fields, field)
			}
		}
	}
	slices.SortStableFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return fields
}

// isLayer reports whether the field holds fields of entries.
func (f Field) isLayer() bool { return f.Holds == ourPath+"defaults" || f.Holds == ourPath+"overrides" }

// explain returns a field of an object.
func (s *shape) explain(name string) Field {
	of, below := s.from[name], s.fields[name]
	d := findDescription(of, name)
	f := Field{Name: name, Type: below.words(), Description: d.text, Default: d.fallback, Of: of}
	switch {
	case of == "":
		f.Description = oldField
	case d.text == "":
		f.Description, f.Required = documentWords[name], s != shapes().renderConfig || name != "metadata"
	}
	f.limit(s.rules[name])
	for below.elem != nil {
		below = below.elem
	}
	if f.shapes = s.layerShapes(name); f.shapes != nil {
		f.Type, f.Holds = map[string]string{"defaults": "object", "overrides": "list of objects"}[name], ourPath+name
	} else if below.kind == shapeObject {
		f.Holds, f.shapes = below.path, []*shape{below}
	}
	return f
}

// limit adds what a rule says of the field.
func (f *Field) limit(r *rule) {
	if r == nil {
		return
	}
	f.Required, f.OptionalSince, f.Since = f.Required || r.required, FluxVersion(r.optionalSince), FluxVersion(r.since)
	f.Pattern, f.MinLength, f.MaxLength = r.pattern, r.min, r.max
	for _, value := range r.enum {
		f.Values = append(f.Values, FieldValue{value, FluxVersion(r.valueSince(value))})
	}
}

// layerShapes returns what the defaults or overrides of a config hold, for each workload; nil for other fields.
func (s *shape) layerShapes(name string) (layers []*shape) {
	for _, workload := range workloads {
		switch l := s.layers[workload]; {
		case l.defaults == nil:
		case name == "defaults":
			layers = append(layers, l.defaults)
		case name == "overrides":
			layers = append(layers, l.overrides.elem)
		}
	}
	return layers
}

// words names the type of what stands there.
func (s *shape) words() string {
	switch s.kind {
	case shapeList:
		return "list of " + s.elem.plural()
	case shapeDict:
		return "map of " + s.elem.plural()
	}
	return map[shapeKind]string{
		shapeAny: "any", shapeString: "string", shapeBool: "boolean", shapeInteger: "integer", shapeDuration: "duration",
		shapeObject: "object",
	}[s.kind]
}

func (s *shape) plural() string {
	switch s.kind {
	case shapeAny:
		return "any values"
	case shapeList, shapeDict:
		return s.words()
	}
	return s.words() + "s"
}

// index is what people write behind a list.
var index = regexp.MustCompile(`\[[^\]]*\]`)

// FieldsAt returns the fields at a path, for example spec.config.overrides or RenderConfig.spec.strict: one, or in a layer one for
// each workload that has its own. A path without a kind means a FluxApplication. Lists have no index; one that is written does not
// matter. It is an error when there is no such field.
func FieldsAt(path string) ([]Field, error) {
	steps := strings.Split(index.ReplaceAllString(path, ""), ".")
	at := documentField(KindFluxApplication)
	if i := slices.IndexFunc(explained, func(kind string) bool { return strings.EqualFold(kind, steps[0]) }); i >= 0 {
		at, steps = documentField(explained[i]), steps[1:]
	}
	fields, taken := []Field{at}, []string{at.Name}
	for _, step := range steps {
		below, err := stepInto(fields, step, strings.Join(taken, "."))
		if err != nil {
			return nil, err
		}
		fields, taken = below, append(taken, step)
	}
	return fields, nil
}

// stepInto returns the fields of a name that some fields hold.
func stepInto(fields []Field, name, path string) (found []Field, err error) {
	var known []string
	for _, f := range fields {
		for _, below := range f.Fields() {
			known = append(known, below.Name)
			if below.Name == name {
				found = append(found, below)
			}
		}
	}
	switch near := nearest(name, known); {
	case found != nil:
		return found, nil
	case known == nil:
		return nil, fmt.Errorf("%s has no fields", path)
	case near != "":
		return nil, fmt.Errorf("%s has no field %q; did you mean %s?", path, name, near)
	}
	slices.Sort(known)
	return nil, fmt.Errorf("%s has no field %q; write one of %s", path, name, or(slices.Compact(known)))
}
