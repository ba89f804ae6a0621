// Package terminal has what people at a terminal get and files do not: colors, a line that tells what a long run does,
// columns, and what to write in the place of a wrong name.
package terminal

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Color is a color of a text.
type Color string

// The colors, with the meaning that they have everywhere: what is wrong or goes, what needs attention, what is good.
const (
	Red    Color = "\x1b[31m"
	Yellow Color = "\x1b[33m"
	Green  Color = "\x1b[32m"
)

const noColor = "\x1b[0m"

// Colors are those of an output; false for an output that has none.
type Colors bool

// Paint returns a text in a color, or as it is where there are no colors or the color is empty.
func (c Colors) Paint(color Color, text string) string {
	if !bool(c) || color == "" {
		return text
	}
	return string(color) + text + noColor
}

var painted = regexp.MustCompile(`\x1b\[\d+m`)

// Plain returns a text without its colors.
func Plain(text []byte) []byte { return painted.ReplaceAll(text, nil) }

// Few is how many of many names are proposed.
const Few = 3

// Instead returns what to write in the place of a wrong name: the nearest one, or else one of all.
func Instead(wrong string, known []string) string {
	if near := names.Nearest(wrong, known); near != "" && near != wrong {
		return "did you mean " + near + "?"
	}
	return OneOf(known)
}

// OneOf proposes some words, or of many a few.
func OneOf(words []string) string {
	const many = 10
	switch {
	case len(words) > many:
		return fmt.Sprintf("write one of %s, for example %s", names.Number(len(words)), names.Or(words[:Few]))
	case len(words) > 1:
		return "write one of " + names.Or(words)
	}
	return "write " + words[0]
}

// WriteColumns writes lines of as many cells each, so that the cells of a column begin in one place.
func WriteColumns(w io.Writer, lines [][]string) error {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var text strings.Builder
	for _, line := range lines {
		var padded strings.Builder
		for i, cell := range line {
			fmt.Fprintf(&padded, "%-*s  ", widths[i], cell)
		}
		text.WriteString(strings.TrimRight(padded.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}
