package schema

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// takeOr takes the word or, with spaces around it.
func (s *referenceScanner) takeOr() bool {
	rest, found := strings.CutPrefix(strings.TrimLeft(s.rest, " "), "or")
	if !found || s.rest[0] != ' ' || rest != "" && strings.IndexByte(" )'", rest[0]) < 0 {
		return false
	}
	s.rest = strings.TrimLeft(rest, " ")
	return true
}

// defaultValue takes what follows or, up to the end of the reference.
func (s *referenceScanner) defaultValue() (*ReferenceDefault, error) {
	switch {
	case s.take("'"):
		return s.quotedDefault()
	case strings.HasPrefix(s.rest, "cluster."), strings.HasPrefix(s.rest, "app."):
		ref, err := s.reference()
		return &ReferenceDefault{Reference: ref}, err
	}
	word, ok := s.until(")")
	if !ok {
		return nil, errNoEnd
	}
	value := literalDefault(strings.TrimRight(word, " "))
	if value == nil {
		return nil, errors.New("a default is a text in single quotes, a number, true, false or another reference; write it as " +
			"$(cluster.labels['stage'] or 'test') or $(cluster.params.replicas or 3)")
	}
	return value, nil
}

func (s *referenceScanner) quotedDefault() (*ReferenceDefault, error) {
	value, ok := s.until("'")
	s.rest = strings.TrimLeft(s.rest, " ")
	if !ok || !s.take(")") {
		return nil, errors.New("the default has no end; write it in single quotes with ) behind it: $(cluster.labels['stage'] or 'test')")
	}
	return &ReferenceDefault{Kind: tree.String, Text: value}, nil
}

// literalDefault returns a number or a boolean as JSON writes them; nil for any other word.
func literalDefault(word string) *ReferenceDefault {
	switch {
	case word == "true", word == "false":
		return &ReferenceDefault{Kind: tree.Bool, Text: word}
	case word != "" && strings.IndexByte("-0123456789", word[0]) >= 0 && json.Valid([]byte(word)):
		return &ReferenceDefault{Kind: tree.Number, Text: word}
	}
	return nil
}
