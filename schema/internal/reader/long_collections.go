package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// longCollection is a stretch of lines: items of one list or fields of one map, with all that is below them.
type longCollection struct {
	start, end int // from the line of the first one up to the first line behind the last one
	level      level
	count      int
}

// level is how far in a collection is. The items of a list may be right below the key of their map.
type level int

func mapAt(indent int) level   { return level(2 * indent) }
func listAt(indent int) level  { return level(2*indent + 1) }
func (l level) indent() int    { return int(l) / 2 }
func (l level) isList() bool   { return l%2 == 1 }
func (l level) margin() string { return strings.Repeat(" ", l.indent()) }

// stub is the line in place of a collection. Nothing that may follow a list or a map continues it.
func (l level) stub() string {
	if l.isList() {
		return l.margin() + "- 0\n"
	}
	return l.margin() + "0: 0\n"
}

// anchorStubs are lines in front of a batch that define the anchors which it names.
func (l level) anchorStubs(names []string) string {
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(strings.Replace(l.stub(), "0\n", "&"+name+" 0\n", 1))
	}
	return lines.String()
}

// smallItem is the size up to which items and fields are small, whatever the size of a batch is.
const smallItem = 1 << 10

// findLongCollections finds the outermost collections below a level that are longer than size bytes and have mostly smaller items. It
// looks at indentation only, so what it finds may turn out to be no list and no map, for example a text in quotes.
func findLongCollections(text string, below level, size int) []longCollection {
	s := scan{size: size, below: below}
	at := 0
	for line := range strings.Lines(text) {
		if indent := indentation(line); !isIgnored(line[indent:]) {
			s.line(line, at, indent)
		}
		at += len(line)
	}
	s.close(len(text), -1)
	return s.long
}

// unsplittable reports whether a text has lines that do not show in its indentation, or values whose place depends on what follows them.
func unsplittable(text string) bool {
	return hasOtherBreaks(text) || strings.Contains(text, record.ByteOrderMark) || strings.HasPrefix(text, "...") ||
		strings.Contains(text, "\n...") || hasExplicitKey(text)
}

// hasExplicitKey finds keys behind a question mark: the place of one without a value is where the parser finds what follows.
func hasExplicitKey(text string) bool {
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '?')
		if i < 0 {
			return false
		}
		at += i
		before := strings.TrimRight(text[:at], " -\t")
		if (before == "" || before[len(before)-1] == '\n') && (at+1 == len(text) || strings.IndexByte(" \t\r\n", text[at+1]) >= 0) {
			return true
		}
	}
}

func indentation(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// isIgnored reports whether a line, from its first character on, is empty or a comment.
func isIgnored(line string) bool {
	return line == "" || line[0] == '\n' || line[0] == '\r' || line[0] == '#'
}

// isItem reports whether a line begins an item, from its first character on.
func isItem(line string) bool {
	return line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\n' || line[1] == '\r')
}

// scan has the collections that the lines so far have begun.
type scan struct {
	size       int
	below      level
	open, long []longCollection
	block      int // how far in the lines of the current block scalar are; 0 outside of one
}

func (s *scan) line(line string, at, indent int) {
	if s.block > 0 && indent >= s.block {
		return
	}
	here := mapAt(indent)
	if isItem(line[indent:]) {
		here = listAt(indent)
	}
	s.close(at, here)
	if last := len(s.open) - 1; last >= 0 && s.open[last].level == here {
		s.open[last].count++
	} else if here > s.below {
		s.open = append(s.open, longCollection{start: at, level: here, count: 1})
	}
	if s.block = 0; beginsBlock(line) {
		for isItem(line[indent:]) {
			indent += 1 + indentation(line[indent+1:])
		}
		s.block = indent + 1
	}
}

// beginsBlock reports whether a line ends in the header of a block scalar: | or >, and perhaps an indentation and what to do with breaks.
func beginsBlock(line string) bool {
	end := len(line)
	for end > 0 && (line[end-1] <= ' ' || line[end-1] >= '0' && line[end-1] <= '9' || line[end-1] == '+' || line[end-1] == '-') {
		end--
	}
	return end > 0 && (line[end-1] == '|' || line[end-1] == '>') && (end == 1 || line[end-2] == ' ')
}

// close ends the collections that are further in than the line at an offset.
func (s *scan) close(at int, here level) {
	for last := len(s.open) - 1; last >= 0 && s.open[last].level > here; last-- {
		l := s.open[last]
		s.open = s.open[:last]
		length := at - l.start
		if l.end = at; length <= max(s.size, l.level.indent()+len("0: 0\n")) || length/l.count > max(s.size, smallItem) {
			continue
		}
		for len(s.long) > 0 && s.long[len(s.long)-1].start > l.start {
			s.long = s.long[:len(s.long)-1] // it is within this one
		}
		s.long = append(s.long, l)
	}
}

// cut returns where the first item or field begins that is at least size bytes behind an offset, or where the collection ends.
func (l longCollection) cut(text string, at, size int) int {
	margin := "\n" + l.level.margin()
	for at += size; at < l.end; at++ {
		i := strings.Index(text[at:l.end], margin)
		if i < 0 {
			break
		}
		at += i
		if l.level.begins(text[at+len(margin) : l.end]) {
			return at + 1
		}
	}
	return l.end
}

// begins reports whether a line certainly begins an item or a field, from behind the margin on.
func (l level) begins(line string) bool {
	if line == "" || l.isList() {
		return line != "" && isItem(line)
	}
	c := line[0]
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '"' || c == '\''
}

// withoutCollections indexes a stretch of the source with anchor stubs in front and a stub in place of each collection: the parser then
// sees all that is around the collections, in a list or a map at its place.
func withoutCollections(anchorStubs, text string, start int, collections []longCollection) *lineIndex {
	var out strings.Builder
	out.WriteString(anchorStubs)
	var cuts []cut
	done := 0
	for _, l := range collections {
		stub := l.level.stub()
		out.WriteString(text[done:l.start] + stub)
		cuts = append(cuts, cut{out.Len() - 1, l.end - l.start - len(stub)})
		done = l.end
	}
	out.WriteString(text[done:])
	return newLineIndex(out.String(), start-len(anchorStubs), cuts...)
}
