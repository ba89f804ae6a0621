package tree

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPrintedList holds that a list that is printed once reads as any other list, wherever it stands and whatever it holds.
func TestPrintedList(t *testing.T) {
	long := strings.Repeat("word ", 30)
	root := parsed(t, "- {long: "+long+", quoted: \""+long+"\"}\n- {name: a, ready: \"x == \\\"y\\\"\"}\n- [1.10, [], {}]\n- |\n  two\n\n  lines\n- ~\n- [[{b: {c: [d]}}]] # x\n")
	for name, items := range map[string][]Node{"some": collect(root), "none": nil} {
		t.Run(name, func(t *testing.T) {
			b := NewBuilder()
			plain, printed := b.List(root, items...), b.PrintedList(2, root, items...)
			assert.Equal(t, printed.Len(), plain.Len())
			around := map[string]func(Node) Node{
				"alone":  func(n Node) Node { return n },
				"field":  func(n Node) Node { return b.Map(root, Field{"a", b.Map(root, Field{"b", n}, Field{"c", root})}) },
				"item":   func(n Node) Node { return b.List(root, n, b.List(root, n)) },
				"linked": func(n Node) Node { return b.Map(root, b.Map(root, Field{"a", n}).Fields()...) },
			}
			for name, in := range around {
				assert.Equal(t, string(AppendYAML([]byte("---\n"), in(printed))), string(AppendYAML([]byte("---\n"), in(plain))), name)
				assert.Equal(t, string(AppendJSON(nil, in(printed))), string(AppendJSON(nil, in(plain))), name)
			}
		})
	}
}

func collect(list Node) (items []Node) {
	for item := range list.Children() {
		items = append(items, item)
	}
	return items
}
