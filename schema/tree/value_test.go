package tree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// digits is a number in a test's value, which otherwise has the types of encoding/json.
type digits string

func (n digits) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// built builds a test's value.
func built(t testing.TB, b *Builder, value any) Node {
	t.Helper()
	switch v := value.(type) {
	case string:
		return b.String(v, Node{})
	case bool:
		return b.Bool(v, Node{})
	case []any:
		items := make([]Node, len(v))
		for i := range v {
			items[i] = built(t, b, v[i])
		}
		return b.List(Node{}, items...)
	case map[string]any:
		var fields []Field
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, Field{key, built(t, b, v[key])})
		}
		return b.Map(Node{}, fields...)
	case nil:
		return parsed(t, "- null").First()
	case digits:
		return parsed(t, "- "+string(v)).First()
	case int:
		return parsed(t, "- "+strconv.Itoa(v)).First()
	}
	t.Fatalf("no node is made of %T", value)
	return Node{}
}

// parsed returns the value of a text with one document, and with no problems but remarks.
func parsed(t testing.TB, text string) Node {
	t.Helper()
	docs, problems := Parse("t.yaml", []byte(text))
	for _, p := range problems {
		assert.Assert(t, p.Remark, "%v", p)
	}
	assert.Equal(t, len(docs), 1)
	return docs[0].Root()
}

// sigsYAML prints a test's value as sigs.k8s.io/yaml does. Its own Marshal cannot read back some characters of the
// JSON that it makes, so they are escaped on the way; then it is the same printer. It is false for what it cannot
// print, such as a key of more than 1024 bytes.
func sigsYAML(value any) (string, bool) {
	out, err := yaml.JSONToYAML(appendEscaped(nil, value))
	return string(out), err == nil
}

func appendEscaped(dst []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		dst = append(dst, '"')
		for _, c := range v {
			if c < utf8.RuneSelf && c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				dst = utf8.AppendRune(dst, c)
			} else {
				dst = fmt.Appendf(dst, `\U%08X`, c)
			}
		}
		return append(dst, '"')
	case []any:
		dst = append(dst, '[')
		for i := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendEscaped(dst, v[i])
		}
		return append(dst, ']')
	case map[string]any:
		dst = append(dst, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendEscaped(append(appendEscaped(dst, key), ':'), v[key])
		}
		return append(dst, '}')
	}
	text, _ := json.Marshal(value)
	return append(dst, text...)
}

// withoutNulls returns a test's value as it is printed where nulls are not kept.
func withoutNulls(value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = withoutNulls(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, value := range v {
			if value != nil {
				out[key] = withoutNulls(value)
			}
		}
		return out
	}
	return value
}

// asJSON returns the form in which values of all libraries are compared.
func asJSON(t testing.TB, value any) string {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	assert.NilError(t, e.Encode(value))
	return out.String()
}

func TestWrittenKey(t *testing.T) {
	for text, want := range map[string]string{
		"n: 1": "n", "{on: 1}": "on", "Off : 1": "Off", "? yes\n: 1": "yes", "1.10: 1": "1.10", "0x10: 1": "0x10",
		"0123: 1": "0123", "1_000: 1": "1_000",
		"'n': 1": "n", `"n": 1`: "n", `"\u006e": 1`: "n", `"1.10": 1`: "1.10", "plain: 1": "plain", "a:b: 1": "a:b",
		"2020-01-01: 1": "2020-01-01", "-1: 1": "-1",
		`{"false": 1}`: "false", "!!str n: 1": "n", "&a n: 1": "false", "? |\n  two\n  lines\n: 1": "two\nlines\n",
		"{n}": "n", "-.5: a": "-.5",
	} {
		trees, _ := Parse("a.yaml", []byte(text))
		assert.Check(t, trees[0].Root().First().WrittenKey() == want, "%q: %q", text, trees[0].Root().First().WrittenKey())
	}
	b := NewBuilder()
	assert.Equal(t, b.Map(Node{}, Field{Key: "n", Value: b.Bool(true, Node{})}).First().WrittenKey(), "n")
}
