package tree

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestStencil holds that a filled stencil reads as the map that has the values in the place of the holes.
func TestStencil(t *testing.T) {
	root := parsed(t, awkward)
	for _, value := range append(collect(root), root) {
		if value.Kind() == Null {
			continue
		}
		b := NewBuilder()
		build := func(one, two Node) Node {
			return b.Map(root,
				Field{"a", b.String("x", root)}, Field{"b", one}, Field{"c", b.List(root, b.Map(root, Field{"k", two}, Field{"z", root}))},
				Field{"m", b.Map(root, Field{"deep", b.Verbatim(b.Map(root, Field{"n", one}))})}, Field{"y", two})
		}
		s := NewStencil(build(b.Hole(0), b.Hole(1)), nil)
		for range 2 { // filling changes nothing
			assert.Equal(t, string(s.AppendYAML([]byte("---\n"), []Filling{{Node: value}, {Node: root.First()}})),
				string(AppendYAML([]byte("---\n"), build(value, root.First()))))
		}
	}
}

// awkward is a list of what is not easily printed.
const awkward = `
- plain
- "on"
- ""
- 1.10
- ~
- [a, [b], {c: d}]
- {}
- []
- {a: ~, b: {c: ~}}
- |
  two

  lines
- a text that goes on and on until it is longer than the eighty characters behind which a line is broken at a space
- "a text: that goes on and on until it is longer than the eighty characters behind which a line is broken at a space"
- "tab\t that goes on and on until it is longer than the eighty characters behind which a line is broken at a space"
- 6.9.0 # {"$imagepolicy": "a:b:tag"}
`
