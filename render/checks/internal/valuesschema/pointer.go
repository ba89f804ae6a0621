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

// keywordsOf returns the keywords of a JSON pointer into a schema.
func keywordsOf(pointer string) (keywords []string) {
	tokens := tokensOf(strings.TrimPrefix(pointer, "/"))
	for i := 0; i < len(tokens) && tokens[i] != ""; i++ {
		keywords = append(keywords, tokens[i])
		isOldList := tokens[i] == "items" && i+1 < len(tokens) && isIndex(tokens[i+1]) // of schemas, in old drafts
		if isOldList || slices.Contains(haveNames, tokens[i]) {
			i++
		}
	}
	return keywords
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

// choices returns the places of the values at which one of the keywords chooses. The keywords lead to a place.
func choices(keywords []string, place []string) (places [][]string) {
	depth := len(place)
	for _, word := range slices.Backward(keywords) {
		if slices.Contains(descends, word) && depth > 0 {
			depth--
		}
		if slices.Contains(chooses, word) {
			places = append(places, place[:depth])
		}
	}
	return places
}
