package engine

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"helm.sh/helm/v4/pkg/chart/common"
)

const (
	firstMark, lastMark = '\uE000', '\uF8FF'
	markSize            = len(string(firstMark))
)

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
	texts := make([]string, len(m.Texts))
	for i, all := range m.Texts {
		texts[i] = all[member]
	}
	return texts
}

// markIn returns the place of the first mark in a text, and its number among count marks; -1 for none.
func markIn(text string, count int) (at, index int) {
	for i := 0; i+markSize <= len(text); i++ {
		if text[i] == 0xEE || text[i] == 0xEF { // how all marks begin in UTF-8
			r, _ := utf8.DecodeRuneInString(text[i:])
			if index := int(r - firstMark); index >= 0 && index < count {
				return i, index
			}
		}
	}
	return -1, 0
}

func (m *Marks) has(text string) bool {
	at, _ := markIn(text, len(m.Texts))
	return at >= 0
}

// In returns the marks in an object, in order.
func (m *Marks) In(o Object) (marks []int) {
	for _, text := range o.marked {
		marks = append(marks, m.marksIn(text)...)
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

func (m *Marks) marksIn(text string) (marks []int) {
	for at, index := markIn(text, len(m.Texts)); at >= 0; at, index = markIn(text, len(m.Texts)) {
		marks, text = append(marks, index), text[at+markSize:]
	}
	return marks
}

// IsRandom reports whether an object has something that is made anew at each rendering.
func (m *Marks) IsRandom(o Object) bool { return slices.ContainsFunc(o.marked, m.isRandom) }

func (m *Marks) isSteady(mark int) bool { return !m.Random[mark] }

func (m *Marks) isRandom(text string) bool {
	return slices.ContainsFunc(m.marksIn(text), func(mark int) bool { return m.Random[mark] })
}

// Fill returns a text with other texts in the place of its marks.
func Fill(text string, texts []string) string {
	at, index := markIn(text, len(texts))
	if at < 0 {
		return text
	}
	var filled strings.Builder
	for ; at >= 0; at, index = markIn(text, len(texts)) {
		filled.WriteString(text[:at] + texts[index])
		text = text[at+markSize:]
	}
	return filled.String() + text
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
func Contains(value any, suits func(text string) bool) bool {
	within := func(item any) bool { return Contains(item, suits) }
	switch value := value.(type) {
	case string:
		return suits(value)
	case []string:
		return slices.ContainsFunc(value, suits)
	case map[string]string:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), suits)
	case []any:
		return slices.ContainsFunc(value, within)
	case common.Values:
		return within(map[string]any(value))
	case map[string]any:
		for key, item := range value {
			if suits(key) || within(item) {
				return true
			}
		}
	}
	return false
}

// isClock reports whether a value is the time of now, of which texts are made anew each time.
func isClock(value any) bool {
	at, isTime := value.(time.Time)
	return isTime && at.Location() == clock
}
