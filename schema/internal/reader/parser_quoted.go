package reader

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted is a scalar in quotes.
type quoted struct {
	at     int
	text   string
	inText bool // the text is spelled so between the quotes
	lines  bool // it has several lines
}

// quoted reads a scalar in quotes, and reports false for one that it does not read.
func (p *parser) quoted() (q quoted, ok bool) {
	q.at = p.at
	quote := p.text[p.at]
	start := p.at + 1
	for i := start; ; i++ {
		switch c := p.peek(i); {
		case c == quote && (quote == '"' || p.peek(i+1) != '\''):
			p.at = i + 1
			q.text, q.inText = p.text[start:i], true
			return q, true
		case c == quote, c == '\n', c == '\r', c == '\\' && quote == '"':
			return p.unquote(q, i)
		case c == 0:
			return q, false
		}
	}
}

// unquote reads the rest of a scalar in quotes that has escapes or several lines, from the first of these on.
func (p *parser) unquote(q quoted, i int) (quoted, bool) {
	u := unquoter{parser: p, quote: p.text[q.at], text: []byte(p.text[q.at+1 : i])}
	u.solid = len(strings.TrimRight(string(u.text), " \t"))
	line := p.line
	p.at = i
	for p.peek(p.at) != u.quote || u.quote == '\'' && p.peek(p.at+1) == '\'' {
		if !u.next() {
			return q, false
		}
	}
	p.at++
	q.text, q.lines = string(u.text), p.line != line
	return q, true
}

// unquoter collects the text of a scalar in quotes.
type unquoter struct {
	*parser
	quote byte
	text  []byte
	solid int // the length of the text without the blanks at its end: those before a line break do not count
}

// next reads a character, an escape, or the breaks between two lines.
func (u *unquoter) next() bool {
	switch c := u.peek(u.at); {
	case c == 0:
		return false
	case c == '\n' || c == '\r':
		u.text = u.text[:u.solid]
		return u.breaks(" ")
	case c == '\\' && u.quote == '"' && u.isBreak(u.at+1):
		u.at++
		return u.breaks("")
	case c == '\\' && u.quote == '"':
		if !u.escape() {
			return false
		}
	case c == '\'' && u.quote == '\'': // of two
		u.text = append(u.text, c)
		u.at += 2
	case c == ' ' || c == '\t':
		u.text = append(u.text, c)
		u.at++
		return true
	default:
		u.text = append(u.text, c)
		u.at++
	}
	u.solid = len(u.text)
	return true
}

// breaks reads the breaks between two lines and the blanks around them. A single one is written as such.
func (u *unquoter) breaks(single string) bool {
	count := 0
	for u.at < len(u.parser.text) && (u.isBreak(u.at) || u.peek(u.at) == ' ' || u.peek(u.at) == '\t') {
		if !u.isBreak(u.at) {
			u.at++
			continue
		}
		u.nextLine()
		count++
	}
	if count == 1 {
		u.text = append(u.text, single...)
	}
	for range count - 1 {
		u.text = append(u.text, '\n')
	}
	u.solid = len(u.text)
	marker := u.at == u.line && (strings.HasPrefix(u.parser.text[u.at:], "---") || strings.HasPrefix(u.parser.text[u.at:], "..."))
	return !marker // which the library refuses
}

// shortEscapes are the meanings of the escapes with one letter.
var shortEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ", '"': "\"",
	'\'': "'", '\\': "\\", 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape reads an escape. Those that only JSON has are read in JSON only.
func (u *unquoter) escape() bool {
	letter := u.peek(u.at + 1)
	if short, ok := shortEscapes[letter]; ok || letter == '/' && u.piece.json {
		if !ok {
			short = "/"
		}
		u.text = append(u.text, short...)
		u.at += 2
		return true
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[letter]
	r, ok := u.hex(u.at+2, digits)
	if !ok {
		return false
	}
	u.at += 2 + digits
	if utf16.IsSurrogate(r) && u.piece.json && strings.HasPrefix(u.parser.text[u.at:], `\u`) {
		low, _ := u.hex(u.at+2, 4)
		r = utf16.DecodeRune(r, low)
		u.at += 6
	}
	u.text = utf8.AppendRune(u.text, r)
	return r != utf8.RuneError && utf8.ValidRune(r)
}

// hex reads the number of a character.
func (u *unquoter) hex(at, digits int) (rune, bool) {
	if digits == 0 || at+digits > len(u.parser.text) {
		return 0, false
	}
	code, err := strconv.ParseUint(u.parser.text[at:at+digits], 16, 32)
	return rune(code), err == nil && code <= utf8.MaxRune
}

// quotedScalar adds the record of a scalar in quotes.
func (p *parser) quotedScalar(q quoted, depth int) int32 {
	o := p.begin(q.at, depth, len(q.text))
	p.string(o.at, q.text)
	return p.end(o)
}
