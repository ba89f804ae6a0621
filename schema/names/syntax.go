package names

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Reference is a $(cluster.…) or $(app.…) in a string of an entry or layer, which stands for something of the cluster
// that the entry goes to, or of the application.
type Reference struct {
	// Root is cluster or app, and Steps lead on from there, as labels and stage.
	Root  string
	Steps []string
	// Default is what it stands for when there is no such thing; nil is an error.
	Default *Default
}

// Default is what a reference stands for when the cluster or the application has no such thing: a text, a number, a
// boolean, an empty list or map, or else another reference.
type Default struct {
	// Kind is tree.String, tree.Number, tree.Bool, tree.List or tree.Map, and Text the value of the first three; both are
	// zero where there is a Reference.
	Kind      tree.Kind
	Text      string
	Reference *Reference
}

// Part is a piece of a string: a reference, or without one the text between.
type Part struct {
	Text      string
	Reference *Reference
}

// SplitReferences cuts a string into its references and the texts between them. $$(cluster. and $$(app. are texts,
// without the first $; everything else with a $ is text too. It is an error when a reference is not written as one.
func SplitReferences(text string) (parts []Part, err error) {
	plain := strings.Builder{}
	for text != "" {
		escaped := ""
		if text[0] == '$' {
			escaped = rootOf(text[1:])
		}
		switch {
		case escaped != "":
			plain.WriteString(escaped)
			text = text[1+len(escaped):]
		case rootOf(text) != "":
			s := scanner{rest: text[len("$("):]}
			ref, err := s.reference()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", shortened(text), err)
			}
			if plain.Len() > 0 {
				parts = append(parts, Part{Text: plain.String()})
				plain.Reset()
			}
			parts, text = append(parts, Part{Reference: ref}), s.rest
		default:
			plain.WriteByte(text[0])
			text = text[1:]
		}
	}
	if plain.Len() > 0 || len(parts) == 0 {
		parts = append(parts, Part{Text: plain.String()})
	}
	for _, part := range parts {
		if ref := part.Reference; len(parts) > 1 && ref.emptyDefault() {
			return nil, fmt.Errorf("the default of %s is a list or a map, and no part of a text; write the reference alone, or "+
				"'' as its default", ref)
		}
	}
	return parts, nil
}

// emptyDefault reports whether the last default of a reference is an empty list or map.
func (r *Reference) emptyDefault() bool {
	for r != nil && r.Default != nil && r.Default.Reference != nil {
		r = r.Default.Reference
	}
	return r != nil && r.Default != nil && (r.Default.Kind == tree.List || r.Default.Kind == tree.Map)
}

// SplitParam is Split for a text in params, which may refer to what only the cluster says of itself.
func SplitParam(text string) (parts []Part, err error) {
	parts, err = SplitReferences(text)
	for _, part := range parts {
		for ref := part.Reference; ref != nil; ref = ref.Default.Reference {
			if !ref.isOfCluster() {
				return nil, fmt.Errorf("%s is not replaced inside params; write $(cluster.name), a label or an annotation of the "+
					"cluster, or the value", ref)
			}
			if ref.Default == nil {
				break
			}
		}
	}
	return parts, err
}

func (r Reference) isOfCluster() bool {
	first := r.Steps[0]
	return r.Root == "cluster" && (first == "name" && len(r.Steps) == 1 ||
		(first == "labels" || first == "annotations") && len(r.Steps) == 2)
}

// shortened keeps what looks like a reference: what else is in the text may be a secret.
func shortened(text string) string {
	const enough = 40
	if end := strings.IndexByte(text, ')'); end >= 0 {
		text = text[:end+1]
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		return !strings.ContainsRune("$()[]'\"._-", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end < 0 && len(text) <= enough {
		return text
	}
	if end < 0 || end > enough {
		end = enough
	}
	return strings.ToValidUTF8(text[:end], "") + "…"
}

type scanner struct{ rest string }

func (s *scanner) reference() (*Reference, error) {
	ref := &Reference{Root: s.word()}
	for {
		switch {
		case s.take("['"):
			key, ok := s.until("']")
			if !ok {
				return nil, errors.New("the key has no end; write it in brackets and single quotes: $(cluster.labels['stage'])")
			}
			ref.Steps = append(ref.Steps, key)
		case s.take("."):
			word := s.word()
			if word == "" {
				return nil, errors.New("no name is behind the dot; write one, for example $(cluster.name)")
			}
			ref.Steps = append(ref.Steps, word)
		case s.take(")"):
			return ref, nil
		case s.takeOr():
			value, err := s.defaultValue()
			ref.Default = value
			return ref, err
		default:
			return nil, s.unexpected(ref)
		}
	}
}

var errNoEnd = errors.New("the reference has no end; write ) behind it")

func (s *scanner) unexpected(ref *Reference) error {
	keyed := len(ref.Steps) > 0 && (ref.Steps[0] == "labels" || ref.Steps[0] == "annotations")
	switch {
	case s.rest == "":
		return errNoEnd
	case s.rest[0] == '[':
		key, _, _ := strings.Cut(s.rest[1:], "]")
		return fmt.Errorf("a key in brackets needs single quotes; write it as %s",
			withKey(ref, ref.Steps, strings.Trim(key, ` "'`)))
	case s.rest[0] == '/' && keyed && len(ref.Steps) > 1:
		behind := s.rest[:strings.IndexAny(s.rest+")", ") ")]
		return fmt.Errorf("a key with a slash needs brackets and single quotes; write it as %s",
			withKey(ref, ref.Steps[:1], strings.Join(ref.Steps[1:], ".")+behind))
	}
	return errors.New("this is no reference; write it as $(cluster.name), $(cluster.labels['stage']), " +
		"$(cluster.params.size) or $(app.name), with a default as $(cluster.labels['stage'] or 'test')")
}

const longestKey = 63

// withKey writes a reference with a key in brackets, or an example: what is no key may be a secret.
func withKey(ref *Reference, steps []string, key string) string {
	notOfKey := func(r rune) bool {
		return !strings.ContainsRune("._-/", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	if len(steps) == 0 || key == "" || len(key) > longestKey || strings.ContainsFunc(key, notOfKey) {
		return ReferenceExample("labels")
	}
	return "$(" + ref.Root + "." + strings.Join(steps, ".") + "['" + key + "'])"
}

func (s *scanner) take(prefix string) bool {
	rest, found := strings.CutPrefix(s.rest, prefix)
	s.rest = rest
	return found
}

func (s *scanner) until(end string) (string, bool) {
	before, after, found := strings.Cut(s.rest, end)
	s.rest = after
	return before, found
}

func (s *scanner) word() string {
	behind := strings.TrimLeftFunc(s.rest, func(r rune) bool {
		return r < utf8.RuneSelf && alphanumeric(byte(r)) || r == '-' || r == '_'
	})
	word := strings.TrimSuffix(s.rest, behind)
	s.rest = behind
	return word
}

// String writes the reference as its author may have.
func (r Reference) String() string {
	text := "$(" + r.Root
	for i, step := range r.Steps {
		if i > 0 && (r.Steps[0] == "labels" || r.Steps[0] == "annotations" || strings.ContainsAny(step, "./")) {
			text += "['" + step + "']"
		} else {
			text += "." + step
		}
	}
	return text + ")"
}

func (s *scanner) takeOr() bool {
	rest, found := strings.CutPrefix(strings.TrimLeft(s.rest, " "), "or")
	if !found || s.rest[0] != ' ' || rest != "" && strings.IndexByte(" )'", rest[0]) < 0 {
		return false
	}
	s.rest = strings.TrimLeft(rest, " ")
	return true
}

func (s *scanner) defaultValue() (*Default, error) {
	switch {
	case s.take("'"):
		return s.quotedDefault()
	case strings.HasPrefix(s.rest, "cluster."), strings.HasPrefix(s.rest, "app."):
		ref, err := s.reference()
		return &Default{Reference: ref}, err
	}
	word, ok := s.until(")")
	if !ok {
		return nil, errNoEnd
	}
	value := literalDefault(strings.TrimRight(word, " "))
	if value == nil {
		return nil, errors.New("a default is a text in single quotes, a number, true, false, [], {} or another reference; " +
			"write it as $(cluster.labels['stage'] or 'test') or $(cluster.params.hosts or []), or write a field that only " +
			"some clusters have in an override for them")
	}
	return value, nil
}

func (s *scanner) quotedDefault() (*Default, error) {
	value, ok := s.until("'")
	s.rest = strings.TrimLeft(s.rest, " ")
	if !ok || !s.take(")") {
		return nil, errors.New("the default has no end; write it in single quotes with ) behind it, and the whole value in " +
			"double quotes where it has a comma or " +
			`#: "$(cluster.labels['stage'] or 'a, b')"`)
	}
	return &Default{Kind: tree.String, Text: value}, nil
}

// literalDefault returns a number, a boolean, an empty list or an empty map as JSON writes them; nil for other words.
func literalDefault(word string) *Default {
	switch {
	case word == "[]":
		return &Default{Kind: tree.List}
	case word == "{}":
		return &Default{Kind: tree.Map}
	case word == "true", word == "false":
		return &Default{Kind: tree.Bool, Text: word}
	case word != "" && strings.IndexByte("-0123456789", word[0]) >= 0 && json.Valid([]byte(word)):
		return &Default{Kind: tree.Number, Text: word}
	}
	return nil
}
