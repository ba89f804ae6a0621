package finding

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// A finding says what is wrong and what to write; explain has the rest. So many characters has it behind its place, and
// so many of them has the path, or else what it says of the values of its author is shortened.
const maxLength, maxPath = 400, 120

// word matches what a message has of an author at once: a text in quotes, or one without spaces.
var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`) })

// fitted returns a detail of at most so many characters: longer words lose their middle, the longest the most, and then
// what is wrong gives way to what to write.
func fitted(detail string, room int) string {
	count := utf8.RuneCountInString
	for most := 96; most >= 24 && count(detail) > room; most /= 2 {
		detail = word().ReplaceAllStringFunc(detail, func(w string) string { return clipped(w, most) })
	}
	remedy := strings.LastIndex(detail, "; ")
	if remedy < 0 || count(detail[remedy:]) > room/2 {
		remedy = len(detail)
	}
	return clipped(detail[:remedy], room-count(detail[remedy:])) + detail[remedy:]
}

// clipped returns the beginning and the end of a text, with a mark where it lacks something.
func clipped(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	end := most / 3
	return string(runes[:most-end-1]) + "…" + string(runes[len(runes)-end:])
}
