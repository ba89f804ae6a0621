package tree

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

func FuzzResolve(f *testing.F) {
	for _, s := range nasty {
		f.Add(s)
	}
	f.Fuzz(checkResolve)
}

// checkResolve compares what a plain scalar means, as a value and as a key, with what sigs.k8s.io/yaml says.
func checkResolve(t *testing.T, s string) {
	var list yamlv3.Node
	text := "- " + s + "\n"
	if yamlv3.Unmarshal([]byte(text), &list) != nil || len(list.Content) != 1 || len(list.Content[0].Content) != 1 {
		return
	}
	if n := list.Content[0].Content[0]; n.Kind != yamlv3.ScalarNode || n.Style != 0 || n.Value != s || n.Tag == "!!merge" {
		return // no plain scalar
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil && f == 0 {
		return // -0 and 0 are one number, printed both ways
	}
	theirs, err := yaml.YAMLToJSON([]byte(text))
	kind, got := resolve(s)
	if kind == Number && yamlNumber(got) != got {
		assert.ErrorContains(t, err, "unsupported value")
	} else {
		assert.NilError(t, err)
		ours := got
		if kind == String {
			ours = string(appendJSONString(nil, got))
		} else if kind == Null {
			ours = "null"
		} else {
			assert.Assert(t, json.Valid([]byte(ours)), ours)
		}
		assert.Equal(t, compactJSON(t, []byte("["+ours+"]")), compactJSON(t, theirs))
	}
	theirs, err = yaml.YAMLToJSON([]byte("? " + s + "\n: 1\n"))
	if key, ok := keyText(s); ok {
		assert.NilError(t, err)
		assert.Equal(t, compactJSON(t, append(appendJSONString([]byte("{"), key), ":1}"...)), compactJSON(t, theirs))
	} else {
		assert.ErrorContains(t, err, "map key")
	}
}

func FuzzCompareKeys(f *testing.F) {
	for i, s := range nasty {
		f.Add(s, nasty[(i+1)%len(nasty)], nasty[(i+7)%len(nasty)])
	}
	for _, keys := range [][3]string{{"a1", "a01", "a10"}, {"a9", "a10", "a1b"}, {"1", "01", "10"}, {"a.b", "a-b", "ab"}, {"A", "a", "é"}, {"٣", "3", "a3"}, {"a09", "a9", "a09b"}} {
		f.Add(keys[0], keys[1], keys[2])
	}
	f.Fuzz(checkCompareKeys)
}

func checkCompareKeys(t *testing.T, a, b, c string) {
	for _, s := range []string{a, b, c} {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029") || len(s) > 500 {
			return
		}
	}
	if a == b {
		assert.Equal(t, compareKeys(a, b), 0)
		return
	}
	assert.Equal(t, compareKeys(a, b), -compareKeys(b, a))
	var doc yamlv3.Node
	out, ok := sigsYAML(map[string]any{a: 1, b: 1})
	if !ok || a == "<<" || b == "<<" {
		return
	}
	assert.NilError(t, yamlv3.Unmarshal([]byte(out), &doc), "%s", out)
	first := doc.Content[0].Content[0].Value
	assert.Equal(t, first == a, compareKeys(a, b) < 0, "sigs.k8s.io/yaml prints %q first", first)
	checkKeyOrder(t, a, b, c)
}

// checkKeyOrder holds maps of three keys to one order, whatever order they were given in.
func checkKeyOrder(t *testing.T, a, b, c string) {
	t.Helper()
	builder := NewBuilder()
	var want string
	for _, keys := range [][]string{{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
		var fields []Field
		for _, key := range keys {
			fields = append(fields, Field{key, builder.String("v", Node{})})
		}
		got := string(AppendYAML(nil, builder.Map(Node{}, fields...)))
		if want == "" {
			want = got
		}
		assert.Equal(t, got, want)
	}
}
