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

// fitting returns a message of at most so many characters: longer words lose their middle, the longest the most, and
// then what is wrong gives way to what to write.
func fitting(message string, room int) string {
	for most := 96; most >= 24 && utf8.RuneCountInString(message) > room; most /= 2 {
		message = word().ReplaceAllStringFunc(message, func(w string) string { return clipped(w, most) })
	}
	remedy := strings.LastIndex(message, "; ")
	if remedy < 0 || utf8.RuneCountInString(message[remedy:]) > room/2 {
		remedy = len(message)
	}
	return clipped(message[:remedy], room-utf8.RuneCountInString(message[remedy:])) + message[remedy:]
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
