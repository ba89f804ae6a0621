package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// parser reads the YAML that people write, in one pass over the text. It gives up a document when it is not sure what the library makes of
// it, and at every error: the library then reads the document and words the error. Lines are those of the rules of the library, which are
// of YAML 1.1; the indentation of a collection is the column of its first line.
type parser struct {
	assembler
	at   int // the next byte
	line int // where its line begins
	// anchor is that of the next value, and anchorAt its place, which is that of the value.
	anchor   string
	anchorAt int
	unsure   bool // the document is given up
}

// parse reads a document with the parser of our own, and reports false when that gives up.
func (r *reader) parse(d piece) bool {
	text := r.source.Text[:d.end]
	if !isCommon(text[d.start:]) {
		return false
	}
	p := parser{assembler: r.newAssembler(d, estimate(text[d.start:])), at: d.start, line: d.start}
	p.text = text
	p.document()
	if p.unsure || p.stopped || hasError(p.problems) {
		return false
	}
	r.add(p.assembler)
	return true
}

// estimate returns about how many records a text becomes. Most lines and, in flow style, most commas have one.
func estimate(text string) int {
	return max(strings.Count(text, "\n"), strings.Count(text, ",")) + 1
}

func hasError(problems []Problem) bool {
	for _, p := range problems {
		if p.isError() {
			return true
		}
	}
	return false
}

// isCommon reports whether a text has nothing but UTF-8 without control characters, and no line breaks but those of Unix and Windows.
func isCommon(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c < 0x7f || c == '\n' {
			continue
		}
		if !isCommonAt(text, i) {
			return false
		}
	}
	return true
}

// isCommonAt is isCommon for a byte that is no printable ASCII.
func isCommonAt(text string, i int) bool {
	switch c := text[i]; {
	case c == '\t':
		return true
	case c == '\r':
		return strings.HasPrefix(text[i+1:], "\n")
	case c < ' ' || c == 0x7f:
		return false
	case !utf8.RuneStart(c):
		return true
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return r > 0xffff || scalar.Printable(r)
}

// document reads all of the text.
func (p *parser) document() {
	if strings.HasPrefix(p.text[p.at:], "---") && isMarker(p.text[p.at:]) {
		p.at += len("---")
		p.endLine()
	} else {
		p.skipLines()
	}
	if p.unsure || p.at == len(p.text) || p.text[p.at] == '%' {
		p.giveUp()
		return
	}
	p.doc.Root = p.blockNode(-1, 0)
	if p.unsure || p.column() >= 0 {
		p.giveUp()
		return
	}
	if p.at < len(p.text) { // an end marker
		p.at += len("...")
		p.endLine()
		p.unsure = p.unsure || p.at < len(p.text)
	}
}

func (p *parser) giveUp() int32 {
	p.unsure = true
	p.at = len(p.text)
	return 0
}

// peek returns a byte of the text, or 0 behind its end: no other byte of the text is 0.
func (p *parser) peek(at int) byte {
	if at < len(p.text) {
		return p.text[at]
	}
	return 0
}

// isBreak reports whether a line or the text ends at an offset.
func (p *parser) isBreak(at int) bool {
	c := p.peek(at)
	return c == '\n' || c == '\r' || c == 0
}

// endsToken reports whether an indicator before an offset is one: a space or a break is behind it. The parser gives up at tabs elsewhere.
func (p *parser) endsToken(at int) bool { return p.peek(at) == ' ' || p.isBreak(at) }

// column returns the column of the next content, which is the first of its line or behind a dash; -1 at the end of the document.
func (p *parser) column() int {
	if p.at == len(p.text) || p.at == p.line && strings.HasPrefix(p.text[p.at:], "...") && (p.peek(p.at+3) == '\t' || p.endsToken(p.at+3)) {
		return -1
	}
	return p.at - p.line
}

func (p *parser) skipSpaces() {
	for p.peek(p.at) == ' ' {
		p.at++
	}
}

// skipLines moves to the next content behind empty lines and comments. It begins at the start of a line, or in its indentation.
func (p *parser) skipLines() {
	for {
		p.skipSpaces()
		switch p.peek(p.at) {
		case '#':
			p.skipComment()
		case '\t':
			p.giveUp()
			return
		}
		if p.at == len(p.text) || !p.isBreak(p.at) {
			return
		}
		p.nextLine()
	}
}

// skipComment moves to the end of the line, and returns what is passed.
func (p *parser) skipComment() string {
	start := p.at
	p.toBreak()
	return p.text[start:p.at]
}

// toBreak moves to the end of a line that is not empty.
func (p *parser) toBreak() {
	if i := strings.IndexByte(p.text[p.at:], '\n'); i >= 0 {
		p.at += i
	} else {
		p.at = len(p.text)
	}
	if p.text[p.at-1] == '\r' {
		p.at--
	}
}

// nextLine moves behind a line break, if the text does not end.
func (p *parser) nextLine() {
	if p.peek(p.at) == '\r' {
		p.at++
	}
	if p.at < len(p.text) {
		p.at++
	}
	p.line = p.at
}

// comment returns the comment at the end of the line, and moves behind it. It is empty without one. The parser gives up when there is anything else.
func (p *parser) comment() string {
	before := p.at
	p.skipSpaces()
	switch {
	case p.isBreak(p.at):
		return ""
	case p.text[p.at] == '#' && p.at > before:
		return p.skipComment()
	}
	p.giveUp()
	return ""
}

// endLine moves from the end of a value to the next content, which is in another line. A setter comment is not for this value.
func (p *parser) endLine() {
	if strings.Contains(p.comment(), "$") {
		p.giveUp()
	}
	p.nextLine()
	p.skipLines()
}

// endScalar moves from the end of a scalar to the next content, which is in another line.
func (p *parser) endScalar(at int32) {
	before := p.at
	if comment := p.comment(); strings.Contains(comment, "$") {
		if p.doc.Records[at].Kind == scalar.Null || p.at-len(comment)-before > maxGap {
			p.giveUp()
			return
		}
		p.setter(comment, at)
	}
	p.nextLine()
	p.skipLines()
}

// maxGap is how far behind a scalar its comment may begin. The library does not search farther than 512 bytes.
const maxGap = 256

// opened is a value that is not complete.
type opened struct {
	at     int32
	depth  int
	before expansion
	named  bool
}

// begin adds the record of a value. Size is the length of a scalar.
func (p *parser) begin(at, depth, size int) opened {
	o := opened{depth: depth, before: p.expanded, named: p.anchor != ""}
	if o.named {
		at = p.anchorAt
	}
	o.at = p.doc.Add(record.Record{At: uint32(at)})
	p.expanded.bytes += size + 8 + 2*depth
	p.expanded.values++
	if o.named {
		p.anchors.begin(p.anchor, o.at)
		p.anchor = ""
	}
	if depth > maxDepth {
		p.giveUp()
	}
	return o
}

// end completes a value.
func (p *parser) end(o opened) int32 {
	if o.named {
		p.anchors.ended[o.at] = expansion{o.depth, p.expanded.bytes - o.before.bytes, p.expanded.values - o.before.values}
	}
	p.expand(0, o.at)
	return o.at
}
