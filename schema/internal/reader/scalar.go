package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// classes has the classes of each byte that may end a run of bytes in a scalar.
var classes = [256]uint8{
	0: stopAll, '\n': stopAll, '\r': stopAll, ' ': stopPlain, '\t': stopPlain, ':': stopPlain, '#': stopPlain,
	',': stopInFlow, '?': stopInFlow, '[': stopInFlow, ']': stopInFlow, '{': stopInFlow, '}': stopInFlow,
	'\'': stopInSingle, '"': stopInDouble, '\\': stopInDouble,
}

const (
	stopInPlain  = 1 << iota // a plain scalar in block style
	stopInFlow               // a plain scalar in flow style
	stopInSingle             // a scalar in single quotes
	stopInDouble             // a scalar in double quotes

	stopPlain = stopInPlain | stopInFlow
	stopAll   = stopPlain | stopInSingle | stopInDouble
)

func (p *parser) run(at int, class uint8) int {
	text := p.text
	for at < len(text) && classes[text[at]]&class == 0 {
		at++
	}
	return at
}

// maxKey is how many characters the library searches for the colon behind a key.
const maxKey = 1024

func (p *parser) key() (k record.Key, ok bool) {
	start, line := p.at, p.line
	k, ok = p.keyText(stopInPlain)
	if !ok || p.peek(p.at) != ':' || !p.endsToken(p.at+1) || p.at-start > maxKey {
		p.at, p.line = start, line
		return k, false
	}
	p.at++
	return k, true
}

func (p *parser) keyText(class uint8) (k record.Key, ok bool) {
	k.At, k.Plain = uint32(p.at), true
	if c := p.peek(p.at); c == '"' || c == '\'' {
		line := p.line
		k.Plain = false
		k.Text, ok = p.quoted()
		k.Pair = p.pair
		p.skipBlanks()
		return k, ok && p.line == line
	}
	if ok = p.startsPlain(class == stopInFlow); ok {
		k.Text = p.plainText(class)
	}
	return k, ok
}

func (p *parser) field(fields *record.Collection, k record.Key, child int32) {
	if k.Plain && k.Text == "<<" {
		p.AddMerge(fields, k.At, child, p.peek(int(p.Doc.Records[child].At)) == '*')
		return
	}
	p.AddField(fields, k, child)
}

// startsPlain reports whether a plain scalar begins here. Some indicators begin one, if no blank follows.
func (p *parser) startsPlain(inFlow bool) bool {
	switch c := p.peek(p.at); c {
	case '-':
		return !p.endsToken(p.at + 1)
	case '?', ':':
		return !inFlow && !p.endsToken(p.at+1)
	default:
		return c > ' ' && strings.IndexByte(",[]{}#&*!|>'\"%@`", c) < 0
	}
}

// plainText reads the part of a plain scalar that is in this line, and the blanks behind it.
func (p *parser) plainText(class uint8) string {
	start, end := p.at, p.at
	for i := start; ; i++ {
		from := i
		if i = p.run(i, class); i > from {
			end = i
		}
		switch c := p.peek(i); {
		case isBlankByte(c):
			continue
		case c == ':' && !p.endsToken(i+1):
		case c == '#' && i > start && !isBlankByte(p.text[i-1]):
		default:
			p.at = i
			return p.text[start:end]
		}
		end = i + 1
	}
}

func (p *parser) plainScalar(indent, depth int) int32 {
	if !p.startsPlain(false) {
		return p.leaveToLibrary()
	}
	start := p.at
	text := p.plainText(stopInPlain)
	more, isEnded := p.continued(indent, stopInPlain)
	at := p.plainAt(start, depth, text+more)
	if isEnded {
		p.skipLines()
	} else {
		p.endValue(at)
	}
	return at
}

// continued reads the lines behind the first one of a plain scalar, folded into one. In block style they are indented
// more than the collection. It ends at the next content if a line ended the scalar, and else behind it.
func (p *parser) continued(indent int, class uint8) (folded string, isEnded bool) {
	var text strings.Builder
	for p.isBreak(p.at) {
		breaks := p.skipBreaks(indent)
		if p.column() <= indent && class == stopInPlain || p.column() < 0 || p.peek(p.at) == '#' {
			return text.String(), true
		}
		more := p.plainText(class)
		if more == "" {
			return text.String(), true
		}
		fold(&text, breaks)
		text.WriteString(more)
	}
	return text.String(), false
}

// skipBreaks counts the breaks up to the next line with content or a comment. A tab is no indentation.
func (p *parser) skipBreaks(indent int) (breaks int) {
	for {
		switch c := p.peek(p.at); {
		case c == '\n' || c == '\r':
			p.nextLine()
			breaks++
		case c == ' ':
			p.at++
		case c == '\t' && p.at-p.line > indent:
			p.at++
		case c == '\t':
			p.leaveToLibrary()
			return breaks
		default:
			return breaks
		}
	}
}

// fold writes the breaks between two lines of a scalar: one is a space, and of more than one the first is nothing.
func fold(text *strings.Builder, breaks int) {
	if breaks == 1 {
		text.WriteByte(' ')
	}
	text.WriteString(strings.Repeat("\n", max(breaks-1, 0)))
}

func (p *parser) null(at, depth int) int32 { return p.plainAt(at, depth, "") }

func (p *parser) plainAt(at, depth int, text string) int32 {
	o := p.begin(at, depth, len(text))
	p.Plain(text, o.At)
	return p.End(o)
}

func (p *parser) quotedScalar(depth int) int32 {
	start := p.at
	text, ok := p.quoted()
	if !ok {
		return p.leaveToLibrary()
	}
	o := p.begin(start, depth, len(text))
	p.String(text, o.At)
	if p.pair != "" {
		p.Report(record.Escape, o.At, p.pair)
	}
	return p.End(o)
}

func (p *parser) block(indent, depth int) int32 {
	b := block{parser: p, folded: p.text[p.at] == '>'}
	start := p.at
	if !b.header(indent) {
		return p.leaveToLibrary()
	}
	comment := p.valueComment()
	p.nextLine()
	text := b.lines(indent)
	if p.unsure {
		return 0
	}
	o := p.begin(start, depth, len(text))
	p.String(text, o.At)
	p.Setter(comment, o.At)
	p.skipLines()
	return p.End(o)
}

type block struct {
	*parser
	folded bool
	chomp  byte // + keeps the breaks at the end, - drops them all, 0 keeps one
	indent int  // of its lines; 0 while it is not known
}

func (b *block) header(indent int) bool {
	for b.at++; ; b.at++ {
		switch c := b.peek(b.at); {
		case (c == '+' || c == '-') && b.chomp == 0:
			b.chomp = c
		case c >= '1' && c <= '9' && b.indent == 0:
			b.indent = max(indent, 0) + int(c-'0')
		case b.endsToken(b.at):
			return true
		default:
			return false
		}
	}
}

// lines reads the lines, and ends where the library finds what follows: behind the indentation of a line.
func (b *block) lines(indent int) string {
	var text strings.Builder
	breaks := b.skipEmpty(indent) // that are not written yet
	isOpen, wasBlank := false, false
	for b.at < len(b.text) && b.at-b.line == b.indent {
		isBlank := isBlankByte(b.text[b.at])
		if b.folded && isOpen && !wasBlank && !isBlank {
			fold(&text, breaks)
		} else {
			text.WriteString(strings.Repeat("\n", breaks))
		}
		wasBlank = isBlank
		text.WriteString(b.toBreak())
		if isOpen = b.at < len(b.text); !isOpen {
			return text.String()
		}
		b.nextLine()
		breaks = 1 + b.skipEmpty(indent)
	}
	switch {
	case b.chomp == '+':
		text.WriteString(strings.Repeat("\n", breaks))
	case b.chomp == 0 && isOpen:
		text.WriteByte('\n')
	}
	return text.String()
}

// skipEmpty skips and counts empty lines. Those before the first line with content may determine the indentation.
func (b *block) skipEmpty(indent int) (count int) {
	widest := 0
	for {
		for (b.indent == 0 || b.at-b.line < b.indent) && b.peek(b.at) == ' ' {
			b.at++
		}
		widest = max(widest, b.at-b.line)
		if b.peek(b.at) == '\t' && (b.indent == 0 || b.at-b.line < b.indent) {
			b.leaveToLibrary()
		}
		if b.at == len(b.text) || !b.isBreak(b.at) {
			break
		}
		b.nextLine()
		count++
	}
	if b.indent == 0 {
		b.indent = max(widest, indent+1, 1)
	}
	return count
}
