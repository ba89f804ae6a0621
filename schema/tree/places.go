package tree

import "unicode/utf8"

// places turns the lines and columns that yaml.v3 gives into offsets of the source. It remembers where it was: the parser's
// nodes come nearly in order, and a JSON document is one long line.
type places struct {
	text   string
	end    int
	starts []uint32 // where each line begins

	line, column, at int // the last answer
}

// newPlaces finds the lines of a piece of text as YAML 1.1 counts them, which is how the parser does.
func newPlaces(text string, start, end int) *places {
	p := &places{text: text, end: end, starts: []uint32{uint32(start)}}
	for at := start; at < end; at++ {
		switch {
		case text[at] == '\n', text[at] == '\r' && (at+1 == end || text[at+1] != '\n'):
			p.starts = append(p.starts, uint32(at+1))
		case text[at] == 0xc2 && at+1 < end && text[at+1] == 0x85: // next line
			p.starts = append(p.starts, uint32(at+2))
		case text[at] == 0xe2 && at+2 < end && text[at+1] == 0x80 && text[at+2]|1 == 0xa9: // line and paragraph separator
			p.starts = append(p.starts, uint32(at+3))
		}
	}
	return p
}

// offset takes a line and a column that count from one, the column in characters.
func (p *places) offset(line, column int) uint32 {
	if line < 1 || line > len(p.starts) {
		return uint32(p.end)
	}
	if line != p.line || column < p.column {
		p.line, p.column, p.at = line, 1, int(p.starts[line-1])
	}
	for p.column < column && p.at < p.end {
		_, size := utf8.DecodeRuneInString(p.text[p.at:p.end])
		p.at += size
		p.column++
	}
	return uint32(p.at)
}
