package reader

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (p *parser) quoted() (text string, ok bool) {
	class := uint8(stopInDouble)
	if p.text[p.at] == '\'' {
		class = stopInSingle
	}
	p.pair = ""
	start := p.at + 1
	end := p.run(start, class)
	if c := p.peek(end); c == '"' || c == '\'' && p.peek(end+1) != '\'' {
		p.at = end + 1
		return p.text[start:end], true
	}
	u := unquoter{parser: p, class: class}
	p.at = start
	for u.next() {
	}
	return string(u.text), u.ended
}

type unquoter struct {
	*parser
	class uint8
	text  []byte
	kept  int  // the length up to the last escape or line: blanks before it are part of the text
	ended bool // by its quote
}

func (u *unquoter) next() bool {
	source := u.parser.text
	end := u.run(u.at, u.class)
	u.text = append(u.text, source[u.at:end]...)
	u.at = end
	switch c := u.peek(end); {
	case c == 0:
		return false
	case c == '\n' || c == '\r':
		for len(u.text) > u.kept && isBlankByte(u.text[len(u.text)-1]) {
			u.text = u.text[:len(u.text)-1]
		}
		return u.breaks(" ")
	case c == '\\' && u.isBreak(end+1):
		u.at++
		return u.breaks("")
	case c == '\\':
		return u.escape()
	case c == '\'' && u.peek(end+1) == '\'':
		u.text = append(u.text, c)
		u.at += 2
		u.kept = len(u.text)
		return true
	}
	u.at++
	u.ended = true
	return false
}

// breaks reads the breaks and blanks between two lines; single is one break. It is false at a marker of documents.
func (u *unquoter) breaks(single string) bool {
	count := 0
	for c := u.peek(u.at); c != 0 && (isBlankByte(c) || u.isBreak(u.at)); c = u.peek(u.at) {
		if isBlankByte(c) {
			u.at++
			continue
		}
		u.nextLine()
		count++
	}
	if count == 1 {
		u.text = append(u.text, single...)
	}
	u.text = append(u.text, strings.Repeat("\n", max(count-1, 0))...)
	u.kept = len(u.text)
	rest := u.parser.text[u.at:]
	return u.at > u.line || !strings.HasPrefix(rest, "---") && !strings.HasPrefix(rest, "...")
}

var shortEscapes = map[byte]string{'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v",
	'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ", '"': "\"", '\'': "'", '\\': "\\", 'N': "\u0085", '_': "\u00a0",
	'L': "\u2028", 'P': "\u2029"}

// escape reads an escape. Escapes that only JSON has are read in JSON only.
func (u *unquoter) escape() bool {
	letter := u.peek(u.at + 1)
	short, ok := shortEscapes[letter]
	if letter == '/' && u.isJSON {
		short, ok = "/", true
	}
	if ok {
		u.text = append(u.text, short...)
		u.at += 2
	} else if ok = u.character(letter); !ok {
		return false
	}
	u.kept = len(u.text)
	return true
}

// character reads a character by its number. Half of a surrogate pair is JSON's; the other half follows it.
func (u *unquoter) character(letter byte) bool {
	start := u.at
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[letter]
	r, ok := u.hex(u.at+2, digits)
	u.at += 2 + digits
	if ok && utf16.IsSurrogate(r) && letter == 'u' && strings.HasPrefix(u.parser.text[u.at:], `\u`) {
		var low rune
		low, ok = u.hex(u.at+2, 4)
		r = utf16.DecodeRune(r, low)
		u.at += 6
		if u.pair == "" && !u.isJSON {
			u.pair = u.parser.text[start:min(u.at, len(u.parser.text))]
		}
	}
	if !ok || r == utf8.RuneError || !utf8.ValidRune(r) {
		return false
	}
	u.text = utf8.AppendRune(u.text, r)
	return true
}

func (u *unquoter) hex(at, digits int) (rune, bool) {
	if digits == 0 || at+digits > len(u.parser.text) {
		return 0, false
	}
	code, err := strconv.ParseUint(u.parser.text[at:at+digits], 16, 32)
	return rune(code), err == nil && code <= utf8.MaxRune
}
