package fault

import (
	"slices"
	"strconv"
	"strings"
)

type step struct {
	keyword string
	name    string // of properties and the like
}

// descends reports whether the keyword leads to a child of the value.
func (s step) descends() bool {
	switch s.keyword {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items", "prefixItems",
		"additionalItems", "unevaluatedItems", "contains":
		return true
	}
	return false
}

// chooses reports whether other parts of the value decide if the subschema applies, or if its failure is one.
func (s step) chooses() bool {
	switch s.keyword {
	case "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies", "contains",
		"unevaluatedProperties", "unevaluatedItems":
		return true
	}
	return false
}

func stepsOf(pointer string) (steps []step) {
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := 0; i < len(tokens) && tokens[i] != ""; i++ {
		s := step{keyword: tokens[i]}
		switch s.keyword {
		case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions", "allOf", "anyOf",
			"oneOf", "prefixItems":
			if i++; i < len(tokens) {
				s.name = unescape(tokens[i])
			}
		case "items": // a list of schemas in old drafts
			if i+1 < len(tokens) && isIndex(tokens[i+1]) {
				i++
			}
		}
		steps = append(steps, s)
	}
	return steps
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

func isIndex(token string) bool {
	_, err := strconv.ParseUint(token, 10, 31)
	return err == nil
}

// choices returns the places of the values at which one of the steps chooses. The steps lead to a place.
func choices(steps []step, place []string) (places [][]string) {
	depth := len(place)
	for _, s := range slices.Backward(steps) {
		if s.descends() && depth > 0 {
			depth--
		}
		if s.chooses() {
			places = append(places, place[:depth])
		}
	}
	return places
}
