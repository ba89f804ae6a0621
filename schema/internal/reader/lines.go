package reader

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// lineIndex turns lines and columns into offsets. It keeps the last: nodes come in order, and JSON is one long line.
type lineIndex struct {
	text  string
	start int   // offset of the text in the source
	lines []int // where each line begins in the text

	line, column, at int // the last answer
}

func newLineIndex(text string, start int) *lineIndex {
	x := &lineIndex{text: text, start: start, lines: []int{0}}
	for at, r := range text {
		if scalar.IsBreak(r) && !strings.HasPrefix(text[at:], "\r\n") { // whose second half is the break
			x.lines = append(x.lines, at+utf8.RuneLen(r))
		}
	}
	return x
}

//go:noinline
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// offset returns the offset in the source of a line and a column. Both count from one, the column in characters.
func (x *lineIndex) offset(line, column int) uint32 {
	switch {
	case line < 1 || line > len(x.lines):
		return x.inSource(len(x.text))
	case line != x.line:
		x.line, x.column, x.at = line, 1, x.lines[line-1]
	}
	for x.column < column && x.at < len(x.text) {
		_, size := utf8.DecodeRuneInString(x.text[x.at:])
		x.at += size
		x.column++
	}
	for x.column > column && x.at > 0 {
		_, size := utf8.DecodeLastRuneInString(x.text[:x.at])
		x.at -= size
		x.column--
	}
	return x.inSource(x.at)
}

func (x *lineIndex) inSource(at int) uint32 { return uint32(x.start + at) }

func (x *lineIndex) lineAt(number int) string {
	text, _, _ := strings.Cut(x.text[x.lines[number-1]:], "\n")
	return strings.TrimSuffix(text, "\r")
}

// above returns the number of the last line above one that is not empty; the line's own number when there is none.
func (x *lineIndex) above(number int) int {
	for above := number - 1; above > 0; above-- {
		if strings.TrimSpace(x.lineAt(above)) != "" {
			return above
		}
	}
	return number
}
