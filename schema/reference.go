package schema

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Reference is a $(cluster.…) or $(app.…) in a string of an entry or layer, which stands for something of the cluster that the
// entry goes to, or of the application.
type Reference struct {
	// Root is cluster or app, and Steps lead on from there, as labels and stage.
	Root  string
	Steps []string
	// Default is what it stands for when there is no such thing; nil is an error.
	Default *ReferenceDefault
}

// ReferenceDefault is what a reference stands for when the cluster or the application has no such thing: a text, a number or a boolean, or
// else another reference.
type ReferenceDefault struct {
	// Kind is tree.String, tree.Number or tree.Bool, and Text the value; both are zero where there is a Reference.
	Kind      tree.Kind
	Text      string
	Reference *Reference
}

// ReferencePart is a piece of a string: a reference, or without one the text between.
type ReferencePart struct {
	Text      string
	Reference *Reference
}

// roots begin a reference, and behind another $ the text itself.
var referenceRoots = []string{"$(cluster.", "$(app."}

// hasReference reports whether a text may hold a reference, or the escape of one.
func hasReference(text string) bool {
	return strings.Contains(text, referenceRoots[0]) || strings.Contains(text, referenceRoots[1])
}

// unescaped returns a text without the escapes of references in it.
func unescaped(text string) string {
	for _, root := range referenceRoots {
		text = strings.ReplaceAll(text, "$"+root, "")
	}
	return text
}

// HasReference reports whether a string is not what it says until its references are replaced.
func HasReference(n tree.Node) bool { return reference(n) }

// wholeReference reports whether a string is one reference, which may stand for a value of any type.
func wholeReference(n tree.Node) bool {
	if !reference(n) {
		return false
	}
	parts, err := SplitReferences(n.Text())
	return err == nil && len(parts) == 1 && parts[0].Reference != nil
}

// SplitReferences cuts a string into its references and the texts between them. $$(cluster. and $$(app. are texts, without the
// first $; everything else with a $ is text too. It is an error when a reference is not written as one.
func SplitReferences(text string) (parts []ReferencePart, err error) {
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
			s := referenceScanner{rest: text[len("$("):]}
			ref, err := s.reference()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", shortened(text), err)
			}
			if plain.Len() > 0 {
				parts = append(parts, ReferencePart{Text: plain.String()})
				plain.Reset()
			}
			parts, text = append(parts, ReferencePart{Reference: ref}), s.rest
		default:
			plain.WriteByte(text[0])
			text = text[1:]
		}
	}
	if plain.Len() > 0 || len(parts) == 0 {
		parts = append(parts, ReferencePart{Text: plain.String()})
	}
	return parts, nil
}

func rootOf(text string) string {
	for _, root := range referenceRoots {
		if strings.HasPrefix(text, root) {
			return root
		}
	}
	return ""
}

// shortened returns the reference at the beginning of a text as far as it looks like one: what else is in the text may be a secret.
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

// referenceScanner reads one reference behind its $(.
type referenceScanner struct{ rest string }

func (s *referenceScanner) reference() (*Reference, error) {
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
			return nil, s.unexpected()
		}
	}
}

var errNoEnd = errors.New("the reference has no end; write ) behind it")

// unexpected says why a reference ends where it should not.
func (s *referenceScanner) unexpected() error {
	switch {
	case s.rest == "":
		return errNoEnd
	case s.rest[0] == '[':
		return errors.New("a key in brackets needs single quotes; write it as $(cluster.labels['stage'])")
	}
	return errors.New("this is no reference; write it as $(cluster.name), $(cluster.labels['stage']), $(cluster.params.size) or $(app.name), with a default as $(cluster.labels['stage'] or 'test')")
}

func (s *referenceScanner) take(prefix string) bool {
	rest, found := strings.CutPrefix(s.rest, prefix)
	s.rest = rest
	return found
}

func (s *referenceScanner) until(end string) (string, bool) {
	before, after, found := strings.Cut(s.rest, end)
	s.rest = after
	return before, found
}

// word takes the letters, digits, - and _ that come next.
func (s *referenceScanner) word() string {
	end := strings.IndexFunc(s.rest, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
	if end < 0 {
		end = len(s.rest)
	}
	word := s.rest[:end]
	s.rest = s.rest[end:]
	return word
}

// String writes the reference as its author may have.
func (r Reference) String() string {
	var b strings.Builder
	b.WriteString("$(" + r.Root)
	for i, step := range r.Steps {
		if i > 0 && (r.Steps[0] == "labels" || r.Steps[0] == "annotations") {
			b.WriteString("['" + step + "']")
		} else {
			b.WriteString("." + step)
		}
	}
	return b.String() + ")"
}
