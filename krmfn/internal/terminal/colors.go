// Package terminal has what people at a terminal get and files do not: colors, a line that tells what a long run does,
// and what to write in the place of a wrong name.
package terminal

import "regexp"

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
