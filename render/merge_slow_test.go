package render_test

import (
	"maps"
	"slices"
	"strings"
)

// slowMerge merges layers, and remembers whether a list could not be merged.
type slowMerge struct{ failed bool }

// maps merges a layer over another one.
func (s *slowMerge) maps(base, over map[string]any, inValues bool) map[string]any {
	out := maps.Clone(base)
	for key, value := range over {
		if inValues && strings.HasSuffix(key, "++") {
			key = key[:len(key)-1]
		} else if name, by, isOperator := strings.Cut(key, "+"); isOperator {
			items, isList := out[name].([]any)
			s.failed = s.failed || inValues && !isList
			out[name] = s.list(items, value.([]any), strings.Trim(by, "()"))
			continue
		}
		m, isMap := value.(map[string]any)
		below, _ := out[key].(map[string]any)
		switch {
		case value == "$(remove)":
			delete(out, key)
		case isMap && below == nil && onlyRemoves(m):
		case isMap && below == nil:
			out[key] = s.maps(map[string]any{}, m, inValues || key == "values")
		case isMap:
			out[key] = s.maps(below, m, inValues || key == "values")
		default:
			out[key] = unescaped(value)
		}
	}
	return out
}

// list merges items behind others, or by a field.
func (s *slowMerge) list(items, over []any, field string) []any {
	items = slices.Clone(items)
	for _, item := range over {
		m, isMap := item.(map[string]any)
		if !isMap || field == "" {
			items = append(items, unescaped(item))
			continue
		}
		is := func(other any) bool { return other.(map[string]any)[field] == m[field] }
		i := slices.IndexFunc(items, is)
		_, removes := m["$(remove)"]
		s.failed = s.failed || i >= 0 && slices.ContainsFunc(items[i+1:], is)
		switch {
		case removes && i >= 0:
			items = slices.Delete(items, i, i+1)
		case removes:
		case i < 0:
			items = append(items, s.maps(map[string]any{}, m, true))
		default:
			items[i] = s.maps(items[i].(map[string]any), m, true)
		}
	}
	return items
}

func onlyRemoves(m map[string]any) bool {
	for _, value := range m {
		below, isMap := value.(map[string]any)
		if value != "$(remove)" && (!isMap || !onlyRemoves(below)) {
			return false
		}
	}
	return len(m) > 0
}

func unescaped(value any) any {
	switch v := value.(type) {
	case string:
		return strings.ReplaceAll(v, "$$(remove)", "$(remove)")
	case []any:
		var items = []any{}
		for _, item := range v {
			items = append(items, unescaped(item))
		}
		return items
	case map[string]any:
		fields := map[string]any{}
		for key, field := range v {
			fields[strings.Replace(key, "++", "+", 1)] = unescaped(field)
		}
		return fields
	}
	return value
}

func withoutNil(m map[string]any) map[string]any {
	out := map[string]any{}
	for key, value := range m {
		if below, isMap := value.(map[string]any); isMap {
			value = withoutNil(below)
		}
		if value != nil {
			out[key] = value
		}
	}
	return out
}
