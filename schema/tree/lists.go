package tree

import (
	"strings"
)

// longList is a list of a text, with an item to a line and what is below it.
type longList struct {
	start, end int // from the line of the first item to the first line behind the last one
	indent     int // how far in the items are
}

// longLists finds the lists of a text that are longer than size bytes and further in than below, the outermost ones, in
// order. It looks at nothing but indentation, so what it finds may turn out to be no list: a text in quotes, for one.
func longLists(text string, below, size int) []longList {
	s := listScan{size: size}
	for at := 0; at < len(text); {
		line := text[at:]
		end := strings.IndexByte(line, '\n') + 1
		if end == 0 {
			end = len(line)
		}
		indent := indentation(line[:end])
		switch c := line[:end][indent:]; {
		case c == "" || c[0] == '\n' || c[0] == '\r' || c[0] == '#': // is part of what it stands in
		case isItem(c) && indent > below:
			s.item(at, indent)
		default:
			s.close(at, indent)
		}
		at += end
	}
	s.close(len(text), -1)
	return s.long
}

func indentation(line string) int {
	indent := 0
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	return indent
}

// isItem reports whether a line begins an item, from its first character on.
func isItem(line string) bool {
	return line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\n' || line[1] == '\r')
}

// listScan knows the lists that the lines so far have begun.
type listScan struct {
	size       int
	open, long []longList
}

func (s *listScan) item(at, indent int) {
	s.close(at, indent+1)
	if last := len(s.open) - 1; last < 0 || s.open[last].indent < indent {
		s.open = append(s.open, longList{start: at, indent: indent})
	}
}

// close ends the lists that are as far in as a line that is no item of theirs, or further.
func (s *listScan) close(at, indent int) {
	for last := len(s.open) - 1; last >= 0 && s.open[last].indent >= indent; last-- {
		l := s.open[last]
		s.open = s.open[:last]
		if l.end = at; l.end-l.start <= s.size {
			continue
		}
		for len(s.long) > 0 && s.long[len(s.long)-1].start > l.start {
			s.long = s.long[:len(s.long)-1] // the list holds it
		}
		s.long = append(s.long, l)
	}
}

// cut returns where the first item begins that is at least size bytes behind a place, or the list ends.
func (l longList) cut(text string, at, size int) int {
	marker := "\n" + strings.Repeat(" ", l.indent) + "-"
	for at += size; at < l.end; at += len(marker) {
		i := strings.Index(text[at:l.end], marker)
		if i < 0 {
			break
		}
		if at += i; isItem(text[at+len(marker)-1 : l.end]) {
			return at + 1
		}
	}
	return l.end
}

// withoutLists returns a stretch of the source with an item in place of each list: the parser then sees a list at the place
// of the list, and everything around it.
func withoutLists(text string, start int, lists []longList) *places {
	var out strings.Builder
	var cuts []cut
	done := 0
	for _, l := range lists {
		out.WriteString(text[done:l.start])
		out.WriteString(strings.Repeat(" ", l.indent) + stub)
		cuts = append(cuts, cut{out.Len() - 1, l.end - l.start - l.indent - len(stub)})
		done = l.end
	}
	out.WriteString(text[done:])
	p := newPlaces(out.String(), start)
	p.cut(cuts)
	return p
}

// stub is the item in place of a list. Nothing that may stand behind a list goes on with it.
const stub = "- 0\n"
