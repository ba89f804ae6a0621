package change

import (
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Field returns the values of a field for people: in the place of each secret they have the string "(hidden)", see
// [finding.Secrets]. They are equal when only secrets differ.
func (r *Redactor) Field(f Field) (before, after string, hidden bool) {
	if f.Secret {
		return hideAll(f.Before), hideAll(f.After), true
	}
	before, inBefore := r.value(f.Path, f.Before)
	after, inAfter := r.value(f.Path, f.After)
	return before, after, inBefore || inAfter
}

// sentence returns a sentence for people, of which each word may be a secret.
func sentence(secrets finding.Secrets, text string) string {
	words := strings.Split(secrets.Hide(text), " ")
	for i, word := range words {
		words[i], _ = secrets.Redact("", word)
	}
	return strings.Join(words, " ")
}

func hideAll(value string) string {
	if value == "" {
		return ""
	}
	return wording.Encoded(finding.Hidden)
}

func (r *Redactor) value(path, value string) (shown string, hidden bool) {
	if value == "" || value == "null" {
		return value, false
	}
	if value[0] != '{' && value[0] != '[' {
		text, hidden := r.Secrets.Redact(path, blocks.TextOf(value))
		if hidden {
			value = wording.Encoded(text)
		}
		return value, hidden
	}
	n, hidden := r.Redact(path, tree.ParseValue([]byte(value)))
	if hidden {
		value = string(tree.AppendJSON(nil, tree.NewBuilder().Verbatim(n)))
	}
	return value, hidden
}

// Redactor redacts many objects. Values that several of them share, for example the gates of a wave, are
// looked through once. The zero Redactor is ready; it is not safe for concurrent use.
type Redactor struct {
	// Secrets are hidden wherever they are, beside what a name or a shape tells.
	Secrets finding.Secrets

	clean map[sharedAt]bool // what has no secrets
}

type sharedAt struct {
	path string
	node tree.Node
}

const maxClean = 100_000

// Redact returns a value for people, with the string "(hidden)" for each secret (see [finding.Secrets]), and whether it
// had one. The path leads from the object to the value; it is empty for an object.
func (r *Redactor) Redact(path string, n tree.Node) (shown tree.Node, hidden bool) {
	if r.clean == nil || len(r.clean) > maxClean {
		r.clean = map[sharedAt]bool{}
	}
	s := search{Redactor: r, own: n.Tree(), b: tree.NewBuilder(), holes: map[tree.Node]int{}}
	s.find(n, path)
	if len(s.shown) == 0 {
		return n, false
	}
	return s.b.Fill(n, s.holes, s.shown), true
}

type search struct {
	*Redactor
	own   *tree.Tree // of the value itself
	b     *tree.Builder
	holes map[tree.Node]int // of the secrets, in shown
	shown []tree.Node

	before string // the argument in front of a text in a list
}

func (s *search) find(n tree.Node, path string) {
	at := sharedAt{path, n.Value()}
	shared := n.Kind() >= tree.List && n.Tree() != s.own
	if shared && s.clean[at] {
		return
	}
	before := len(s.shown)
	switch n.Kind() {
	case tree.Map:
		for field := range n.Children() {
			s.find(field, path+s.step(n, field))
		}
	case tree.List:
		i := 0
		for item := range n.Children() {
			s.find(item, path+"["+strconv.Itoa(i)+"]")
			s.before = item.Text()
			i++
		}
		s.before = ""
	case tree.String, tree.Number:
		text, hidden := s.Secrets.Redact(path, n.Text())
		if option := s.before + " "; !hidden && option[0] == '-' {
			text, _ = s.Secrets.Redact(path, option+text)
			text, _ = strings.CutPrefix(text, option)
			hidden = text == finding.Hidden
		}
		if hidden {
			s.holes[n.Value()] = len(s.shown)
			s.shown = append(s.shown, s.b.String(text, n))
		}
	}
	if shared && len(s.shown) == before {
		s.clean[at] = true
	}
}

// step returns what a field adds to the path. The value of a variable is called like the variable, named beside it.
func (s *search) step(around, field tree.Node) string {
	name := around.Get("name")
	if field.Key() == "value" && name.Kind() == tree.String {
		return "." + name.Text()
	}
	return tree.Step(field.Key())
}

// secrets adds to those of documents what an object that was read has where the new value has one of them.
func (c *Changes) secrets(ofDocuments finding.Secrets) finding.Secrets {
	var earlier []string
	for _, one := range c.List {
		if one.Before == nil || !one.Before.read {
			continue
		}
		for _, f := range one.Fields {
			if shown, hidden := ofDocuments.Redact("", f.After); hidden {
				earlier = append(earlier, hiddenIn(f.Before, shown)...)
			}
		}
	}
	return ofDocuments.With(finding.SecretsOf(earlier))
}

// hiddenIn returns what a value has where the shown one has [finding.Hidden]; nothing where they differ elsewhere too.
func hiddenIn(value, shown string) (texts []string) {
	parts := strings.Split(shown, finding.Hidden)
	last := len(parts) - 1
	rest, found := strings.CutPrefix(value, parts[0])
	for _, part := range parts[1:last] {
		text, behind, isThere := strings.Cut(rest, part)
		texts, rest, found = append(texts, text), behind, found && isThere
	}
	text, isThere := strings.CutSuffix(rest, parts[last])
	if !found || !isThere {
		return nil
	}
	return append(texts, text)
}
