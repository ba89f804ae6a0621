package schema

import (
	"slices"
	"strings"
)

// reference returns a reference to the definition of an object, or its whole schema for a server, which takes no references.
func (w *schemaWriter) reference(s *shape, at place) *jsonSchema {
	if w.server {
		return w.object(s, at.part)
	}
	name := definitionName(s.path)
	if at.part {
		name += ".part"
	}
	if w.definitions[name] == nil {
		w.definitions[name] = &jsonSchema{} // before its fields, which may hold the type again
		*w.definitions[name] = *w.object(s, at.part)
	}
	ref := &jsonSchema{Ref: "#/definitions/" + name}
	if at.must {
		out := w.typed("object", true)
		out.AllOf = []*jsonSchema{ref}
		return out
	}
	return ref
}

// definitionName shortens the name of a type to what tells it from others.
func definitionName(path string) string {
	for _, prefix := range []string{"github.com/fluxcd/", "github.com/fluxapp-dev/fluxapp/"} {
		path = strings.TrimPrefix(path, prefix)
	}
	return strings.ReplaceAll(path, "/", ".")
}

// object returns the schema of an object, or of a part of one.
func (w *schemaWriter) object(s *shape, part bool) *jsonSchema {
	out := w.typed("object", false)
	out.Description, out.Properties = describe(s.path, ""), map[string]*jsonSchema{}
	if !w.server {
		out.AdditionalProperties = false
	}
	part = part || slices.Contains(layered, s.name)
	for _, name := range s.names() {
		out.Properties[name] = w.field(s, name, part)
		if must(s, name, part) {
			out.Required = append(out.Required, name)
		}
	}
	w.combine(out, s)
	return out
}

// layered are the types whose fields other layers may bring: only where an entry goes, the entry itself must say.
var layered = []string{"Chart", "HelmReleaseEntry", "KustomizationEntry", "KCLRunEntry"}

// must reports whether a field must be there.
func must(s *shape, name string, part bool) bool {
	r := s.rules[name]
	return r != nil && r.required && (!part || name == "destination")
}

// combine adds what fields say of each other.
func (w *schemaWriter) combine(out *jsonSchema, s *shape) {
	if strings.HasSuffix(s.path, overrideSuffix) {
		out.OneOf = w.oneOf("cluster", "clusterSelector")
		return
	}
	switch s.name {
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
		if s.fields["configMapRef"] != nil {
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
func (w *schemaWriter) layers(out *jsonSchema, s *shape) {
	for i, workload := range workloads {
		if !w.server {
			layers := s.layers[workload]
			out.OneOf[i].Properties["defaults"] = w.value(layers.defaults, place{})
			out.OneOf[i].Properties["overrides"] = w.value(layers.overrides, place{})
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
