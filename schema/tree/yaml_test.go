package tree

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	yamlv3 "go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
)

func TestAppendYAML(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"scalar":     {"a\n", "a\n"},
		"empty":      {"{a: {}, b: [], c: \"\", d: ''}", "a: {}\nb: []\nc: \"\"\nd: \"\"\n"},
		"empty map":  {"{}", "{}\n"},
		"empty list": {"[]", "[]\n"},
		"lists":      {"a: [b, [c, [d], []], {e: [f], g: h}]", "a:\n- b\n- - c\n  - - d\n  - []\n- e:\n  - f\n  g: h\n"},
		"numbers": {"a: [1.10, 1.0, -0, 0, 123456789012345678901234567890, 1e400, 1E+2, 0x1F, 0123, 1_000, .5]",
			"a:\n- 1.10\n- 1.0\n- -0\n- 0\n- 123456789012345678901234567890\n- 1e400\n- 1E+2\n- 31\n- 83\n- 1000\n- 0.5\n"},
		"booleans": {"a: [true, on, No, 'on', \"true\"]", "a:\n- true\n- true\n- false\n- \"on\"\n- \"true\"\n"},
		"strings": {"a: ['1', '1.10', '', 2001-01-01, 12:30:45, 'a: b', '#a', ' a', '{{ .a }}', '${A}', '~']",
			"a:\n- \"1\"\n- \"1.10\"\n- \"\"\n- \"2001-01-01\"\n- \"12:30:45\"\n- 'a: b'\n- '#a'\n- ' a'\n- '{{ .a }}'\n" +
				"- ${A}\n- \"~\"\n"},
		"order":     {"{b: 1, a10: 1, a9: 1, B: 1, _: 1, \"1\": 1}", "_: 1\n\"1\": 1\nB: 1\na9: 1\na10: 1\nb: 1\n"},
		"merge key": {"{'<<': '<<'}", "\"<<\": <<\n"},
		"nulls":     {"{a: ~, b: {c: ~}, d: [~, {e: ~, f: 1}]}", "b: {}\nd:\n- null\n- f: 1\n"},
		"literal": {"a: |\n  b\n   c\n\n  d\ne: [\"f\\ng\", \"h\\n\\n\"]\n",
			"a: |\n  b\n   c\n\n  d\ne:\n- |-\n  f\n  g\n- |+\n  h\n\n"},
		"no literal": {`["a \nb", "a\tb\nc", "\n"]`, "- \"a \\nb\"\n- \"a\\tb\\nc\"\n- |2+\n\n"},
		"folded": {"a: '" + strings.Repeat("word ", 30) + "end'", "a: word word word word word word word word word " +
			"word word word word word word word\n  word word word word word word word word word word word word word word end\n"},
		"escapes": {`"\0\a\b\t\v\f\r\e\x01\x7f\N\L\P\ufeff\U0001F600\"\\"`,
			`"\0\a\b\t\v\f\r\e\x01\x7F\N\L\P\uFEFF\U0001F600\"\\"` + "\n"},
		"setter": {"a: b:1 # {\"$imagepolicy\": \"c:d\"}\ne:\n- f # {\"$imagepolicy\": \"g\"}\nh: 1 #{\"i\"}\n",
			"a: b:1 # {\"$imagepolicy\": \"c:d\"}\ne:\n- f # {\"$imagepolicy\": \"g\"}\nh: 1\n"},
		"setter, spelt": {"a: 1 #{\"$i\"}\nb: 2 #  {\"$i\"}\nc: 3 ## { \"$i\"}\nd: 4 # #{\"$i\"}\n",
			"a: 1 #{\"$i\"}\nb: 2 #  {\"$i\"}\nc: 3 ## { \"$i\"}\nd: 4\n"},
		"setter, more": {"a: on # {\"$x\": 1}\nb: 1.10 # {\"$x\": 2}\nc: \"d: e\" # {\"$x\": 3}\nf: |- # {\"$x\": 4}\n" +
			"  g\n  h\n", "a: true # {\"$x\": 1}\nb: 1.10 # {\"$x\": 2}\nc: 'd: e' # {\"$x\": 3}\nf: |- # {\"$x\": 4}\n" +
			"  g\n  h\n"},
		"setter, alias": {"a: &x b # {\"$x\": 1}\nc: *x\nd: {e: &y {f: g}} # {\"$x\": 2}\n",
			"a: b # {\"$x\": 1}\nc: b # {\"$x\": 1}\nd:\n  e:\n    f: g\n"},
		"alias": {"a: &x 0x1F\nb: [*x]\nc: &y on\nd: *y\ne: &z 1_000\nf: {g: *z}\n",
			"a: 31\nb:\n- 31\nc: true\nd: true\ne: 1000\nf:\n  g: 1000\n"},
		"setter, merge": {"a: &x\n  b: c # {\"$x\": 1}\nd:\n  <<: *x\n  e: f\n",
			"a:\n  b: c # {\"$x\": 1}\nd:\n  b: c # {\"$x\": 1}\n  e: f\n"},
		"long key": {"? " + strings.Repeat("k", 129) + "\n: [a, {b: c}]\n",
			"? " + strings.Repeat("k", 129) + "\n: - a\n  - b: c\n"},
		"key of lines": {"? |\n  a\n  b\n: {c: {d: e}}\nf: g\n", "? |\n  a\n  b\n: c:\n    d: e\nf: g\n"},
		"odd keys": {"{'': a, ' b': c, 'd: e': f, 'on': g, \"h\\ti\": j}",
			"\"\": a\n' b': c\n'd: e': f\n\"h\\ti\": j\n\"on\": g\n"},
	} {
		t.Run(name, func(t *testing.T) {
			docs, _ := Parse("t.yaml", []byte(c.in))
			assert.Equal(t, len(docs), 1)
			got := string(AppendYAML(nil, docs[0].Root()))
			assert.DeepEqual(t, got, c.want)
			again, problems := Parse("t.yaml", []byte(got))
			for _, p := range problems {
				assert.Assert(t, p.Remark, "%v", p)
			}
			assert.DeepEqual(t, string(AppendYAML(nil, again[0].Root())), got)
		})
	}
}

func TestAppendYAMLAppends(t *testing.T) {
	assert.Equal(t, string(AppendYAML([]byte("---\n"), parsed(t, "a: [b]"))), "---\na:\n- b\n")
	assert.Equal(t, string(AppendYAML([]byte("---\n"), Node{})), "---\n")
	assert.Equal(t, string(AppendJSON([]byte("x"), parsed(t, "a: [b]"))), `x{"a":["b"]}`)
	assert.Equal(t, string(AppendJSON(nil, Node{})), "")
}

// TestAppendYAMLVerbatim keeps the nulls of values, and only those.
func TestAppendYAMLVerbatim(t *testing.T) {
	root := parsed(t, "{a: ~, values: {b: ~, c: {d: ~}}, e: {f: ~}}")
	b := NewBuilder()
	n := b.Map(root, Field{"a", root.Find("a")}, Field{"values", b.Verbatim(root.Get("values"))},
		Field{"e", root.Get("e")})
	assert.Equal(t, string(AppendYAML(nil, n)), "e: {}\nvalues:\n  b: null\n  c:\n    d: null\n")
	assert.Equal(t, string(AppendJSON(nil, n)), `{"e":{},"values":{"b":null,"c":{"d":null}}}`)
	assert.Equal(t, string(AppendYAML(nil, b.Verbatim(root))), "a: null\ne:\n  f: null\nvalues:\n  b: null\n  c:\n"+
		"    d: null\n")
	assert.Equal(t, string(AppendYAML(nil, root.Get("values"))), "c: {}\n")
	again := b.Map(root, n.Fields()...)
	assert.Equal(t, string(AppendYAML(nil, again)), string(AppendYAML(nil, n)))
}

// TestAppendYAMLSetter checks that yaml.v3, and so Flux, finds the comment at its scalar in each style.
func TestAppendYAMLSetter(t *testing.T) {
	const setter = `# {"$imagepolicy": "a:b"}`
	long := strings.Repeat("word ", 30)
	for _, text := range []string{"a", "", "1", "a: b", "a\nb", "a\nb\n", " a\nb\n\n", "a\tb", long + "x", long + ": x",
		long + "\ty", "a #b"} {
		for _, shape := range []string{"k: %", "- %", "- - %", "? |\n  k\n  l\n: %", "%"} {
			quoted := string(appendJSONString(nil, text))
			in := strings.Replace(shape, "%", quoted+" "+setter, 1) + "\n"
			out := AppendYAML(nil, parsed(t, in))
			var doc yamlv3.Node
			assert.NilError(t, yamlv3.Unmarshal(out, &doc), "%s", out)
			n := &doc
			for len(n.Content) > 0 {
				n = n.Content[len(n.Content)-1]
			}
			if diff := cmp.Diff([]string{text, setter}, []string{n.Value, n.LineComment}); diff != "" {
				t.Errorf("%s%s", out, diff)
			}
			assert.Equal(t, string(AppendYAML(nil, parsed(t, string(out)))), string(out))
		}
	}
}

func TestAppendYAMLNotJSON(t *testing.T) {
	docs, _ := Parse("t.yaml", []byte("[.nan, .inf, +.INF, -.Inf]"))
	assert.Equal(t, string(AppendYAML(nil, docs[0].Root())), "- .nan\n- .inf\n- .inf\n- -.inf\n")
	assert.Equal(t, string(AppendJSON(nil, docs[0].Root())), "[null,null,null,null]")
}

func TestAppendYAMLBrokenBytes(t *testing.T) {
	b := NewBuilder()
	n := b.Map(Node{}, Field{"a\xff", b.String("b\xc3\xff \xe2\x28", Node{})})
	assert.Equal(t, string(AppendYAML(nil, n)), "a\ufffd: b\ufffd\ufffd \ufffd(\n")
	assert.Equal(t, string(AppendJSON(nil, n)), `{"a\ufffd":"b\ufffd\ufffd \ufffd("}`)
}

// TestAppendYAMLDiffers has what sigs.k8s.io/yaml prints otherwise.
func TestAppendYAMLDiffers(t *testing.T) {
	b := NewBuilder()
	n := b.Map(Node{}, Field{"<<", b.String("<<", Node{})}, Field{"a", b.String("b\u2028c", Node{})},
		Field{"d", b.String("e\u2029", Node{})})
	assert.Equal(t, string(AppendYAML(nil, n)), "\"<<\": <<\na: \"b\\Lc\"\nd: \"e\\P\"\n")
}
