package merge

import "github.com/fluxapp-dev/fluxapp/render/checks/internal/values"

// mergeTables merges over onto base, in place, where over wins (coalesceTablesFullKey of Helm). A null of over removes
// the key if base has a value, unless keepNulls.
func mergeTables(over, base values.Map, keepNulls bool) {
	hadValue := map[string]bool{}
	for key, value := range base {
		hadValue[key] = value != nil
	}
	for key, value := range over {
		if value == nil {
			base[key] = nil
		}
	}
	for key, value := range base {
		present, found := over[key]
		table, isMap := value.(values.Map)
		above, wasMap := present.(values.Map)
		switch {
		case found && !keepNulls && present == nil && hadValue[key]:
			delete(over, key)
		case !found:
			over[key] = value
		case isMap && wasMap:
			mergeTables(above, table, keepNulls)
		}
	}
}

func dropNulls(v values.Map) {
	for key, value := range v {
		if value == nil {
			delete(v, key)
		} else if table, isMap := value.(values.Map); isMap {
			dropNulls(table)
		}
	}
}

func copied(v values.Map) values.Map {
	out := make(values.Map, len(v))
	for key, value := range v {
		out[key] = copiedValue(value)
	}
	return out
}

func copiedValue(value any) any {
	switch value := value.(type) {
	case values.Map:
		return copied(value)
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = copiedValue(item)
		}
		return out
	}
	return value
}
