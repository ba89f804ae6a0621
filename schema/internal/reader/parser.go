package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// parser reads the YAML that people write in one pass, by the rules of the library: YAML 1.1. A collection is indented
// as its first line is. It gives up a document when it is not sure what the library makes of the text, and at every
// error. Tags, directives, keys behind a question mark, anchors of keys and of nothing, and line breaks that only YAML
// 1.1 has are given up on purpose: few documents have them.
type parser struct {
	record.Assembler
	text   string // of the source, up to the end of the document
	isJSON bool
	at     int // the next byte
	line   int // where its line begins
	indent int // of the block around the brackets that are read
	// anchor is the anchor of the next value, and anchorAt its place, which is the value's place.
	anchor   string
	anchorAt int
	pair     string // the first surrogate pair of the last quoted text, which only JSON has
	unsure   bool   // the document is given up
}

// parse reads a document in the memory of the one before it. False is giving up.
func (p *parser) parse(source *record.Source, d Piece) bool {
	text := source.Text[:d.End]
	if !isCommon(text[d.Start:]) {
		return false
	}
	*p = parser{Assembler: p.Assembler, text: text, isJSON: d.json, at: d.Start, line: d.Start}
	p.Start(source, d.Start, d.End)
	p.document()
	return !p.unsure && !p.Stopped
}

// isCommon reports whether a text is UTF-8 without control characters, with the line breaks of Unix or Windows.
func isCommon(text string) bool {
	for i, r := range text {
		switch {
		case r >= ' ' && r <= '~', r == '\t', r > 0xffff, scalar.Printable(r):
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
		default:
			return false
		}
	}
	return utf8.ValidString(text)
}

func (p *parser) document() {
	p.skipLines()
	if p.at == p.line && strings.HasPrefix(p.text[p.at:], "---") && p.endsToken(p.at+len("---")) {
		p.at += len("---")
		p.endLine()
	}
	if p.peek(p.at) == '%' {
		p.leaveToLibrary()
	}
	p.Doc.Root = p.blockNode(-1, 0)
	if p.unsure || p.column() >= 0 {
		p.leaveToLibrary()
		return
	}
	if p.at < len(p.text) { // an end marker
		p.at += len("...")
		p.endLine()
		p.unsure = p.unsure || p.at < len(p.text)
	}
}

func (p *parser) leaveToLibrary() int32 {
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

func (p *parser) isBreak(at int) bool {
	c := p.peek(at)
	return c == '\n' || c == '\r' || c == 0
}

func isBlankByte(c byte) bool { return c == ' ' || c == '\t' }

// endsToken reports whether an indicator before an offset is one: a space, a tab or a break is behind it.
func (p *parser) endsToken(at int) bool { return isBlankByte(p.peek(at)) || p.isBreak(at) }

// column returns the column of the next content, first in its line or behind a dash; -1 at the end of the document.
func (p *parser) column() int {
	if p.at == len(p.text) || p.at == p.line && strings.HasPrefix(p.text[p.at:], "...") && p.endsToken(p.at+3) {
		return -1
	}
	return p.at - p.line
}

func (p *parser) skipSpaces() {
	for p.peek(p.at) == ' ' {
		p.at++
	}
}

// skipBlanks also skips tabs, which are allowed behind the first token of a line, unless that is a dash.
func (p *parser) skipBlanks() {
	for isBlankByte(p.peek(p.at)) {
		p.at++
	}
}

// skipLines moves behind empty lines and comments, from the start or the indentation of a line to the next content.
func (p *parser) skipLines() {
	for {
		p.skipSpaces()
		switch p.peek(p.at) {
		case '#':
			if record.MayBeSetter(p.toBreak()) { // the library knows what is below it
				p.leaveToLibrary()
			}
		case '\t':
			p.leaveToLibrary()
			return
		}
		if p.at == len(p.text) || !p.isBreak(p.at) {
			return
		}
		p.nextLine()
	}
}

func (p *parser) toBreak() string {
	start := p.at
	if i := strings.IndexByte(p.text[p.at:], '\n'); i >= 0 {
		p.at += i
	} else {
		p.at = len(p.text)
	}
	if p.text[p.at-1] == '\r' {
		p.at--
	}
	return p.text[start:p.at]
}

func (p *parser) nextLine() {
	if p.peek(p.at) == '\r' {
		p.at++
	}
	if p.at < len(p.text) {
		p.at++
	}
	p.line = p.at
}

// comment moves to the end of the line, and returns a setter comment, or nearly one. It gives up at anything else.
func (p *parser) comment() string {
	p.skipBlanks()
	switch {
	case p.isBreak(p.at):
	case p.text[p.at] == '#' && isBlankByte(p.text[p.at-1]):
		if comment := p.toBreak(); record.MayBeSetter(comment) {
			return comment
		}
	default:
		p.leaveToLibrary()
	}
	return ""
}

// endLine moves from the end of a line to the next content. A setter comment there is for no value that comes next.
func (p *parser) endLine() {
	if p.comment() != "" {
		p.leaveToLibrary()
	}
	p.nextLine()
	p.skipLines()
}

// endValue moves from a value to the next content, in another line, and stores the setter comment behind the value.
func (p *parser) endValue(at int32) {
	if comment := p.valueComment(); comment != "" {
		p.Setter(comment, at)
	}
	p.nextLine()
	p.skipLines()
}

// valueComment is comment for the comment behind a value, or behind the header of a block.
func (p *parser) valueComment() string {
	before := p.at
	comment := p.comment()
	if comment != "" && p.at-len(comment)-before > maxGap {
		p.leaveToLibrary()
	}
	return comment
}

// maxGap is how far behind a value its comment may begin. The library does not search farther than 512 bytes.
const maxGap = 256

func (p *parser) begin(at, depth, size int) record.Opened {
	anchor := p.anchor
	if anchor != "" {
		at, p.anchor = p.anchorAt, ""
	}
	p.unsure = p.unsure || depth > record.MaxDepth
	return p.Begin(uint32(at), depth, size, anchor)
}
