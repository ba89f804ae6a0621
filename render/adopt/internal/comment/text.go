package comment

import "strings"

// quoted reads a text in quotes, which may go over several lines.
func (s *scanner) quoted() {
	quote := s.peek(0)
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.peek(0); {
		case c == '\n':
			s.next()
			s.at--
		case c == '\\' && quote == '"' && s.peek(1) != '\n', c == quote && quote == '\'' && s.peek(1) == quote:
			s.at++
		case c == quote:
			s.at++
			return
		}
	}
}

// flow reads a list or map in flow style, with the comments in it.
func (s *scanner) flow() {
	depth, before := 0, byte(',') // the last byte that is not blank
	for s.at < len(s.text) {
		c := s.peek(0)
		isFirst := s.nonEmpty != s.line
		if isFirst && !isBlank(c) && !strings.ContainsRune("#]},", rune(c)) {
			s.add(event{kind: content, column: s.column()})
		}
		switch {
		case c == '\n':
			s.next()
			continue
		case c == '#' && (s.at == s.start || isBlank(s.text[s.at-1])):
			s.comment(map[bool]kind{true: own, false: behind}[strings.TrimSpace(s.text[s.start:s.at]) == ""])
			continue
		case (c == '"' || c == '\'') && strings.IndexByte("[{,:?", before) >= 0:
			s.quoted()
			before = c
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		if s.at++; depth == 0 {
			return
		}
		if !isBlank(c) {
			before = c
		}
	}
}

// block reads a literal or folded block. Its lines are further in than the parent.
func (s *scanner) block(parent int) {
	indent := 0
	for s.at++; strings.IndexByte("+-0123456789", s.peek(0)) >= 0; s.at++ {
		if c := s.peek(0); c >= '1' && c <= '9' {
			indent = max(parent, 0) + int(c-'0')
		}
	}
	s.trailing()
	for s.peek(0) == '\n' && s.at < len(s.text) {
		line, _, _ := strings.Cut(s.text[s.at+1:], "\n")
		blanks := len(line) - len(strings.TrimLeft(line, " "))
		isEmpty := strings.TrimRight(line, " \r") == ""
		if indent == 0 && !isEmpty {
			indent = max(blanks, parent+1)
		}
		if !isEmpty && (blanks < indent || isMarker(line)) {
			return
		}
		s.next()
		s.at += len(line)
	}
}
