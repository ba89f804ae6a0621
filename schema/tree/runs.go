package tree

import (
	"strings"
)

// run is a stretch of lines: items of one list, or fields of one map, with all that is below them.
type run struct {
	start, end int // from the line of the first one to the first line behind the last one
	level      level
	count      int
}

// level is how far in a run is. The items of a list may stand right below the key of their map.
type level int

func mapAt(indent int) level   { return level(2 * indent) }
func listAt(indent int) level  { return level(2*indent + 1) }
func (l level) indent() int    { return int(l) / 2 }
func (l level) isList() bool   { return l%2 == 1 }
func (l level) margin() string { return strings.Repeat(" ", l.indent()) }

// stub is the line in place of a run. Nothing that may stand behind a list or a map goes on with it.
func (l level) stub() string {
	if l.isList() {
		return l.margin() + "- 0\n"
	}
	return l.margin() + "0: 0\n"
}

// smallItem is the size up to which items and fields are small whatever the size of a batch is.
const smallItem = 1 << 10

// average is the size of an item or a field.
func (r run) average() int { return (r.end - r.start) / r.count }

// longRuns finds the runs of a text that are longer than size bytes, of items or fields that mostly are not, and further in
// than a level: the outermost ones, in order. It goes by indentation alone, so what it finds may turn out to be no list and
// no map: a text in quotes, for one.
func longRuns(text string, below level, size int) []run {
	s := scan{size: size, below: below}
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n') + 1
		if end == at {
			end = len(text)
		}
		if indent := indentation(text[at:end]); !isIgnored(text[at+indent : end]) {
			s.line(text[at:end], at, indent)
		}
		at = end
	}
	s.close(len(text), -1)
	return s.long
}

// isOdd reports whether a text has lines that are more, or other ones, than their indentation tells, or where the place of a
// value depends on what is behind it.
func isOdd(text string) bool {
	return otherBreaks(text) || strings.Contains(text, byteOrderMark) || strings.HasPrefix(text, "...") ||
		strings.Contains(text, "\n...") || hasExplicitKey(text)
}

// hasExplicitKey finds keys behind a question mark. One without a value has it where the parser finds what follows.
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

func indentation(text string) int {
	indent := 0
	for indent < len(text) && text[indent] == ' ' {
		indent++
	}
	return indent
}

// isIgnored reports whether a line, from its first character on, is a part of what it stands in.
func isIgnored(line string) bool {
	return line == "" || line[0] == '\n' || line[0] == '\r' || line[0] == '#'
}

// isItem reports whether a line begins an item, from its first character on.
func isItem(line string) bool {
	return line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\n' || line[1] == '\r')
}

// scan knows the runs that the lines so far have begun.
type scan struct {
	size       int
	below      level
	open, long []run
	text       int // how far in the lines are of a text in block style
}

func (s *scan) line(line string, at, indent int) {
	if s.text > 0 && indent >= s.text {
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
		s.open = append(s.open, run{start: at, level: here, count: 1})
	}
	if s.text = 0; beginsText(line) {
		for isItem(line[indent:]) {
			indent += 1 + indentation(line[indent+1:])
		}
		s.text = indent + 1
	}
}

// beginsText reports whether a text in block style follows a line: it ends in | or >, and perhaps what more they say.
func beginsText(line string) bool {
	end := len(line)
	for end > 0 && (line[end-1] <= ' ' || line[end-1] >= '0' && line[end-1] <= '9' || line[end-1] == '+' || line[end-1] == '-') {
		end--
	}
	return end > 0 && (line[end-1] == '|' || line[end-1] == '>') && (end == 1 || line[end-2] == ' ')
}

// close ends the runs that are further in than the line at a place.
func (s *scan) close(at int, here level) {
	for last := len(s.open) - 1; last >= 0 && s.open[last].level > here; last-- {
		r := s.open[last]
		s.open = s.open[:last]
		if r.end = at; r.end-r.start <= max(s.size, r.level.indent()+len("0: 0\n")) || r.average() > max(s.size, smallItem) {
			continue
		}
		for len(s.long) > 0 && s.long[len(s.long)-1].start > r.start {
			s.long = s.long[:len(s.long)-1] // the run holds it
		}
		s.long = append(s.long, r)
	}
}

// cut returns where the first item or field begins that is at least size bytes behind a place, or the run ends.
func (r run) cut(text string, at, size int) int {
	margin := "\n" + r.level.margin()
	for at += size; at < r.end; at++ {
		i := strings.Index(text[at:r.end], margin)
		if i < 0 {
			break
		}
		at += i
		if line := text[at+len(margin) : r.end]; r.level.begins(line) {
			return at + 1
		}
	}
	return r.end
}

// begins reports whether a line surely begins an item or a field, from behind the margin on.
func (l level) begins(line string) bool {
	if line == "" || l.isList() {
		return line != "" && isItem(line)
	}
	c := line[0]
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '"' || c == '\''
}

// heads are lines in front of a batch that define anchors which it names.
func (l level) heads(names []string) string {
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(strings.Replace(l.stub(), "0\n", "&"+name+" 0\n", 1))
	}
	return lines.String()
}

// withoutRuns returns a stretch of the source with heads before it and a stub in place of each run: the parser then sees
// everything around the runs, in a list or a map at its place.
func withoutRuns(heads, text string, start int, runs []run) *places {
	if len(runs) == 0 && heads == "" {
		return newPlaces(text, start)
	}
	var out strings.Builder
	out.WriteString(heads)
	var cuts []cut
	done := 0
	for _, r := range runs {
		stub := r.level.stub()
		out.WriteString(text[done:r.start] + stub)
		cuts = append(cuts, cut{out.Len() - 1, r.end - r.start - len(stub)})
		done = r.end
	}
	out.WriteString(text[done:])
	p := newPlaces(out.String(), start-len(heads))
	p.cut(cuts)
	return p
}
