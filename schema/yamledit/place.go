package yamledit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// place is where a text has a value: as a document, in a field or in an item. In a block, a field or an item has whole
// lines with its comments, unless its first line is behind the dash of an item that it is in.
type place struct {
	node        tree.Node
	field       bool // of a map
	flow        bool // in braces or brackets
	outer, tail int  // where it begins and ends, with its comments
	start       int  // of the key or dash
	head        int  // behind the colon or dash of a block; in braces, where the value begins
	from, end   int  // of the value, with its anchor and tag
	column      int  // of the key or dash; -1 for a document
	limit       int  // where the next place starts
}

func (e *editor) document(root tree.Node) place {
	p := place{node: root, limit: len(e.text), tail: len(e.text), column: -1}
	p.from, _ = root.Span()
	p.end = e.end(p)
	return p
}

// children returns the places in a list or map, in the order of the text. What a merge key brings in has none.
func (e *editor) children(p place) (all []place) {
	flow := e.isFlow(p)
	for n := range p.node.Children() {
		c := place{node: n, field: p.node.Kind() == tree.Map, flow: flow}
		c.from, _ = n.Span()
		c.start, c.head = c.from, c.from
		switch {
		case c.field:
			c.start, c.head = e.key(c)
		case !flow:
			c.start = strings.LastIndexByte(e.text[:c.from], '-') // a comment with another one is not understood
			c.head = c.start + 1
		}
		if c.column = c.start - e.lineStart(c.start); c.start >= p.from && c.start < p.limit {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.start, b.start) })
	if !flow { // a merge key may have its map in place
		all = slices.DeleteFunc(all, func(c place) bool { return c.column != all[0].column })
	}
	floor := 0
	for i := range all {
		if all[i].limit = p.limit; i+1 < len(all) {
			all[i].limit = all[i+1].start
		}
		e.bound(&all[i], floor)
		floor = all[i].tail
	}
	e.failed = e.failed || len(all) == 0 && p.node.Len() > 0
	return all
}

// key returns where a field begins, and where its head is. The field of a key behind a question mark cannot be changed.
func (e *editor) key(p place) (start, head int) {
	start, end := p.node.KeySpan()
	colon := e.skip(end, " \t")
	isOdd := p.node.KeySpelling() == "" || e.byteAt(colon) != ':'
	if e.failed = e.failed || isOdd && !p.flow; p.flow {
		return start, p.from
	}
	return start, colon + 1
}

// bound finds where a place begins and ends. Its comments are those above it in the same column, down from a floor, and
// those below it that are indented further.
func (e *editor) bound(p *place, floor int) {
	p.end = e.end(*p)
	if p.outer, p.tail = p.start, p.end; p.flow {
		return
	}
	p.tail = e.nextLine(p.end)
	for line := p.tail; line < len(e.text) && (e.isBlank(line) || e.isComment(line)); line = e.nextLine(line) {
		if e.isComment(line) && e.indent(line) > p.column {
			p.tail = e.nextLine(line)
		}
	}
	line := e.lineStart(p.start)
	if strings.TrimSpace(e.part(line, p.start)) != "" { // it is behind a dash
		return
	}
	for p.outer = line; p.outer > floor; p.outer = line {
		if line = e.lineStart(p.outer - 1); !e.isComment(line) || e.indent(line) != p.column {
			return
		}
	}
}

// isFlow reports whether what is in a list or map is in brackets or braces.
func (e *editor) isFlow(p place) bool {
	c := e.byteAt(e.bare(p.from))
	return c == '{' || c == '['
}

// isLines reports whether a value is a block of lines.
func (e *editor) isLines(p place) bool {
	c := e.byteAt(e.bare(p.from))
	return c == '|' || c == '>'
}

// bare returns where a value begins behind its anchor and tag.
func (e *editor) bare(at int) int {
	for e.byteAt(at) == '&' || e.byteAt(at) == '!' {
		at = e.skip(e.find(at, " \t\r\n"), " \t")
	}
	return at
}

var quoted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^("(\\.|[^"\\])*"|'(''|[^'])*')`)
})

// end returns where a value ends.
func (e *editor) end(p place) int {
	at, written := e.bare(p.from), p.node.Written()
	switch c := e.byteAt(at); {
	case c == '*':
		return e.find(at, " \t\r\n,]}")
	case p.node.Kind() >= tree.List:
		if all := e.children(p); len(all) > 0 {
			at = all[len(all)-1].end
		}
		if e.isFlow(p) {
			at = e.find(at, "]}") + 1
		}
		return at
	case c == '"', c == '\'':
		return at + len(quoted().FindString(e.text[at:]))
	case !e.isLines(p) && strings.HasPrefix(e.text[at:], written):
		return at + len(written)
	}
	end := e.lineEnd(at)
	for line := e.nextLine(at); line < p.limit; line = e.nextLine(line) {
		text := e.part(line, min(p.limit, e.lineEnd(line)))
		if strings.TrimSpace(text) != "" && (!e.isComment(line) || e.indent(line) > p.column) {
			end = line + len(text)
		}
	}
	e.failed = e.failed || p.flow || !e.isLines(p) && strings.Contains(e.part(at, end), " #")
	return end
}

// part returns a part of the text, and byteAt a byte of it; nothing where there is none.
func (e *editor) part(start, end int) string {
	if start > end || end > len(e.text) {
		e.failed = true
		return ""
	}
	return e.text[start:end]
}

func (e *editor) byteAt(at int) byte {
	if at < len(e.text) {
		return e.text[at]
	}
	return 0
}

// find returns the next offset of one of some characters, and skip that of another one; the end where there is none.
func (e *editor) find(at int, chars string) int {
	if i := strings.IndexAny(e.part(at, len(e.text)), chars); i >= 0 {
		return at + i
	}
	return len(e.text)
}

func (e *editor) skip(at int, chars string) int {
	return len(e.text) - len(strings.TrimLeft(e.part(at, len(e.text)), chars))
}

func (e *editor) lineStart(at int) int { return strings.LastIndexByte(e.text[:max(at, 0)], '\n') + 1 }

// lineEnd returns where the line of an offset ends, without its line end.
func (e *editor) lineEnd(at int) int {
	return at + len(strings.TrimRight(e.part(at, e.nextLine(at)), "\r\n"))
}

func (e *editor) nextLine(at int) int { return min(e.find(at, "\n")+1, len(e.text)) }

func (e *editor) indent(line int) int { return e.skip(line, " ") - line }

func (e *editor) isBlank(line int) bool {
	return strings.TrimSpace(e.part(line, e.nextLine(line))) == ""
}

func (e *editor) isComment(line int) bool { return e.byteAt(e.skip(line, " \t")) == '#' }
