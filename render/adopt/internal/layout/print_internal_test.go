package layout

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestPrint prints values as a reader wants them, and reads them back.
func TestPrint(t *testing.T) {
	long, word := strings.Repeat("k", 130), strings.Repeat("word ", 19)+"end"
	for _, c := range []struct{ name, in, want string }{
		{"a small map", `{a: {c: 1, b: [x, z]}}`, "a: {c: 1, b: [x, z]}\n"},
		{"a deep map", `{a: {b: {c: {d: 1, e: 2}}, f: 3}}`, "a:\n  b: {c: {d: 1, e: 2}}\n  f: 3\n"},
		{"a chain", `{a: {b: {c: {d: 1}}}}`, "a: {b: {c: {d: 1}}}\n"},
		{"many fields", `{a: {b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7}}`, "a:\n  b: 1\n  c: 2\n  d: 3\n  e: 4\n  f: 5\n" +
			"  g: 6\n  h: 7\n"},
		{"a long line", `{a: {b: ` + strings.Repeat("x", 96) + `}}`, "a:\n  b: " + strings.Repeat("x", 96) + "\n"},
		{"empty ones", `{a: {}, b: [], c: {d: {}, e: []}, f: [{}, []]}`, "a: {}\nb: []\nc: {d: {}, e: []}\nf: [{}, []]\n"},
		{"nulls", `{a: null, b: {c: ~}, d: [null]}`, "a: null\nb: {c: null}\nd: [null]\n"},
		{"strings in flow style", `{a: ["x, y", "[x]", "{x}", "x: y"]}`, "a: ['x, y', '[x]', '{x}', 'x: y']\n"},
		{"urls", `{a: ["http://x/y?z=1", "a:b", "", "1"]}`, "a: ['http://x/y?z=1', a:b, \"\", \"1\"]\n"},
		{"keys in flow style", `{a: {"x y": 1, "[": 2, "on": 3}}`, "a: {x y: 1, \"[\": 2, \"on\": 3}\n"},
		{"a key in flow style that only block style takes plain", `{a: {"x,y": 1}}`, "a: {\"x,y\": 1}\n"},
		{"a comment", "a: {b: {c: x}}\nd:\n  e: x # {\"$imagepolicy\": \"n:p\"}\n",
			"a: {b: {c: x}}\nd:\n  e: x # {\"$imagepolicy\": \"n:p\"}\n"},
		{"lines", `{a: {b: "x\ny\n"}}`, "a:\n  b: |\n    x\n    y\n"},
		{"lines in a list", `{a: [{b: "x\n\n y\n", c: 1}, "x\ny"]}`, "a:\n- b: |\n    x\n\n     y\n  c: 1\n- |-\n  x\n  y\n"},
		{"lines without a last break, with blanks and tabs", `{a: "x \n\ty\n\n z"}`, "a: |-\n  x \n  \ty\n\n   z\n"},
		{"lines that begin with a blank", `{a: " x\ny\n"}`, "a: |2\n   x\n  y\n"},
		{"lines that begin with a tab", `{a: "\tx\ny\n"}`, "a: |2\n  \tx\n  y\n"},
		{"lines that end with empty ones", `{a: "x\n\n"}`, "a: |+\n  x\n\n"},
		{"lines that begin with an empty one", `{a: ["\nx"]}`, "a:\n- |2-\n\n  x\n"},
		{"a last line of blanks", `{a: "x\n  "}`, "a: |-\n  x\n    \n"},
		{"lines that no block has", `{a: "x\n\u0007"}`, "a: \"x\\n\\a\"\n"},
		{"lines with unusual blanks", `{a: "x\u00a0y\n\u200b😀"}`, "a: |-\n  x\u00a0y\n  \u200b😀\n"},
		{"only line breaks", `{a: "\n\n"}`, "a: |2+\n\n\n"},
		{"a short folded block", "a: >-\n x\n y\n", "a: x y\n"},
		{"a long text on a line", "a: " + word + " y\n", "a: " + word + " y\n"},
		{"a long key", `{a: {` + long + `: [1, {b: 2}]}}`, "a:\n  \"" + long + "\":\n  - 1\n  - {b: 2}\n"},
		{"lists of lists", `{a: [[1, [2, "x\ny"]]]}`, "a:\n- - 1\n  - - 2\n    - |-\n      x\n      y\n"},
	} {
		docs, problems := tree.Parse("in.yaml", []byte(c.in))
		assert.Check(t, len(problems) == 0, c.name)
		out := encode((&author{}).value(docs[0].Root()))
		assert.Check(t, string(out) == c.want, "%s:\n%s", c.name, out)
		again, _ := tree.Parse("out.yaml", out)
		assert.Check(t, isSame(docs[0].Root(), again[0].Root()), c.name)
	}
}
