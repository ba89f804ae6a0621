package valuesschema

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Map is the values of a chart, or a map in them. Numbers are float64, because sigs.k8s.io/yaml reads them so.
type Map = map[string]any

// Kind is the word for the kind of a value, in messages and for comparing kinds.
func Kind(v any) string {
	switch v.(type) {
	case bool:
		return "a boolean"
	case float64, json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	case Map:
		return "a map"
	}
	return "null"
}

// At returns the value at a place below another one; nil without one. The steps are keys, and indexes of lists.
func At(v any, place []string) any {
	for _, step := range place {
		switch at := v.(type) {
		case Map:
			v = at[step]
		case []any:
			index, err := strconv.ParseUint(step, 10, 31)
			if err != nil || int(index) >= len(at) {
				return nil
			}
			v = at[index]
		default:
			return nil
		}
	}
	return v
}

// Size returns how many values a value has in it, itself among them. A long text counts as several.
func Size(v any) int {
	size := 1
	switch v := v.(type) {
	case string:
		size += len(v) / 100
	case []any:
		for _, item := range v {
			size += Size(item)
		}
	case Map:
		for _, value := range v {
			size += Size(value)
		}
	}
	return size
}

// Merge returns over laid on base, as source-controller merges valuesFiles and Helm the documents of one file: maps
// deeply, and a null replaces like any other value (MergeMaps of fluxcd/pkg/runtime/transform). Both stay as they are.
func Merge(base, over Map) Map {
	merged := maps.Clone(base)
	for key, value := range over {
		above, isMap := value.(Map)
		below, wasMap := merged[key].(Map)
		if isMap && wasMap {
			value = Merge(below, above)
		}
		merged[key] = value
	}
	return merged
}

var descends = []string{"properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items",
	"prefixItems", "additionalItems", "unevaluatedItems", "contains"}

// chooses are the keywords with which other parts of the value decide if the subschema applies, or if it may fail.
var chooses = []string{"anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies", "contains",
	"unevaluatedProperties", "unevaluatedItems"}

var haveNames = []string{"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions",
	"allOf", "anyOf", "oneOf", "prefixItems"}

// step is a keyword of a JSON pointer into a schema, with the name or the index behind it.
type step struct{ keyword, name string }

func stepsOf(pointer string) (steps []step) {
	tokens := tokensOf(strings.TrimPrefix(pointer, "/"))
	for i := 0; i < len(tokens) && tokens[i] != ""; i++ {
		s := step{keyword: tokens[i]}
		if i+1 < len(tokens) {
			_, notIndex := strconv.ParseUint(tokens[i+1], 10, 31)
			isOldList := s.keyword == "items" && notIndex == nil // of schemas, in old drafts
			if isOldList || slices.Contains(haveNames, s.keyword) {
				i++
				s.name = tokens[i]
			}
		}
		steps = append(steps, s)
	}
	return steps
}

func tokensOf(pointer string) []string {
	return each.Of(strings.Split(pointer, "/"), strings.NewReplacer("~1", "/", "~0", "~").Replace)
}

// placeBelow returns the place to which steps lead from one, as far as it is the only one: not into all items.
func placeBelow(at []string, steps []step) []string {
	at = slices.Clone(at)
	for _, s := range steps {
		if s.keyword == "properties" {
			at = append(at, s.name)
		} else if slices.Contains(descends, s.keyword) {
			break
		}
	}
	return at
}

// choices returns the places of the values at which one of the steps chooses. The steps lead to a place.
func choices(steps []step, place []string) (places [][]string) {
	depth := len(place)
	for _, s := range slices.Backward(steps) {
		if slices.Contains(descends, s.keyword) && depth > 0 {
			depth--
		}
		if slices.Contains(chooses, s.keyword) {
			places = append(places, place[:depth])
		}
	}
	return places
}
