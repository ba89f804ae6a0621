package charts

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// childrenOf returns the keys or the indexes below a place, in order.
func childrenOf(v any, place []string) []string {
	switch at := valueAt(v, place).(type) {
	case values:
		return slices.Sorted(maps.Keys(at))
	case []any:
		names := make([]string, len(at))
		for i := range at {
			names[i] = strconv.Itoa(i)
		}
		return names
	}
	return nil
}

func itemAt(list []any, index string) any {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(list) {
		return nil
	}
	return list[i]
}

// kindOf is the word for the kind of a value, in messages and for comparing kinds.
func kindOf(v any) string {
	switch v.(type) {
	case bool:
		return "a boolean"
	case float64, json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	case values:
		return "a map"
	}
	return "null"
}
