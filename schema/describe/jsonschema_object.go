package describe

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// definition is an object that a schema describes once, for all fields that hold it.
type definition struct {
	of   *shape.Shape
	part bool
}

// reference returns a reference to the definition of an object, or its whole schema for a server, which takes no references.
func (w *schemaWriter) reference(s *shape.Shape, at place) *jsonSchema {
	if w.server {
		return w.object(s, at)
	}
	d := definition{s, at.part}
	if w.names[d] == "" {
		w.names[d] = w.freeName(at.path)
		define := &jsonSchema{} // before its fields, which may hold the type again
		w.definitions[w.names[d]] = define
		*define = *w.object(s, at)
	}
	ref := &jsonSchema{Ref: "#/definitions/" + w.names[d]}
	if at.must {
		out := w.typed("object", true)
		out.AllOf = []*jsonSchema{ref}
		return out
	}
	return ref
}

// freeName names a definition by the field that first holds it, and by as many fields above as tell it from others: editors
// show the name.
func (w *schemaWriter) freeName(path []string) (name string) {
	for i := len(path) - 1; i >= 0; i-- {
		if name = strings.Join(path[i:], "."); w.definitions[name] == nil {
			break
		}
	}
	return name
}

func (w *schemaWriter) object(s *shape.Shape, at place) *jsonSchema {
	out := w.typed("object", false)
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
	}
	w.combine(out, s)
	return out
}

// layered are the types whose fields other layers may bring: only where an entry goes, the entry itself must say.
var layered = []string{"Chart", "HelmReleaseEntry", "KustomizationEntry", "KCLRunEntry"}

func must(s *shape.Shape, name string, part bool) bool {
	r := s.Rules[name]
	return r != nil && r.Required && (!part || name == "destination")
}

// combine adds what fields say of each other.
func (w *schemaWriter) combine(out *jsonSchema, s *shape.Shape) {
	if strings.HasSuffix(s.Path, shape.OverrideSuffix) {
		out.OneOf = w.oneOf("cluster", "clusterSelector")
		return
	}
	switch s.Name {
	case "ApplicationSpec":
		out.OneOf = []*jsonSchema{w.engine("fluxcd", "fluxApp"), w.engine("argocd", "")}
	case "Config":
		out.OneOf = w.oneOf("helmRelease", "kustomization", "kclRun")
		w.layers(out, s)
		out.Properties["kustomization"].MinItems, out.Properties["kclRun"].MinItems = 1, 1
	case "HelmRelease":
		out.Properties["deploy"].MinItems = 1
		allowEmpty(out.Properties["template"]) // which KubeSphere's console sends
	case "Dependency", "KCLRunDependency":
		out.OneOf = w.oneOf("application", "name")
	case "KubeConfigReference":
		if s.Fields["configMapRef"] != nil {
			out.OneOf = w.oneOf("secretRef", "configMapRef")
			if !w.server {
				out.OneOf = append(out.OneOf, &jsonSchema{Type: "null"})
			}
		}
	case "Source":
		given := w.oneOf("sourceRef", "gitRepository", "helmRepository", "ociRepository", "bucket")
		out.OneOf = append(given, &jsonSchema{Not: &jsonSchema{AnyOf: given}})
	}
}

// allowEmpty lets a string with a rule be empty, which is as good as absent.
func allowEmpty(s *jsonSchema) { s.AnyOf = append(s.AnyOf, &jsonSchema{Enum: []string{""}}) }

// layers says of each workload what its layers are. A server does not: it takes no types in a combination.
func (w *schemaWriter) layers(out *jsonSchema, s *shape.Shape) {
	for i, workload := range v1alpha1.Workloads {
		if !w.server {
			layers := s.Layers[workload]
			out.OneOf[i].Properties["defaults"] = w.value(layers.Defaults, place{path: []string{string(workload), "defaults"}})
			out.OneOf[i].Properties["overrides"] = w.value(layers.Overrides, place{path: []string{string(workload), "overrides"}})
		}
	}
}

// oneOf returns a schema for each field, which takes the objects that have it.
func (w *schemaWriter) oneOf(fields ...string) (has []*jsonSchema) {
	for _, name := range fields {
		one := &jsonSchema{Required: []string{name}}
		if !w.server {
			one.Type = "object"
			one.Properties = map[string]*jsonSchema{name: {Not: &jsonSchema{Type: "null"}}}
		}
		has = append(has, one)
	}
	return has
}

// engine takes a spec of an Application for an engine, with the field that it needs.
func (w *schemaWriter) engine(name, needs string) *jsonSchema {
	out := &jsonSchema{Properties: map[string]*jsonSchema{"kind": {Enum: []string{name}}}}
	if needs != "" {
		out.Required = []string{needs}
		if !w.server {
			out.Properties[needs] = &jsonSchema{Not: &jsonSchema{Type: "null"}}
		}
	}
	return out
}
