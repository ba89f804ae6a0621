package conformance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"gotest.tools/v3/assert"
)

const definitionsPrefix = "#/definitions/"

// A formCheck walks through a JSON Schema.
type formCheck struct {
	*testing.T
	definitions map[string]any
	referred    map[string]bool
	fields      int
}

// TestSchemasForm holds that the JSON Schemas know every field: their objects are closed, fields are described, and
// definitions are all there and used.
func TestSchemasForm(t *testing.T) {
	for _, kind := range []string{kinds.Application.Name, kinds.FluxApplication.Name} {
		data, err := schema.JSONSchema(kind)
		assert.NilError(t, err)
		var root map[string]any
		assert.NilError(t, json.Unmarshal(data, &root))
		assert.Equal(t, root["$schema"], "http://json-schema.org/draft-07/schema#")
		c := formCheck{T: t, definitions: root["definitions"].(map[string]any), referred: map[string]bool{}}
		c.value(kind, root)
		for name, definition := range c.definitions {
			c.value(name, definition.(map[string]any))
		}
		for name := range c.definitions {
			assert.Check(t, c.referred[name], "nothing refers to %s", name)
		}
		t.Logf("%s: %d definitions, %d fields", kind, len(c.definitions), c.fields)
		assert.Check(t, len(c.definitions) >= 50 && c.fields >= 350, "fields were lost")
	}
}

// value checks what says which values stand at a place.
func (c *formCheck) value(at string, s map[string]any) {
	c.references(at, s)
	fields, object := s["properties"].(map[string]any)
	if object {
		assert.Check(c, s["additionalProperties"] == false, "%s is open", at)
	}
	for name, field := range fields {
		c.fields++
		field := field.(map[string]any)
		assert.Check(c, field["description"] != nil || kubernetes(at), "%s.%s has no description", at, name)
		c.value(at+"."+name, field)
	}
	if items, ok := s["items"].(map[string]any); ok {
		c.value(at+"[]", items)
	}
	elements, dict := s["additionalProperties"].(map[string]any)
	if dict {
		c.value(at+"{}", elements)
	}
	assert.Check(c, object || dict || s["allOf"] != nil || !takes(s, "object"), "%s takes any object", at)
	assert.Check(c, s["items"] != nil || !takes(s, "array"), "%s takes any list", at)
}

// kubernetes reports whether a definition is one of the API of Kubernetes, whose fields have no descriptions here.
func kubernetes(definition string) bool { return strings.HasPrefix(definition, "k8s.io.") }

// takes reports whether a schema names a type.
func takes(s map[string]any, name string) bool {
	several, _ := s["type"].([]any)
	for _, one := range append(several, s["type"]) {
		if one == name {
			return true
		}
	}
	return false
}

// references notes the references of a schema and of what it combines.
func (c *formCheck) references(at string, s map[string]any) {
	if ref, ok := s["$ref"].(string); ok {
		name, found := strings.CutPrefix(ref, definitionsPrefix)
		assert.Check(c, found && c.definitions[name] != nil, "%s: there is no %s", at, ref)
		c.referred[name] = true
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		several, _ := s[key].([]any)
		for _, one := range several {
			one := one.(map[string]any)
			c.references(at, one)
			fields, _ := one["properties"].(map[string]any) // that depend on a neighbour
			for name, field := range fields {
				c.references(at+"."+name, field.(map[string]any))
				if items, ok := field.(map[string]any)["items"].(map[string]any); ok {
					c.references(at+"."+name+"[]", items)
				}
			}
		}
	}
}
