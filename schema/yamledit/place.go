package yamledit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
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
}

// children returns the places in a list or map, in the order of the text. Fields that a merge key brings in have none.
func (e *editor) children(p place) (all []place) {
	flow := e.opens(p, brackets)
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
		if c.column = c.start - e.lineStart(c.start); c.start >= p.from && (flow || c.start < p.tail) {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.start, b.start) })
	if !flow && len(all) > 0 { // a merge key may have its map in place
		least := slices.MinFunc(all, func(a, b place) int { return cmp.Compare(a.column, b.column) })
		all = slices.DeleteFunc(all, func(c place) bool { return c.column > least.column })
	}
	for i := range all {
		limit := p.tail
		if i+1 < len(all) && !flow {
			limit = e.lineStart(all[i+1].start)
		}
		e.bound(&all[i], limit)
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

// bound finds a place's ends before a limit. It has comments above in its column, and further indented ones below.
func (e *editor) bound(p *place, limit int) {
	if p.flow {
		p.end = e.end(*p)
		p.outer, p.tail = p.start, p.end
		return
	}
	line := limit
	for p.tail = limit; p.tail > p.start; p.tail = line {
		line = e.lineStart(p.tail - 1)
		isBlank := strings.TrimSpace(e.part(line, e.nextLine(line))) == ""
		if !isBlank && !(e.isComment(line) && e.indent(line) <= p.column) {
			break
		}
	}
	p.end = e.end(*p)
	p.outer, line = p.start, e.lineStart(p.start)
	if strings.TrimSpace(e.part(line, p.start)) != "" { // it is behind a dash
		return
	}
	for p.outer = line; p.outer > 0; p.outer = line {
		if line = e.lineStart(p.outer - 1); !e.isComment(line) || e.indent(line) != p.column {
			return
		}
	}
}

func (e *editor) opens(p place, chars string) bool {
	return strings.IndexByte(chars, e.byteAt(e.bare(p.from))) >= 0
}

const (
	brackets = "{["
	blocks   = "|>" // of lines
	quotes   = `"'`
)

// bare returns where a value begins behind its anchor and tag.
func (e *editor) bare(at int) int {
	for e.byteAt(at) == '&' || e.byteAt(at) == '!' {
		at = e.skip(e.find(at, " \t\r\n"), " \t")
	}
	return at
}

var quoted = pattern.Of(`(?s)^("(\\.|[^"\\])*"|'(''|[^'])*')`)

// end returns where a value ends: a block of lines, list or map with its place.
func (e *editor) end(p place) int {
	at := e.bare(p.from)
	switch {
	case e.opens(p, "*"):
		return e.find(at, " \t\r\n,]}")
	case e.opens(p, quotes):
		return at + len(quoted().FindString(e.text[at:]))
	case e.opens(p, brackets) && p.node.Kind() >= tree.List:
		for _, child := range e.children(p) {
			at = child.end
		}
		return e.find(at, "]}") + 1
	case p.node.Kind() < tree.List && !e.opens(p, blocks) && strings.HasPrefix(e.text[at:], p.node.Written()):
		return at + len(p.node.Written())
	}
	text := e.part(at, p.tail) // of several lines, but not in brackets
	e.failed = e.failed || p.node.Kind() < tree.List && !e.opens(p, blocks) && strings.Contains(text, " #")
	return at + len(strings.TrimRight(text, " \t\r\n"))
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

func (e *editor) lineEnd(at int) int {
	return at + len(strings.TrimRight(e.part(at, e.nextLine(at)), "\r\n"))
}

func (e *editor) nextLine(at int) int { return min(e.find(at, "\n")+1, len(e.text)) }

func (e *editor) indent(line int) int { return e.skip(line, " ") - line }

func (e *editor) isComment(line int) bool { return e.byteAt(e.skip(line, " \t")) == '#' }
