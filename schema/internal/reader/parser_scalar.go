package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// key is the key of a field, up to its colon.
type key struct {
	at     int
	text   string // without quotes
	quoted bool
	inText bool // the source spells it so, perhaps between quotes
}

// maxKey is how many characters the library searches for the colon behind a key.
const maxKey = 1024

// key reads a key and its colon, and reports false, without moving, when there is none.
func (p *parser) key() (k key, ok bool) {
	start, line := p.at, p.line
	k.at = start
	switch c := p.peek(start); {
	case c == '"' || c == '\'':
		q, found := p.quoted()
		if !found || q.lines {
			p.at, p.line = start, line
			return k, false
		}
		k.text, k.quoted, k.inText = q.text, true, q.inText
	case startsPlain(c) || c == '-' && !p.endsToken(start+1):
		end := p.plainEnd(false)
		k.text, k.inText = p.text[start:end], true
		p.at = end
	default:
		return k, false
	}
	p.skipSpaces()
	if p.peek(p.at) != ':' || !p.endsToken(p.at+1) || p.at-start > maxKey {
		p.at = start
		return k, false
	}
	p.at++
	return k, true
}

// isMerge reports whether a key is a merge key of YAML.
func (k key) isMerge() bool { return !k.quoted && k.text == "<<" }

// setKey stores the key of a value.
func (p *parser) setKey(k key, child int32) {
	r := &p.doc.Records[child]
	r.KeyAt = uint32(k.at)
	text := k.text
	if !k.quoted {
		var ok bool
		if text, ok = scalar.KeyText(k.text); !ok {
			p.giveUp()
			return
		}
	}
	length, how := uint32(len(text)), record.Flags(0)
	switch {
	case text == "", !k.quoted && text == k.text:
	case k.quoted && k.inText:
		how = record.Quoted
	default:
		length, how = p.span(text, uint32(k.at))
	}
	r.Key, r.Flags = length, r.Flags|how<<record.OfKey
	p.expanded.bytes += len(text)
	if !k.quoted {
		p.checkDoubt(k.text, child, true)
	}
}

// startsPlain reports whether a plain scalar may begin with a byte. One may also begin with a dash before another character; the other
// indicators before which that is so are not read.
func startsPlain(c byte) bool {
	return c > ' ' && strings.IndexByte("-?:,[]{}#&*!|>'\"%@`", c) < 0
}

// plainEnd returns where the part of a plain scalar ends that is in the line of p.at, without the spaces behind it.
func (p *parser) plainEnd(inFlow bool) int {
	end := p.at
	for i := p.at; ; i++ {
		switch c := p.peek(i); c {
		case ' ':
			continue
		case '\n', '\r', 0:
			return end
		case '\t':
			p.giveUp()
			return end
		case ':':
			if p.endsToken(i + 1) {
				return end
			}
			if p.peek(i+1) == '\t' {
				p.giveUp()
				return end
			}
		case '#':
			if i > p.at && p.text[i-1] == ' ' {
				return end
			}
		case ',', '?', '[', ']', '{', '}':
			if inFlow {
				return end
			}
		}
		end = i + 1
	}
}

// null adds a null that is written as nothing.
func (p *parser) null(at, depth int) int32 {
	o := p.begin(at, depth, 0)
	p.plain(o.at, "")
	return p.end(o)
}

// plainLines reads a plain scalar, which may have several lines, and ends at the next content.
func (p *parser) plainLines(indent, depth int) int32 {
	start := p.at
	if c := p.peek(start); !startsPlain(c) && (c != '-' || p.endsToken(start+1)) {
		return p.giveUp()
	}
	p.at = p.plainEnd(false)
	end := p.at
	text := p.text[start:end]
	if p.skipSpaces(); !p.isBreak(p.at) {
		p.at = end
		o := p.begin(start, depth, len(text))
		p.plain(o.at, text)
		p.endScalar(o.at)
		return p.end(o)
	}
	if more := p.continued(indent); more != "" {
		text += more
	}
	o := p.begin(start, depth, len(text))
	p.plain(o.at, text)
	return p.end(o)
}

// continued reads the lines behind the first one of a plain scalar, folded into one, and ends at the next content.
func (p *parser) continued(indent int) string {
	var text strings.Builder
	for {
		breaks := p.skipBreaks()
		if p.column() <= indent || p.peek(p.at) == '#' {
			p.skipLines()
			return text.String()
		}
		fold(&text, breaks)
		start := p.at
		p.at = p.plainEnd(false)
		text.WriteString(p.text[start:p.at])
		if end := p.at; p.at > start {
			if p.skipSpaces(); p.isBreak(p.at) {
				continue
			}
			p.at = end
		}
		p.endLine()
		return text.String()
	}
}

// skipBreaks moves from the end of a line to the next line with content, which may be a comment, and counts the breaks.
func (p *parser) skipBreaks() (breaks int) {
	for p.at < len(p.text) && p.isBreak(p.at) {
		p.nextLine()
		p.skipSpaces()
		breaks++
	}
	if p.peek(p.at) == '\t' {
		p.giveUp()
	}
	return breaks
}

// fold writes the breaks between two lines of a scalar: one is a space, and of more than one the first is nothing.
func fold(text *strings.Builder, breaks int) {
	if breaks == 1 {
		text.WriteByte(' ')
	}
	for range breaks - 1 {
		text.WriteByte('\n')
	}
}

// plain stores what a plain scalar means.
func (p *parser) plain(at int32, text string) {
	r := &p.doc.Records[at]
	var meaning string
	if r.Kind, meaning = scalar.Resolve(text); r.Kind != scalar.String && r.Kind != scalar.Null && meaning != text {
		r.Flags |= record.NonCanonical
	}
	length, how := p.span(text, r.At)
	r.Text, r.Flags = length, r.Flags|how
	p.checkDoubt(text, at, false)
}

// string stores a text that is no plain scalar.
func (p *parser) string(at int32, text string) {
	r := &p.doc.Records[at]
	r.Kind = scalar.String
	length, how := p.span(text, r.At)
	r.Text, r.Flags = length, r.Flags|how
}
