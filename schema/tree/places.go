package tree

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// places turns the lines and columns that yaml.v3 gives into offsets of the source. It remembers where it was: the parser's
// nodes come nearly in order, and a JSON document is one long line.
type places struct {
	text   string // the piece as the parser reads it
	start  int    // where the piece begins in the source
	ascii  bool   // each of its characters is one byte
	starts []int  // where each line begins in text
	cuts   []cut  // where text is shorter than the source

	rewritten bool // some escapes are others than in the source

	line, column, at int // the last answer
}

// newPlaces finds the lines of a piece of text as YAML 1.1 counts them, which is how the parser does.
func newPlaces(text string, start int) *places {
	p := &places{text: text, start: start, ascii: isASCII(text), starts: make([]int, 1, strings.Count(text, "\n")+1)}
	if otherBreaks(text) {
		p.allLines()
		return p
	}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return p
		}
		at += i + 1
		p.starts = append(p.starts, at)
	}
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// otherBreaks reports whether lines of a text end in anything else than a line feed: a carriage return alone, or what YAML 1.1
// has besides.
func otherBreaks(text string) bool {
	return strings.Contains(text, nextLine) || strings.Contains(text, lineSeparator) || strings.Contains(text, paragraphSeparator) ||
		strings.Count(text, "\r") > strings.Count(text, "\r\n")
}

const (
	nextLine           = "\u0085"
	lineSeparator      = "\u2028"
	paragraphSeparator = "\u2029"
)

func (p *places) allLines() {
	text := p.text
	for at := range len(text) {
		switch {
		case text[at] == '\n', text[at] == '\r' && (at+1 == len(text) || text[at+1] != '\n'):
			p.starts = append(p.starts, at+1)
		case strings.HasPrefix(text[at:], nextLine):
			p.starts = append(p.starts, at+len(nextLine))
		case strings.HasPrefix(text[at:], lineSeparator), strings.HasPrefix(text[at:], paragraphSeparator):
			p.starts = append(p.starts, at+len(lineSeparator))
		}
	}
}

// offset takes a line and a column that count from one, the column in characters.
func (p *places) offset(line, column int) uint32 {
	switch {
	case line < 1 || line > len(p.starts):
		return p.inSource(len(p.text))
	case p.ascii:
		return p.inSource(min(p.starts[line-1]+column-1, len(p.text)))
	case line != p.line:
		p.line, p.column, p.at = line, 1, p.starts[line-1]
	}
	for p.column < column && p.at < len(p.text) {
		_, size := utf8.DecodeRuneInString(p.text[p.at:])
		p.at += size
		p.column++
	}
	for p.column > column && p.at > 0 {
		_, size := utf8.DecodeLastRuneInString(p.text[:p.at])
		p.at -= size
		p.column--
	}
	return p.inSource(p.at)
}

// cut is a place of the text, and by how much all that follows it lies further behind in the source.
type cut struct{ at, by int }

func (p *places) cut(cuts []cut) {
	by := 0
	for i := range cuts {
		by += cuts[i].by
		cuts[i].by = by
	}
	p.cuts = cuts
}

func (p *places) inSource(at int) uint32 {
	if len(p.cuts) == 0 {
		return uint32(p.start + at)
	}
	before := sort.Search(len(p.cuts), func(i int) bool { return p.cuts[i].at >= at })
	if before > 0 {
		at += p.cuts[before-1].by
	}
	return uint32(p.start + at)
}
