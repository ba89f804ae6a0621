package change

import (
	"bytes"
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
	r := redactor{}
	out := r.append(nil, tree.ParseValue([]byte(value)), path)
	if !r.found {
		return value, false
	}
	return string(out), true
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

// redactor prints values as JSON without their secrets.
type redactor struct{ found bool }

func (r *redactor) append(out []byte, n tree.Node, path string) []byte {
	switch n.Kind() {
	case tree.Map:
		out = append(out, '{')
		for field := range n.Children() {
			out = append(appendText(out, field.Key()), ':')
			out = append(r.append(out, field, path+r.step(n, field)), ',')
		}
		return append(withoutComma(out), '}')
	case tree.List:
		out, i := append(out, '['), 0
		for item := range n.Children() {
			out = append(r.append(out, item, path+"["+strconv.Itoa(i)+"]"), ',')
			i++
		}
		return append(withoutComma(out), ']')
	case tree.String, tree.Number:
		if text, hidden := finding.Redact(path, n.Text()); hidden {
			r.found = true
			return appendText(out, text)
		}
	}
	return tree.AppendJSON(out, n)
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

func withoutComma(out []byte) []byte { return bytes.TrimSuffix(out, []byte(",")) }
