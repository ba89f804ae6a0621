package engine

import (
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// Shape returns what is the same of values that are rendered together: all but the plain words of their texts, which it
// returns in the order in which [Map] asks for them.
func Shape(value any) (shape any, words []string) {
	shape = mapWords(value, func(word string) string {
		words = append(words, word)
		return "\x00" // which no text has
	})
	return shape, words
}

// withWords returns a copy of a value with other plain words.
func withWords(value any, words []string) any {
	return mapWords(value, func(string) string {
		word := words[0]
		words = words[1:]
		return word
	})
}

// word matches what may be a plain word, or an action of a template, which is none.
var word = regexp.MustCompile(`(?s)\{\{.*?(\}\}|$)|[A-Za-z0-9]([A-Za-z0-9._/@+=:-]*[A-Za-z0-9=])?`)

func mapWords(value any, of func(string) string) any {
	return Map(value, func(text string) string {
		return word.ReplaceAllStringFunc(text, func(word string) string {
			if isPlain(word) {
				return of(word)
			}
			return word
		})
	}, same)
}

func same(text string) string { return text }

var plain = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._/@+=:-]*[A-Za-z0-9=/-])?$`)

// isPlain reports whether a text can be a mark: in YAML, JSON and quotes it is itself, and it is a string everywhere.
func isPlain(text string) bool { return len(text) <= 253 && plain.MatchString(text) && isString(text) }

// isString reports whether YAML reads a plain text as no number, boolean or null. Most texts are seen to be so at once.
func isString(text string) bool {
	if noNumber.MatchString(text) && !words[strings.ToLower(text)] {
		return true
	}
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return true
	}
	switch value.(type) {
	case float64, bool, nil:
		return false
	}
	return true
}

// noNumber matches a text that begins with a letter, or that has a letter or dots as no number has. words are the others
// that YAML may read as something else.
var noNumber = regexp.MustCompile(`^[A-Za-z]|[g-np-wyzG-NP-WYZ/@]|\..*\.`)

var words = set(`y n yes no on off true false null ~ nan inf`)
