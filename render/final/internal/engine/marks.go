package engine

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"helm.sh/helm/v4/pkg/chart/common"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Marks are syllables of the Yi script: letters without case that quotes, YAML and JSON leave as they are.
const firstMark, lastMark = '\uA000', '\uA48C'

func isMark(char rune) bool { return firstMark <= char && char <= lastMark }

// Marks are the texts of some releases that are rendered together.
type Marks struct {
	// Texts are those of each mark, by member.
	Texts [][]string
	// Random tells which marks are made up: their texts are others at each rendering.
	Random []bool
}

// add returns the mark of some texts; false when there are too many.
func (m *Marks) add(texts []string, random bool) (string, bool) {
	at := slices.IndexFunc(m.Texts, func(known []string) bool { return slices.Equal(known, texts) })
	if at < 0 || random { // one text at several places is one mark: templates see that they are equal
		at = len(m.Texts)
		m.Texts, m.Random = append(m.Texts, texts), append(m.Random, random)
	}
	return string(firstMark + rune(at)), firstMark+at <= lastMark
}

// Of returns the texts of a member by their marks, for [Fill].
func (m *Marks) Of(member int) []string {
	return each.Of(m.Texts, func(all []string) string { return all[member] })
}

// marksIn returns the marks in a text.
func (m *Marks) marksIn(text string) (marks []int) {
	for _, char := range text {
		if i := int(char - firstMark); i >= 0 && i < len(m.Texts) {
			marks = append(marks, i)
		}
	}
	return marks
}

func (m *Marks) has(text string) bool { return len(m.marksIn(text)) > 0 }

// In returns the marks in an object, in order.
func (m *Marks) In(o Object) []int {
	return slices.Compact(slices.Sorted(slices.Values(m.marksIn(strings.Join(o.marked, "")))))
}

func (m *Marks) isRandom(text string) bool {
	return slices.ContainsFunc(m.marksIn(text), func(mark int) bool { return m.Random[mark] })
}

// Fill returns a text with other texts in the place of its marks.
func Fill(text string, texts []string) string {
	if strings.IndexByte(text, string(firstMark)[0]) < 0 { // all marks begin with this byte
		return text
	}
	filled := ""
	for at := strings.IndexFunc(text, isMark); at >= 0; at = strings.IndexFunc(text, isMark) {
		char, size := utf8.DecodeRuneInString(text[at:])
		filling := text[at : at+size]
		if int(char-firstMark) < len(texts) {
			filling = texts[char-firstMark]
		}
		filled, text = filled+text[:at]+filling, text[at+size:]
	}
	return filled + text
}

// FillValue returns a copy of a value of JSON with texts in the place of its marks.
func FillValue(value any, texts []string) any {
	fill := func(text string) string { return Fill(text, texts) }
	return Map(value, fill, fill)
}

// Map returns a copy of a value of JSON with other texts and other keys, which it asks for in the order of the keys.
func Map(value any, text, key func(string) string) any {
	switch value := value.(type) {
	case string:
		return text(value)
	case []string:
		made := make([]string, len(value))
		for i, item := range value {
			made[i] = text(item)
		}
		return made
	case map[string]string:
		made := make(map[string]string, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			made[key(name)] = text(value[name])
		}
		return made
	case []any:
		made := make([]any, len(value))
		for i, item := range value {
			made[i] = Map(item, text, key)
		}
		return made
	case common.Values:
		return common.Values(Map(map[string]any(value), text, key).(map[string]any))
	case map[string]any:
		made := make(map[string]any, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			made[key(name)] = Map(value[name], text, key)
		}
		return made
	}
	return value
}

// Contains reports whether a text or key of a value suits.
func Contains(value any, suits func(text string) bool) (found bool) {
	look := func(text string) string {
		found = found || suits(text)
		return text
	}
	Map(value, look, look)
	return found
}

// isClock reports whether a value is the time of now, of which texts are made anew each time.
func isClock(value any) bool {
	at, isTime := value.(time.Time)
	return isTime && at.Location() == clock
}

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

// word matches an action of a template, or what may be a plain word: in YAML, JSON and quotes it is itself.
var word = regexp.MustCompile(`(?s)\{\{.*?(\}\}|$)|[A-Za-z0-9]([A-Za-z0-9._/@+=:-]*[A-Za-z0-9=])?`)

func mapWords(value any, of func(string) string) any {
	return Map(value, func(text string) string {
		return word.ReplaceAllStringFunc(text, func(word string) string {
			if word[0] == '{' || len(word) > 253 || !isString(word) {
				return word
			}
			return of(word)
		})
	}, each.Itself)
}

// isString reports whether YAML reads a plain text as no number, boolean, null or time, and writes it without quotes.
// Most texts are seen to be so at once.
func isString(text string) bool {
	if noNumber.MatchString(text) && !words[strings.ToLower(text)] {
		return true
	}
	written, err := yaml.Marshal(text)
	return err == nil && string(written) == text+"\n"
}

// noNumber matches a text that begins with a letter, or that has a letter or dots as no number and no time has. words
// are the others that YAML may read as something else.
var noNumber = regexp.MustCompile(`^[A-Za-z]|[g-np-su-wyG-NP-SU-WY/@]|\..*\.`)

var words = set(`y n yes no on off true false null ~ nan inf`)
