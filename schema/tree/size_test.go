package tree_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestSize holds that the size is that of the JSON where nothing is escaped and no field is null, and stops growing
// beyond the most that is asked for.
func TestSize(t *testing.T) {
	for _, text := range []string{`a`, `"a b"`, `12`, `true`, `{}`, `[]`, `{a: 1, b: [x, z, {c: "d", e: []}], f: {g: {}}}`,
		"a: &a [x, z]\nb: [*a, *a]\n<<: {m: 1}\n", "t: |\n  one\nu: >-\n  two\n  three\n", `{"\u0061": "\u0062"}`,
		"a: &a {l: [1, 2]}\nb: &b [*a, *a]\nc: [*b, *b, *b]\n"} {
		trees, problems := tree.Parse("a.yaml", []byte(text))
		assert.Equal(t, len(problems), 0, text)
		root := trees[0].Root()
		json := string(tree.AppendJSON(nil, root))
		assert.Equal(t, root.Size(1<<20), len(json)-strings.Count(json, `\`), text)
		b := tree.NewBuilder()
		built := b.Map(root, tree.Field{Key: "x", Value: root}, tree.Field{Key: "y", Value: b.String("z", root)})
		json = string(tree.AppendJSON(nil, built))
		assert.Equal(t, built.Size(1<<20), len(json)-strings.Count(json, `\`), text)
	}
	trees, _ := tree.Parse("a.yaml", []byte("{a: &a ["+strings.Repeat("abcdefg, ", 100)+"], b: ["+
		strings.Repeat("*a, ", 100)+"]}"))
	root := trees[0].Root()
	assert.Assert(t, root.Size(1<<20) > 100_000)
	size := root.Size(1_000)
	assert.Assert(t, size > 1_000 && size < 2_000, size)
	assert.Equal(t, tree.Node{}.Size(10), 0)
}

// TestHeaviest finds the deepest value with more than half of the size.
func TestHeaviest(t *testing.T) {
	long := strings.Repeat("x", 100)
	for text, want := range map[string]string{
		"{a: " + long + ", b: " + long[1:] + ", c: {d: [" + long + long + ", 1, {e: " + long + "}]}}": `["c"]["d"]`,
		"{a: {b: {c: " + long + "}}, d: 1}":  `["a"]["b"]["c"]`,
		"{a: " + long + ", b: " + long + "}": ``,
		"[1, {a: [" + long + "]}]":           `[1]["a"][0]`,
	} {
		trees, _ := tree.Parse("a.yaml", []byte(text))
		n, path := trees[0].Root().Heaviest(1<<20), ""
		for at := trees[0].Root(); at != n; {
			for i, c := 0, at.First(); c.Exists(); i, c = i+1, c.Next() {
				if c == n || holds(c, n) {
					if path += fmt.Sprintf("[%q]", c.Key()); c.Key() == "" {
						path = strings.TrimSuffix(path, `[""]`) + fmt.Sprintf("[%d]", i)
					}
					at = c
					break
				}
			}
		}
		assert.Equal(t, path, want, text)
	}
}

func holds(n, wanted tree.Node) bool {
	for c := range n.Children() {
		if c == wanted || holds(c, wanted) {
			return true
		}
	}
	return false
}
