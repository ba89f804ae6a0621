package tree

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestRebuild(t *testing.T) {
	root := parsed(t, "a: {b: c, d: [e, f]}\ng: h\n")
	b := NewBuilder()
	same := func(n Node) Node { return n }
	assert.Equal(t, b.Rebuild(root, same), root)
	assert.Equal(t, b.Rebuild(root.Get("g"), func(Node) Node { return Node{} }), root.Get("g"))
	made := b.Rebuild(root.Get("a"), func(n Node) Node {
		if n.Key() == "b" {
			return Node{}
		}
		return b.Rebuild(n, func(item Node) Node {
			if item.Text() == "e" {
				return b.String("z", item)
			}
			return item
		})
	})
	assert.Equal(t, string(AppendYAML(nil, made)), "d:\n- z\n- f\n")
	assert.Equal(t, made.Position(), root.Get("a").Position())
	assert.Equal(t, made.Get("d").Position(), root.At("a", "d").Position())
	assert.Assert(t, made.Get("d").First().Next().Same(root.At("a", "d").First().Next()))
}

func TestWithout(t *testing.T) {
	root := parsed(t, "a: 1\nb: {a: 2}\nc: ~\n")
	n := NewBuilder().Without(root, "a", "c", "x")
	assert.Equal(t, string(AppendJSON(nil, n)), `{"b":{"a":2}}`)
	assert.Equal(t, n.Position(), root.Position())
}
