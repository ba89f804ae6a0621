package valuesschema

import (
	"slices"
	"strconv"
	"strings"
)

// descends are the keywords that lead to a child of the value.
var descends = []string{"properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items",
	"prefixItems", "additionalItems", "unevaluatedItems", "contains"}

// chooses are the keywords with which other parts of the value decide if the subschema applies, or if it may fail.
var chooses = []string{"anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies", "contains",
	"unevaluatedProperties", "unevaluatedItems"}

// haveNames are the keywords of several subschemas, each with a name or an index.
var haveNames = []string{"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions",
	"allOf", "anyOf", "oneOf", "prefixItems"}

// step is a keyword of a JSON pointer into a schema, with the name or the index behind it.
type step struct{ keyword, name string }

func stepsOf(pointer string) (steps []step) {
	tokens := tokensOf(strings.TrimPrefix(pointer, "/"))
	for i := 0; i < len(tokens) && tokens[i] != ""; i++ {
		s := step{keyword: tokens[i]}
		isOldList := s.keyword == "items" && i+1 < len(tokens) && isIndex(tokens[i+1]) // of schemas, in old drafts
		if isOldList || i+1 < len(tokens) && slices.Contains(haveNames, s.keyword) {
			i++
			s.name = tokens[i]
		}
		steps = append(steps, s)
	}
	return steps
}

// tokensOf returns the parts of a JSON pointer.
func tokensOf(pointer string) []string {
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		tokens[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
	}
	return tokens
}

func isIndex(token string) bool {
	_, err := strconv.ParseUint(token, 10, 31)
	return err == nil
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
