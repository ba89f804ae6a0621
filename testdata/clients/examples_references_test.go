package clients

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// id is what a reference names, and what an object is.
type id struct{ kind, namespace, name string }

// reference is a place in an object that names another one. Written is the namespace that stands there.
type reference struct {
	at, written string
	to          id
}

// object is one of a build, with all that it refers to.
type object struct {
	id         id
	references []reference
}

// objectsOf reads the objects of a build.
func objectsOf(t *testing.T, build string) (objects []object) {
	t.Helper()
	for document := range strings.SplitSeq(build, "\n---\n") {
		var o struct {
			Kind     string
			Metadata struct{ Name, Namespace string }
			Spec     map[string]any
			RoleRef  map[string]any
			Subjects []any
		}
		assert.NilError(t, yaml.Unmarshal([]byte(document), &o))
		read := object{id: id{o.Kind, o.Metadata.Namespace, o.Metadata.Name}}
		read.gather("spec", o.Spec)
		if o.RoleRef != nil {
			read.gather(o.Kind, map[string]any{"roleRef": o.RoleRef, "subjects": o.Subjects})
		}
		objects = append(objects, read)
	}
	return objects
}

// gather adds the references below a field. It knows them by how Flux calls its fields, and not one by one.
func (o *object) gather(at string, fields map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		switch value := fields[key].(type) {
		case string:
			if strings.HasSuffix(key, "erviceAccountName") {
				o.add(at+"."+key, map[string]any{"kind": "ServiceAccount", "name": value})
			}
		case map[string]any:
			if key == "values" {
				continue // what is in there is the chart's
			}
			if isReference(key) {
				o.add(at+"."+key, value)
			}
			o.gather(at+"."+key, value)
		case []any:
			for i, item := range value {
				if fields, ok := item.(map[string]any); ok && isReference(key) {
					o.add(fmt.Sprintf("%s.%s[%d]", at, key, i), fields)
				}
			}
		}
	}
}

// isReference reports whether a field holds references. The reference of a health check names what an object applies,
// and not one beside it.
func isReference(key string) bool {
	return strings.HasSuffix(key, "Ref") || slices.Contains([]string{
		"argumentsReferences", "dependsOn", "eventSources", "serviceAccountName", "subjects", "substituteFrom", "valuesFrom",
	}, key)
}

// kindOf has the kind that fields without a kind refer to. Others refer to Secrets.
var kindOf = map[string]string{"configMapRef": "ConfigMap", "imageRepositoryRef": "ImageRepository",
	"providerRef": "Provider"}

func (o *object) add(at string, fields map[string]any) {
	to := id{namespace: o.id.namespace}
	to.name, _ = fields["name"].(string)
	written, _ := fields["namespace"].(string)
	if written != "" {
		to.namespace = written
	}
	field := at[strings.LastIndex(at, ".")+1:]
	switch kind, ok := fields["kind"].(string); {
	case ok:
		to.kind = kind
	case strings.HasPrefix(field, "dependsOn"):
		to.kind = o.id.kind
	case kindOf[field] != "":
		to.kind = kindOf[field]
	default:
		to.kind = "Secret"
	}
	o.references = append(o.references, reference{at, written, to})
}

// lost returns the references that no longer lead where they led, when a build has the objects of another one under new
// names, in the same order. A reference that led to none of the objects must say what it said.
func lost(t *testing.T, before, after []object) (places []string) {
	t.Helper()
	assert.Equal(t, len(after), len(before))
	now := map[id]id{}
	for i := range before {
		assert.Equal(t, after[i].id.kind, before[i].id.kind)
		now[before[i].id] = after[i].id
	}
	for i := range before {
		assert.Equal(t, len(after[i].references), len(before[i].references))
		for j, was := range before[i].references {
			is := after[i].references[j]
			assert.Equal(t, is.at, was.at)
			want, inside := now[was.to]
			if inside && is.to != want || !inside && (is.to.name != was.to.name || is.written != was.written) {
				places = append(places, fmt.Sprintf("%s %s: %s", before[i].id.kind, was.at, is.to.kind))
			}
		}
	}
	return places
}
