package reader

import "strings"

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
