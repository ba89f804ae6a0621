package wording

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Capped returns the first characters of a text, and marks that there are more.
func Capped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Visible escapes characters that a terminal would act on or that nobody would see. Invalid UTF-8 becomes U+FFFD.
func Visible(line string) string {
	if utf8.ValidString(line) && !strings.ContainsFunc(line, isInvisible) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if isInvisible(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isInvisible(r rune) bool { return !unicode.IsPrint(r) }
