package tree_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestSpelling checks each scalar and key, at its position: Spelling is the text there, or empty.
func TestSpelling(t *testing.T) {
	for line, want := range map[string][2]string{ // key and value
		"a: foo":                 {"a", "foo"},
		"a: foo bar # c":         {"a", "foo bar"},
		`"a b": "c"`:             {`"a b"`, `"c"`},
		`a: "x \" \\"`:           {"a", `"x \" \\"`},
		`'it''s': 'a '' b' #`:    {`'it''s'`, `'a '' b'`},
		"a: 0123":                {"a", "0123"},
		"on: yes":                {"on", "yes"},
		"1.10: 1.10":             {"1.10", "1.10"},
		"a : x":                  {"a", "x"},
		"a: &x foo":              {"a", ""},
		"a: &x 'foo'":            {"a", ""},
		"a: !!str 5":             {"a", ""},
		"&x a: foo":              {"", "foo"},
		"a: |\n  foo":            {"a", ""},
		"a: foo\n  bar":          {"a", ""},
		"a: \"foo\n  bar\"":      {"a", ""},
		"a: ":                    {"a", ""},
		"a: ~":                   {"a", "~"},
		"a: []":                  {"a", ""},
		"{a: foo, b: c}":         {"a", "foo"},
		`{"a":"foo","b":"c"}`:    {`"a"`, `"foo"`},
		`{"a": "x\/", "b": "c"}`: {`"a"`, `"x\/"`},
		"ü: ü":                   {"ü", "ü"},
		"? a\n: foo":             {"", "foo"},
	} {
		trees, _ := tree.Parse("f", []byte(line+"\n"))
		n := trees[0].Root().First()
		assert.Check(t, [2]string{n.KeySpelling(), n.Spelling()} == want, "%s: key %q, value %q", line, n.KeySpelling(),
			n.Spelling())
		assert.Check(t, strings.HasPrefix(textAt(line, n.KeyPosition()), n.KeySpelling()), line)
		assert.Check(t, strings.HasPrefix(textAt(line, n.Position()), n.Spelling()), line)
	}
	trees, _ := tree.Parse("f", []byte("- &x foo\n- *x\n- bar\n"))
	items := trees[0].Root()
	assert.Equal(t, items.First().Next().Spelling(), "")
	last := items.First().Next().Next()
	assert.Equal(t, last.Spelling()+last.KeySpelling(), "bar")
	b := tree.NewBuilder()
	assert.Equal(t, b.String("built", last).Spelling(), "bar") // what is at its position
	assert.Equal(t, b.String("built", tree.Node{}).Spelling()+tree.ParseValue([]byte(`{"a":1}`)).First().KeySpelling()+
		tree.Node{}.Spelling(), "")
}

// TestSpan checks that the text of the file has each scalar where Span finds it, in any document and behind any
// characters.
func TestSpan(t *testing.T) {
	const text = "\ufeff---\r\nü: \"ü\" # ü\r\nlist: [a, 'b', {c: 1.10}]\r\n---\n\ufeffk: v\nalias: &x z\nblock: |\n  z\n"
	var spelled []string
	trees, problems := tree.Parse("f", []byte(text))
	assert.Equal(t, len(trees), 2)
	assert.Equal(t, len(problems), 1) // 1.10
	var walk func(tree.Node)
	walk = func(n tree.Node) {
		start, end := n.Span()
		assert.Equal(t, text[start:end], n.Spelling())
		assert.Check(t, strings.HasPrefix(textAt(strings.ReplaceAll(text, "\ufeff", ""), n.Position()), text[start:start+1]),
			n.Position())
		if end > start {
			spelled = append(spelled, text[start:end])
		}
		for child := range n.Children() {
			walk(child)
		}
	}
	for _, read := range trees {
		assert.Equal(t, read.FileText(), text)
		walk(read.Root())
	}
	assert.DeepEqual(t, spelled, []string{"a", "'b'", "1.10", `"ü"`, "v"})

	var none *tree.Tree
	assert.Equal(t, none.FileText()+tree.ParseValue([]byte("1")).Tree().FileText()+
		tree.NewBuilder().Bool(true, tree.Node{}).Tree().FileText(), "")
	start, end := tree.Node{}.Span()
	assert.Equal(t, start+end, 0)
}

// textAt returns the rest of a text from a position on.
func textAt(text string, at tree.Position) string {
	lines := strings.SplitAfter(text, "\n")
	return string([]rune(lines[at.Line-1])[at.Column-1:])
}
