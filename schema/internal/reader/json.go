package reader

// jsonScanner moves over JSON values, and over nothing that encoding/json does not take.
type jsonScanner struct {
	text      string
	at, depth int
}

// maxJSONDepth is how deep encoding/json goes.
const maxJSONDepth = 10000

// value moves behind a value, and reports false if there is none.
func (s *jsonScanner) value() bool {
	switch c := s.peek(); {
	case c == '{' || c == '[':
		s.depth++
		ok := s.depth <= maxJSONDepth && s.items(c == '{', c+2)
		s.depth--
		return ok
	case c == '"':
		return s.quoted()
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	return s.skip("true") || s.skip("false") || s.skip("null")
}

// items moves behind the items of an object or array and their bracket.
func (s *jsonScanner) items(isObject bool, bracket byte) bool {
	s.at++
	if s.space(); s.skipByte(bracket) {
		return true
	}
	for {
		if isObject {
			if s.peek() != '"' || !s.quoted() {
				return false
			}
			if s.space(); !s.skipByte(':') {
				return false
			}
			s.space()
		}
		if !s.value() {
			return false
		}
		if s.space(); s.skipByte(bracket) {
			return true
		}
		if !s.skipByte(',') {
			return false
		}
		s.space()
	}
}

func (s *jsonScanner) quoted() bool {
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return true
		case c < ' ':
			return false
		case c == '\\':
			if s.at++; !s.escape() {
				return false
			}
		}
	}
	return false
}

// escape moves to the last byte of an escape, from behind its backslash on.
func (s *jsonScanner) escape() bool {
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			s.at++
			if c := s.peek(); (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
				return false
			}
		}
		return true
	}
	return false
}

// number matches -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?.
func (s *jsonScanner) number() bool {
	s.skipByte('-')
	if !s.skipByte('0') && !s.digits() {
		return false
	}
	if s.skipByte('.') && !s.digits() {
		return false
	}
	if s.peek()|0x20 != 'e' {
		return true
	}
	s.at++
	if !s.skipByte('+') {
		s.skipByte('-')
	}
	return s.digits()
}

func (s *jsonScanner) digits() bool {
	start := s.at
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.at++
	}
	return s.at > start
}

func (s *jsonScanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

func (s *jsonScanner) skip(word string) bool {
	found := len(s.text)-s.at >= len(word) && s.text[s.at:s.at+len(word)] == word
	if found {
		s.at += len(word)
	}
	return found
}

func (s *jsonScanner) skipByte(c byte) bool {
	found := s.peek() == c
	if found {
		s.at++
	}
	return found
}

// peek returns the next byte, or 0 at the end: no rule of JSON has that byte.
func (s *jsonScanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}
