package change

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Redacted returns the values of the field for people: in the place of each secret they have the string "(hidden)", see [finding.Redact].
// They are equal when only secrets differ.
func (f Field) Redacted() (before, after string, hidden bool) {
	if f.Secret {
		return hideAll(f.Before), hideAll(f.After), true
	}
	before, inBefore := redacted(f.Path, f.Before)
	after, inAfter := redacted(f.Path, f.After)
	return before, after, inBefore || inAfter
}

// effect returns the Effect for people: names in it may be secrets by their shape.
func (c *Change) effect() string {
	if _, hidden := finding.Redact("", c.Effect); !hidden {
		return c.Effect
	}
	words := strings.Split(c.Effect, " ")
	for i, word := range words {
		words[i], _ = finding.Redact("", word)
	}
	return strings.Join(words, " ")
}

// hideAll returns what stands for a secret; empty for no value.
func hideAll(value string) string {
	if value == "" {
		return ""
	}
	return string(appendText(nil, finding.Hidden))
}

// redacted returns a value as JSON without its secrets, and whether it had one.
func redacted(path, value string) (shown string, hidden bool) {
	if value == "" || value == "null" {
		return value, false
	}
	if value[0] != '{' && value[0] != '[' {
		text, hidden := finding.Redact(path, textOf(value))
		if !hidden {
			return value, false
		}
		return string(appendText(nil, text)), true
	}
	n, hidden := Redact(path, tree.ParseValue([]byte(value)))
	if !hidden {
		return value, false
	}
	return string(tree.AppendJSON(nil, tree.NewBuilder().Verbatim(n))), true
}

// textOf returns the text of a scalar in JSON.
func textOf(value string) (text string) {
	if !strings.HasPrefix(value, `"`) {
		return value
	}
	if strings.IndexByte(value, '\\') < 0 {
		return strings.Trim(value, `"`)
	}
	if json.Unmarshal([]byte(value), &text) != nil {
		return value
	}
	return text
}

// Redact returns a value without its secrets, for people, and whether it had one: in the place of each secret it has the string "(hidden)",
// see [finding.Redact]. The path leads from the object to the value; it is empty for an object.
func Redact(path string, n tree.Node) (shown tree.Node, hidden bool) {
	r := redactor{b: tree.NewBuilder(), holes: map[tree.Node]int{}}
	r.find(n, path)
	if len(r.shown) == 0 {
		return n, false
	}
	return r.b.Fill(n, r.holes, r.shown), true
}

// redactor finds secrets in a value.
type redactor struct {
	b     *tree.Builder
	holes map[tree.Node]int // of the secrets, in shown
	shown []tree.Node
}

func (r *redactor) find(n tree.Node, path string) {
	switch n.Kind() {
	case tree.Map:
		for field := range n.Children() {
			r.find(field, path+r.step(n, field))
		}
	case tree.List:
		i := 0
		for item := range n.Children() {
			r.find(item, path+"["+strconv.Itoa(i)+"]")
			i++
		}
	case tree.String, tree.Number:
		if text, hidden := finding.Redact(path, n.Text()); hidden {
			r.holes[n.Value()] = len(r.shown)
			r.shown = append(r.shown, r.b.String(text, n))
		}
	}
}

// step returns what a field adds to the path. The value of a variable, which has its name beside it, is called like the variable.
func (r *redactor) step(around, field tree.Node) string {
	name := around.Get("name")
	if field.Key() == "value" && name.Kind() == tree.String {
		return "." + name.Text()
	}
	return tree.Step(field.Key())
}

func appendText(out []byte, text string) []byte {
	return tree.AppendJSON(out, tree.NewBuilder().String(text, tree.Node{}))
}
