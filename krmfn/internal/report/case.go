package report

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// caseOf returns the Markdown about a rule with the one case that a message is about; with all where it is like none.
func caseOf(code finding.Code, message string) string {
	const between, alike = "\n#### ", 0.5
	text := schema.RuleText(code)
	cases := strings.Split(text, between)
	nearest, most := 0, alike
	for i, one := range cases[1:] {
		for line := range strings.Lines(one) {
			if share := shareIn(line, message); share > most {
				nearest, most = i+1, share
			}
		}
	}
	if nearest == 0 {
		return text
	}
	return fmt.Sprintf("%s%s%s\nThis is one of %d cases; `fluxapp explain %s` has all.\n", cases[0], between,
		strings.TrimRight(cases[nearest], "\n")+"\n", len(cases)-1, code)
}

// shareIn returns which part of the words of a message a line has.
func shareIn(line, message string) float64 {
	has, words := wordsOf(line), wordsOf(message)
	common := 0
	for word := range words {
		if has[word] {
			common++
		}
	}
	return float64(common) / float64(max(1, len(words)))
}

func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		words[word] = true
	}
	return words
}
