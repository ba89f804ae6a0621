package tree

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// where returns line:column of a node's key, and of its value.
func where(n Node) string {
	k, v := n.KeyPosition(), n.Position()
	return fmt.Sprintf("%d:%d %d:%d", k.Line, k.Column, v.Line, v.Column)
}

func TestPosition(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		path []string
		want string
	}{
		"plain":          {"a:\n  b: c\n", []string{"a", "b"}, "2:3 2:6"},
		"first":          {"a: b\n", []string{"a"}, "1:1 1:4"},
		"empty key":      {"a: {b: c, \"\": d}\n", []string{"a", ""}, "1:11 1:15"},
		"map":            {"a:\n  b: c\n", []string{"a"}, "1:1 2:3"},
		"flow":           {"{a: {b: [c], \"d\": e}}", []string{"a", "d"}, "1:14 1:19"},
		"quoted":         {"'a': \"b\"\n", []string{"a"}, "1:1 1:6"},
		"block":          {"a:\n  b: |\n    c\n", []string{"a", "b"}, "2:3 2:6"},
		"not ASCII":      {"é: {日本: ü, a: b}\n", []string{"é", "a"}, "1:12 1:15"},
		"emoji":          {"{😀: \"😀\", a: b}\n", []string{"a"}, "1:10 1:13"},
		"CRLF":           {"a: 1\r\nb:\r\n  c: d\r\n", []string{"b", "c"}, "3:3 3:6"},
		"NEL":            {"a: 1\u0085b: 2\nc: 3\n", []string{"c"}, "2:1 2:4"},
		"NEL, same line": {"a: 1\u0085b: 2\n", []string{"b"}, "1:6 1:9"},
		"byte order":     {"\ufeffa: 1\nb: 2\n", []string{"b"}, "2:1 2:4"},
		"second":         {"x: 1\n---\n# c\na:\n  b: 1\n", []string{"a", "b"}, "5:3 5:6"},
		"alias":          {"x: &x {z: 1}\na: *x\n", []string{"a"}, "2:1 2:4"},
		"behind alias":   {"x: &x {z: 1}\na: *x\n", []string{"a", "z"}, "1:8 1:11"},
		"merged":         {"x: &x {z: 1}\na:\n  <<: *x\n", []string{"a", "z"}, "1:8 1:11"},
		"empty value":    {"a: ''\nb:\nc: 1\n", []string{"c"}, "3:1 3:4"},
		"surrogates":     {`{"a":"\ud83d\ude00","b":"\ud83d\ude00","c":1}`, []string{"c"}, "1:40 1:44"},
		"JSON":           {`{"a":1}{"b":"é","c":2}`, []string{"c"}, "1:17 1:21"},
		"long line": {"{" + strings.Repeat("é: {}, ", 1) + "a: \"" + strings.Repeat("é", 5000) + "\", b: c}",
			[]string{"b"}, "1:5016 1:5019"},
	} {
		t.Run(name, func(t *testing.T) {
			docs, _ := Parse("t.yaml", []byte(c.text))
			n := docs[len(docs)-1].Root().At(c.path...)
			assert.Assert(t, n.Exists())
			assert.Equal(t, where(n), c.want)
			assert.Equal(t, n.Position().File, "t.yaml")
		})
	}
	assert.Equal(t, Node{}.Position(), Position{})
	assert.Equal(t, Node{}.KeyPosition(), Position{})
}

func TestPaths(t *testing.T) {
	text := "metadata:\n  labels: {app.kubernetes.io/name: a, '': b, \"c d\": e}\nx: &x [1, {z: 2}]\n" +
		"spec: [a, {b: *x}, [c, d]]\nm: {<<: {o: 1}}\n"
	root := parsed(t, text)
	labels, spec := root.At("metadata", "labels"), root.Get("spec")
	second := spec.First().Next()
	nodes := []Node{
		root, labels, labels.Get("app.kubernetes.io/name"), labels.Get(""), labels.Get("c d"), spec.First(), second,
		second.Get("b"),
		second.Get("b").First().Next().Get("z"), second.Next().First().Next(), root.At("m", "o"), {},
	}
	want := []string{
		"", "metadata.labels", "metadata.labels[app.kubernetes.io/name]", "metadata.labels[]", "metadata.labels[c d]",
		"spec[0]", "spec[1]", "spec[1].b",
		"spec[1].b[1].z", "spec[2][1]", "m.o", "",
	}
	if diff := cmp.Diff(want, Paths(nodes)); diff != "" {
		t.Error(diff)
	}
	b := NewBuilder()
	made := b.Map(spec, Field{"k", b.String("v", second)}, Field{"l", labels})
	got := Paths([]Node{made, made.Get("k"), made.Get("l"), b.List(Node{})})
	if diff := cmp.Diff([]string{"spec", "spec[1]", "metadata.labels", ""}, got); diff != "" {
		t.Error(diff)
	}
}

// TestLargeDocuments reads ten megabytes as many lines and as one line, and computes positions at the end of them.
// With more than linear time it would not end.
func TestLargeDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 30 MB")
	}
	lines := fleet(20_000)
	line := AppendJSON(nil, parsed(t, string(lines)))
	many := append(bytes.Repeat([]byte(`{"a": [1.10, "é"]}`), 50_000), '\n')
	for name, text := range map[string][]byte{"lines": lines, "one line": line, "a line of documents": many} {
		t.Run(name, func(t *testing.T) {
			docs, problems := Parse("t.yaml", text)
			last := docs[len(docs)-1].Root()
			for _, n := range last.Fields() {
				assert.Assert(t, n.Value.Position().Line > 0)
			}
			assert.Equal(t, len(problems) > 0, name == "a line of documents")
		})
	}
}
