package tree

import (
	"strconv"
	"testing"

	"gotest.tools/v3/assert"
)

func TestBuilder(t *testing.T) {
	root := parsed(t, "a: {b: c} # x\nd: 1.10 # {\"$d\"}\ne: [f]\n")
	b := NewBuilder()
	n := b.Map(root.Get("a"),
		Field{"z", root.Get("a")}, Field{"d", root.Get("d")}, Field{"none", Node{}}, Field{"z", root.Get("e")},
		Field{"l", b.List(Node{}, root.Get("d"), Node{}, b.Bool(true, root.Get("e")), b.String("on", Node{}))})
	assert.Equal(t, string(AppendYAML(nil, n)), "d: 1.10 # {\"$d\"}\nl:\n- 1.10 # {\"$d\"}\n- true\n- \"on\"\nz:\n- f\n")
	assert.Equal(t, n.Kind(), Map)
	assert.Equal(t, n.Len(), 3)
	assert.Equal(t, n.Position(), root.Get("a").Position())
	assert.Equal(t, n.Get("z").Position(), root.Get("e").Position())
	assert.Equal(t, n.Get("z").KeyPosition(), root.Get("e").KeyPosition())
	truth := n.Get("l").First().Next()
	assert.Equal(t, truth.Position(), root.Get("e").Position())
	assert.Equal(t, truth.Next().Position(), Position{})
	assert.Equal(t, truth.Next().Text(), "on")
	assert.Equal(t, truth.Next().Key(), "")
	assert.Equal(t, n.Get("d").Written(), "1.10")
	assert.Equal(t, n.Get("d").Setter(), `# {"$d"}`)

	again := NewBuilder().Map(n, n.Fields()...)
	assert.Equal(t, string(AppendYAML(nil, again)), string(AppendYAML(nil, n)))
	assert.Equal(t, again.Position(), n.Position())
	assert.Equal(t, string(AppendYAML(nil, root)), "a:\n  b: c\nd: 1.10 # {\"$d\"}\ne:\n- f\n")
}

// TestWithSetter gives a scalar another comment and leaves it as it is in everything else: its kind, its digits and
// its position.
func TestWithSetter(t *testing.T) {
	root := parsed(t, "a: 0123\nb: 1.10 # {\"$b\"}\nc: {d: on}\ne: null\nf: \"1\"\n")
	b := NewBuilder()
	for _, key := range []string{"a", "b", "e", "f"} {
		n := root.Find(key)
		marked := b.WithSetter(n, `# {"$new"}`)
		assert.Equal(t, marked.Setter(), `# {"$new"}`)
		assert.Equal(t, string(AppendJSON(nil, marked)), string(AppendJSON(nil, n)))
		assert.Equal(t, marked.Kind(), n.Kind())
		assert.Equal(t, marked.Written(), n.Written())
		assert.Equal(t, marked.Position(), n.Position())
		assert.Equal(t, b.WithSetter(n, ""), n)
	}
	assert.Equal(t, root.Get("b").Setter(), `# {"$b"}`)
	assert.Equal(t, b.WithSetter(root.Get("c"), "# {}"), root.Get("c"))
	assert.Assert(t, !b.WithSetter(Node{}, "# {}").Exists())
	b.Reset()
	assert.Equal(t, b.String("first", Node{}).Setter(), "")
}

// TestMarked finds the scalars with a setter comment of their own, in the order of the file, also where a merge key
// has copied them.
func TestMarked(t *testing.T) {
	root := parsed(t, `z: 1 # {"$z"}
a: &a 2 # {"$a"}
alias: *a
own: *a # {"$own"}
map: &map {b: 3, # {"$b"}
  c: 4}
merged: {<<: *map, c: 5 } # {"$stray"}
again:
  <<: {d: *a}
list:
- null # {"$null"}
- text # no setter
`)
	var lines []string
	for _, n := range root.Tree().Marked() {
		lines = append(lines, strconv.Itoa(n.Position().Line)+" "+Paths([]Node{n})[0]+" "+n.Setter())
	}
	assert.DeepEqual(t, lines,
		[]string{`1 z # {"$z"}`, `2 a # {"$a"}`, `4 own # {"$own"}`, `5 merged.b # {"$b"}`, `11 list[0] # {"$null"}`})
	assert.Assert(t, parsed(t, "a: 1").Tree().Marked() == nil)
	assert.Assert(t, NewBuilder().tree.Marked() == nil)
}

func TestSame(t *testing.T) {
	root := parsed(t, "a: &x {b: 1}\nc: *x\nd: {b: 1}\n")
	b := NewBuilder()
	n := b.Map(root, Field{"k", root.Get("a")})
	assert.Assert(t, n.Get("k").Same(root.Get("a")))
	assert.Assert(t, b.Verbatim(root.Get("a")).Same(root.Get("a")))
	assert.Assert(t, root.At("a", "b").Same(root.At("c", "b")))
	assert.Assert(t, !root.Get("a").Same(root.Get("d")))
	assert.Assert(t, !Node{}.Same(Node{}))
}

func TestVerbatim(t *testing.T) {
	root := parsed(t, "a: {b: ~}")
	b := NewBuilder()
	kept := b.Verbatim(root.Get("a"))
	assert.Assert(t, kept.KeepsNulls())
	assert.Assert(t, !root.Get("a").KeepsNulls())
	assert.Assert(t, b.Map(Node{}, Field{"a", kept}).Get("a").KeepsNulls())
	assert.Assert(t, b.List(Node{}, kept).First().KeepsNulls())
	assert.Assert(t, !b.Verbatim(Node{}).Exists())
	assert.Assert(t, !Node{}.KeepsNulls())
}

func TestNode(t *testing.T) {
	root := parsed(t, "a: ~\nb: {c: [d, ~]}\n'e': \"f\"\n")
	assert.Equal(t, root.Find("a").Kind(), Null)
	assert.Equal(t, root.Find("a").Text(), "")
	assert.Equal(t, root.Get("a").Kind(), Absent)
	assert.Equal(t, root.At("b", "c").Len(), 2)
	assert.Equal(t, root.At("b", "c", "d"), Node{})
	assert.Equal(t, root.At("a", "x"), Node{})
	assert.Equal(t, root.Get("e").Text(), "f")
	assert.Equal(t, root.Get("b").Key(), "b")
	var none Node
	assert.Equal(t, none.Text()+none.Written()+none.Key()+none.Setter(), "")
	assert.Equal(t, none.Len(), 0)
	assert.Assert(t, none.Tree() == nil && !none.First().Exists() && !none.Next().Exists())
	for kind := Absent; kind <= Map; kind++ {
		assert.Assert(t, kind.String() != "")
	}
}

// TestBuilderOfMany builds values while their tree grows.
func TestBuilderOfMany(t *testing.T) {
	const many = 12_288
	b := NewBuilder()
	var items []Node
	for i := range many {
		items = append(items, b.Map(Node{}, Field{"n", b.String(strconv.Itoa(i), Node{})},
			Field{"b", b.Bool(i%2 == 0, Node{})}))
	}
	all := b.List(Node{}, items...) // more than a tree is to hold
	i := 0
	for item := range b.PrintedList(0, Node{}, items...).Children() {
		assert.Equal(t, item.Get("n").Text(), strconv.Itoa(i))
		assert.Equal(t, item.Get("b").Text() == "true", i%2 == 0)
		i++
	}
	assert.Equal(t, i, many)
	assert.Equal(t, all.Len(), i)
	assert.Equal(t, string(AppendJSON(nil, b.Verbatim(all))), string(AppendJSON(nil, all)))
}
