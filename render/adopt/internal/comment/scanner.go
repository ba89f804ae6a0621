package comment

import "strings"

type kind uint8

const (
	content kind = iota // a line begins with something
	own                 // a comment on a line of its own
	behind              // a comment behind something
	marker              // a document begins or ends
)

type event struct {
	kind   kind
	line   int
	column int // from zero on, in bytes
	about  int // of behind: the last line with content
	text   string
}

// none is the column of what is around a document.
const none = -1

// scanner finds comments. It knows as much of YAML as it takes to tell them from texts.
type scanner struct {
	text     string
	at       int
	line     int
	start    int // of the line
	plain    int // the column of the key of a plain text that may go on in the next line
	isPlain  bool
	nonEmpty int // the last line with content
	found    []event
}

func (s *scanner) scan() {
	s.at = len(s.text) - len(strings.TrimLeft(s.text, "\ufeff"))
	s.start = s.at
	for s.at < len(s.text) {
		s.blockLine()
		if s.at < len(s.text) && s.text[s.at] == '\n' {
			s.next()
		}
	}
}

// next goes to the next line.
func (s *scanner) next() {
	s.at++
	s.line++
	s.start = s.at
}

func (s *scanner) column() int { return s.at - s.start }

// peek returns a byte further on; a line break at the end.
func (s *scanner) peek(offset int) byte {
	if s.at+offset >= len(s.text) {
		return '\n'
	}
	return s.text[s.at+offset]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (s *scanner) blanks() {
	for c := s.peek(0); c != '\n' && isBlank(c); c = s.peek(0) {
		s.at++
	}
}

func (s *scanner) add(e event) {
	e.line = s.line
	if e.kind == content {
		s.nonEmpty = s.line
	}
	s.found = append(s.found, e)
}

// comment reads a comment to the end of its line.
func (s *scanner) comment(k kind) {
	text, _, _ := strings.Cut(s.text[s.at:], "\n")
	column := s.column()
	if last := len(s.found) - 1; last >= 0 && s.found[last].kind == marker && s.found[last].line == s.line {
		k, column = own, 0 // about the document
	}
	s.at += len(text)
	s.add(event{kind: k, column: column, about: s.nonEmpty, text: strings.TrimRight(text, " \t\r")})
}

// blockLine reads a line that begins outside of texts and flow style, and what goes on from it.
func (s *scanner) blockLine() {
	s.blanks()
	switch {
	case s.peek(0) == '\n':
	case s.peek(0) == '#':
		s.isPlain = false
		s.comment(own)
	case s.column() == 0 && isMarker(s.text[s.at:]):
		s.isPlain = false
		s.add(event{kind: marker})
		s.at += 3
		s.node(none, false)
	case s.column() == 0 && s.peek(0) == '%':
		s.restOfLine() // a directive
	case s.isPlain && s.column() > s.plain:
		s.plainText(s.plain, false)
	default:
		s.isPlain = false
		s.node(none, true)
	}
}

func (s *scanner) restOfLine() {
	for s.peek(0) != '\n' {
		s.at++
	}
}

// node reads what is on a line: markers, keys and a value. The parent is the column of the last of them.
func (s *scanner) node(parent int, isNew bool) {
	for s.blanks(); ; s.blanks() {
		c := s.peek(0)
		isIndicator := (c == '-' || c == '?' || c == ':') && isBlank(s.peek(1))
		if isNew && c != '\n' && c != '#' {
			s.add(event{kind: content, column: s.column()})
			isNew = false
		}
		switch {
		case c == '\n':
			return
		case c == '#':
			s.comment(behind)
			return
		case isIndicator:
			parent = max(parent, s.column())
			s.at++
		case c == '&' || c == '!':
			s.word()
		case c == '|' || c == '>':
			s.block(parent)
			return
		default:
			column := s.column()
			if isKey := s.scalarOrFlow(parent); !isKey {
				return
			}
			parent = column
		}
	}
}

func (s *scanner) word() {
	for !isBlank(s.peek(0)) {
		s.at++
	}
}

// scalarOrFlow reads a text, list or map, and reports whether it is a key.
func (s *scanner) scalarOrFlow(parent int) (isKey bool) {
	switch s.peek(0) {
	case '"', '\'':
		s.quoted()
	case '[', '{':
		s.flow()
	default:
		return s.plainText(parent, true)
	}
	if s.blanks(); s.peek(0) == ':' {
		s.at++
		return true
	}
	s.trailing()
	return false
}

// trailing reads a comment behind a value.
func (s *scanner) trailing() {
	if s.blanks(); s.peek(0) == '#' {
		s.comment(behind)
	}
}

// plainText reads a text without quotes, and the colon behind it, if it is a key.
func (s *scanner) plainText(parent int, mayBeKey bool) (isKey bool) {
	if parent == none { // the key is in a line above
		parent = max(s.column()-1, none)
	}
	for s.isPlain = true; s.peek(0) != '\n'; s.at++ {
		switch c := s.peek(0); {
		case mayBeKey && c == ':' && isBlank(s.peek(1)):
			s.at++
			s.isPlain = false
			return true
		case c == '#' && s.at > s.start && isBlank(s.text[s.at-1]):
			s.comment(behind)
			s.isPlain = false
			return false
		}
	}
	s.plain = parent
	return false
}
