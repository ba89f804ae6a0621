package tree

import (
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

func toValidUTF8(s string) string { return string([]rune(s)) }

func (p *yamlPrinter) column() int { return utf8.RuneCount(p.out[p.line:]) }

// fold writes a string plain or in single quotes, and breaks long lines at single spaces inside.
func (p *yamlPrinter) fold(s string, indent, limit int, quote bool) {
	if quote {
		p.out = append(p.out, '\'')
	}
	column := p.column()
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == ' ' && i > 0 && i < len(s)-1 && s[i-1] != ' ' && s[i+1] != ' ' && column > limit {
			p.lineBreak()
			p.pad(indent)
			column = indent
			continue
		}
		if quote && c == '\'' {
			p.out = append(p.out, c)
			column++
		}
		p.out = append(p.out, c)
		if utf8.RuneStart(c) {
			column++
		}
	}
	if quote {
		p.out = append(p.out, '\'')
	}
}

// escaped writes a string in double quotes. It breaks long lines at the first of several spaces; \ keeps the others.
func (p *yamlPrinter) escaped(s string, indent, limit int) {
	p.out = append(p.out, '"')
	column := p.column()
	all := strings.HasPrefix(s, "\ufeff") // go.yaml.in/yaml/v2 then escapes all of it
	for i, c := range s {
		if inside := c == ' ' && i > 0 && i < len(s)-1 && s[i-1] != ' ' && !all; !inside || column <= limit {
			before := len(p.out)
			p.escape(c, all)
			column += utf8.RuneCount(p.out[before:])
			continue
		}
		p.lineBreak()
		p.pad(indent)
		column = indent
		if s[i+1] == ' ' {
			p.out = append(p.out, '\\')
			column++
		}
	}
	p.out = append(p.out, '"')
}

// shortEscapes are the letters of the escapes that have one. Line and paragraph separators have one too.
var shortEscapes = [256]byte{0: '0', 7: 'a', 8: 'b', '\t': 't', '\n': 'n', 0xb: 'v', 0xc: 'f', '\r': 'r', 0x1b: 'e',
	'"': '"', '\\': '\\', 0x85: 'N', 0xa0: '_'}

func (p *yamlPrinter) escape(c rune, always bool) {
	if !always && c != '"' && c != '\\' && c != '\n' && scalar.Printable(c) {
		p.out = utf8.AppendRune(p.out, c)
		return
	}
	letter, digits := byte(0), 0
	switch {
	case c == 0x2028:
		letter = 'L'
	case c == 0x2029:
		letter = 'P'
	case c <= 0xff && shortEscapes[c] != 0:
		letter = shortEscapes[c]
	case c <= 0xff:
		letter, digits = 'x', 2
	case c <= 0xffff:
		letter, digits = 'u', 4
	default:
		letter, digits = 'U', 8
	}
	p.out = append(p.out, '\\', letter)
	for digits--; digits >= 0; digits-- {
		p.out = append(p.out, "0123456789ABCDEF"[c>>(4*digits)&15])
	}
}

// block writes a literal block. Its header has an indentation that the first line does not show, and how it ends.
func (p *yamlPrinter) block(s string, indent int, setter string) {
	p.out = append(p.out, '|')
	if s[0] == ' ' || s[0] == '\n' {
		p.out = append(p.out, '2')
	}
	switch {
	case s[len(s)-1] != '\n':
		p.out = append(p.out, '-')
	case s == "\n", s[len(s)-2] == '\n':
		p.out = append(p.out, '+')
	}
	p.comment(setter)
	p.lineBreak()
	for line := range strings.Lines(s) {
		if line != "\n" {
			p.pad(indent)
		}
		p.out = append(p.out, line...)
		if line[len(line)-1] == '\n' {
			p.line = len(p.out)
		}
	}
}
