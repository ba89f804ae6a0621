package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Field is a field of a document, for pages and commands that explain documents to people: [FieldsAt] finds it.
type Field struct {
	// Name is the field's key, or the kind of a whole document.
	Name string
	// Type is the type in words, for example "list of objects".
	Type string
	// Description explains the field.
	Description string
	// Default is the JSON that Flux fills in for an absent field, or that fluxapp writes for one that an entry and its
	// layers lack; mostly empty.
	Default string
	// Required says that the field must be there, in the document or in a base or layer that may have it; OptionalSince
	// in which Flux this ended; zero is in none.
	Required      bool
	OptionalSince kinds.FluxVersion
	// Since is the Flux that brought the field; zero when every Flux that fluxapp knows has it. Until is the last one
	// whose newest API has it; zero has no end.
	Since, Until kinds.FluxVersion
	// Values are those that the field takes; none when it takes others too.
	Values []FieldValue
	// Pattern is a regular expression that the value fits; empty is any.
	Pattern string
	// MinLength and MaxLength limit the value, in characters; 0 is no limit.
	MinLength, MaxLength int
	// Of identifies the object that declares the field; empty for a field of an old API, which is converted. Holds
	// identifies the object that the field holds, or each of its items; empty when these are none.
	Of, Holds string

	shapes []*shape.Shape // of what it holds; a layer has one for each workload
}

// FieldValue is a value of a field, and the Flux that brought it; zero is the one that brought the field.
type FieldValue struct {
	Value string
	Since kinds.FluxVersion
}

const oldField = "A field of older Flux APIs, which is converted."

var documentWords = map[string]string{
	"apiVersion": "The API version of the document.",
	"kind":       "The kind of the document.",
	"metadata":   "The document's name and namespace, and what an API server stores with them.",
}

var explained = []string{kinds.FluxApplication.Name, kinds.Application.Name, kinds.FluxApplicationBase.Name,
	kinds.RenderConfig.Name, "HelmChart", "GitRepository"}

// filled are the values of required fields that fluxapp writes, with a warning, for an entry and layers without them.
var filled = map[string]string{"interval": `"10m"`, "prune": "false"}

func documentField(kind string) Field {
	set := shape.All()
	s := map[string]*shape.Shape{kinds.FluxApplication.Name: set.FluxApplication, kinds.Application.Name: set.Application,
		kinds.RenderConfig.Name: set.RenderConfig, kinds.FluxApplicationBase.Name: set.Base, "HelmChart": set.HelmChart,
		"GitRepository": set.Repository}[kind]
	return Field{Name: kind, Type: "document", Description: shape.Describe(s.Path, ""), Holds: s.Path,
		shapes: []*shape.Shape{s}}
}

// About describes the object that the field holds; empty when it holds none.
func (f Field) About() string { return shape.Describe(f.Holds, "") }

// Fields returns the fields of what the field holds, by name. A layer may have one of the same name for each workload.
func (f Field) Fields() (fields []Field) {
	isLayer := f.Holds == shape.OurPath+"defaults" || f.Holds == shape.OurPath+"overrides"
	for _, s := range f.shapes {
		for _, name := range s.Names() {
			field := explainField(s, name)
			isOfAlert := strings.HasSuffix(f.Of, ".NotificationAlert")
			field.Required = field.Required && !isLayer && !isOfAlert // another layer may bring it, or fluxapp writes it
			if preset := filled[name]; preset != "" && strings.HasSuffix(f.Holds, "Entry") {
				field.Required, field.Default = false, preset
			}
			if !slices.ContainsFunc(fields, func(known Field) bool { return known.Name == name && known.Of == field.Of }) {
				fields = append(fields, field)
			}
		}
	}
	slices.SortStableFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return fields
}

func explainField(s *shape.Shape, name string) Field {
	declaredBy, below := s.Fields[name].From, s.Fields[name].Shape
	f := Field{Name: name, Type: typeName(below), Description: shape.Describe(declaredBy, name),
		Default: shape.Fallback(declaredBy, name), Of: declaredBy}
	switch {
	case declaredBy == "":
		f.Description = oldField
	case f.Description == "":
		f.Description, f.Required = documentWords[name], s != shape.All().RenderConfig || name != "metadata"
	}
	f.limit(s.Fields[name].Rule)
	for below.Elem != nil {
		below = below.Elem
	}
	if f.shapes = shapesOfLayer(s, name); f.shapes != nil {
		f.Type, f.Holds = map[string]string{"defaults": "object", "overrides": "list of objects"}[name], shape.OurPath+name
	} else if below.Kind == shape.Object {
		f.Holds, f.shapes = below.Path, []*shape.Shape{below}
	}
	return f
}

func (f *Field) limit(r *shape.Rule) {
	if r == nil {
		return
	}
	f.Required, f.OptionalSince, f.Since = f.Required || r.Required, kinds.FluxVersion(r.OptionalSince),
		kinds.FluxVersion(r.Since)
	f.Until = kinds.FluxVersion(r.Until)
	f.Pattern, f.MinLength, f.MaxLength = r.Pattern, r.Min, r.Max
	for _, value := range r.Enum {
		f.Values = append(f.Values, FieldValue{value, kinds.FluxVersion(r.ValueSince(value))})
	}
}

func shapesOfLayer(s *shape.Shape, name string) (layers []*shape.Shape) {
	for _, workload := range kinds.WorkloadFields {
		switch l := s.Layers[workload]; {
		case l.Defaults == nil:
		case name == "defaults":
			layers = append(layers, l.Defaults)
		case name == "overrides":
			layers = append(layers, l.Overrides.Elem)
		}
	}
	return layers
}

func typeName(s *shape.Shape) string {
	switch s.Kind {
	case shape.List:
		return "list of " + typeNames(s.Elem)
	case shape.Dict:
		return "map of " + typeNames(s.Elem)
	}
	if s.Short != "" {
		return "string or object"
	}
	return map[shape.Kind]string{shape.Any: "any", shape.String: "string", shape.Bool: "boolean", shape.Integer: "integer",
		shape.Duration: "duration", shape.Object: "object", shape.Amount: "integer or string"}[s.Kind]
}

func typeNames(s *shape.Shape) string {
	switch s.Kind {
	case shape.Any:
		return "any values"
	case shape.List, shape.Dict:
		return typeName(s)
	}
	if s.Short != "" {
		return "strings or objects"
	}
	return typeName(s) + "s"
}

var indices = pattern.Of(`\[[^\]]*\]`)

// FieldsAt returns the fields at a path, for example spec.config.overrides or RenderConfig.spec.strict: one, or in a
// layer one for each workload that has its own. A path without a kind means a FluxApplication. Lists have no index;
// one that is written does not matter. It is an error when there is no such field.
func FieldsAt(path string) ([]Field, error) {
	steps := strings.Split(indices().ReplaceAllString(path, ""), ".")
	at := documentField(kinds.FluxApplication.Name)
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

// inLayer reports whether a path leads into an entry or a layer, where lists grow.
func inLayer(path string) bool {
	return slices.ContainsFunc([]string{"defaults", "overrides", "deploy", "kustomization", "kclRun"},
		func(step string) bool {
			return strings.Contains(path+".", ".config."+step+".") || strings.Contains(path+".", ".helmRelease."+step+".")
		})
}

func (f Field) merged(name string, k names.LayerKey) Field {
	how := "behind those"
	if k.ByField() {
		how = fmt.Sprintf("over those of the same %s", k.Field)
	}
	f.Description = fmt.Sprintf("Items %s that the layers below have in %s. %s", how, f.Name, f.Description)
	f.Name, f.Default, f.Required = name, "", false
	return f
}

func stepInto(fields []Field, name, path string) (found []Field, err error) {
	var known []string
	for _, f := range fields {
		for _, below := range f.Fields() {
			known = append(known, below.Name)
			if below.Name == name {
				found = append(found, below)
			} else if k := names.ReadLayerKey(name); k.Name == below.Name && inLayer(path) &&
				strings.HasPrefix(below.Type, "list") {
				found = append(found, below.merged(name, k))
			}
		}
	}
	switch near := names.Nearest(name, known); {
	case found != nil:
		return found, nil
	case known == nil:
		return nil, fmt.Errorf("%s has no fields", path)
	case near != "":
		return nil, fmt.Errorf("%s has no field %q; did you mean %s?", path, name, near)
	}
	slices.Sort(known)
	return nil, fmt.Errorf("%s has no field %q; write one of %s", path, name, names.Or(slices.Compact(known)))
}
