package conformance

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"

	"k8s.io/apimachinery/pkg/runtime"
)

// A domain is what is tried for a field: nothing, null and values. A field that lies in another one, which comes
// before it, is only tried where that one is.
type domain struct {
	path   string
	values []any
	enum   bool // every value that the CRD lists, and one that it does not, are tried too
}

// withEnums returns the domains with the values that a CRD lists.
func withEnums(domains []domain, k *kind) []domain {
	out := slices.Clone(domains)
	for i, d := range out {
		if !d.enum {
			continue
		}
		out[i].values = append([]any{"", "nonsense"}, d.values...)
		for _, value := range k.enum(d.path) {
			out[i].values = append(out[i].values, value)
		}
	}
	return out
}

// enum returns the values that the schema lists for a field.
func (k *kind) enum(path string) (values []string) {
	s := k.schema
	for key := range strings.SplitSeq(path, ".") {
		s = fieldSchema(s, key)
	}
	for _, value := range s.ValueValidation.Enum {
		values = append(values, value.Object.(string))
	}
	return values
}

// combinations returns an object with the fields set in all ways.
func combinations(object map[string]any, domains []domain) []map[string]any {
	if len(domains) == 0 {
		return []map[string]any{object}
	}
	d, rest := domains[0], domains[1:]
	parent, _ := cutPath(d.path)
	all := combinations(with(object, d.path, absent), rest)
	if _, ok := get(object, parent).(map[string]any); !ok {
		return all
	}
	for _, value := range append([]any{nil}, d.values...) {
		all = append(all, combinations(with(object, d.path, value), rest)...)
	}
	return all
}

// absent, as a value, takes a field away.
var absent any = struct{}{}

// with returns a copy of an object in which a field has a value.
func with(object map[string]any, path string, value any) map[string]any {
	out := runtime.DeepCopyJSON(object)
	parent, key := cutPath(path)
	switch m, ok := get(out, parent).(map[string]any); {
	case !ok:
	case value == absent:
		delete(m, key)
	default:
		m[key] = runtime.DeepCopyJSONValue(value)
	}
	return out
}

func cutPath(path string) (parent, key string) {
	i := strings.LastIndex(path, ".")
	return path[:max(i, 0)], path[i+1:]
}

// get returns the value of a field; nil is null, and also none.
func get(object any, path string) any {
	if path == "" {
		return object
	}
	for key := range strings.SplitSeq(path, ".") {
		m, _ := object.(map[string]any)
		object = m[key]
	}
	return object
}

// fillings returns the objects that an object can become when each placeholder in a field with an enum becomes one of
// its values, the same one everywhere, and other placeholders what their fields take. Without such placeholders that
// is one object.
func fillings(object map[string]any, domains []domain, k *kind) []map[string]any {
	for _, d := range domains {
		text, _ := get(object, d.path).(string)
		if !d.enum || !names.Placeholder(text) {
			continue
		}
		var all []map[string]any
		for _, value := range k.enum(d.path) {
			all = append(all, fillings(replaced(object, text, value).(map[string]any), domains, k)...)
		}
		return all
	}
	return []map[string]any{fillObject(object, k.schema, 0)}
}

// replaced returns a copy in which one string has become another.
func replaced(value any, from, to string) any {
	switch value := value.(type) {
	case string:
		if value == from {
			return to
		}
	case map[string]any:
		out := maps.Clone(value)
		for key, item := range value {
			out[key] = replaced(item, from, to)
		}
		return out
	}
	return value
}

// withoutNulls returns a copy without nulls, which are as good as nothing to an API server.
func withoutNulls(value any) any {
	m, ok := value.(map[string]any)
	if !ok {
		return value
	}
	out := map[string]any{}
	for key, item := range m {
		if item != nil {
			out[key] = withoutNulls(item)
		}
	}
	return out
}
