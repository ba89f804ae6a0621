package tree

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// FuzzPrinter prints random templates with random values in their holes. A compiled template and a filled one are
// printed like a value that was built without holes.
func FuzzPrinter(f *testing.F) {
	for i, s := range nasty {
		f.Add(s, nasty[len(nasty)-1-i], uint64(i))
	}
	f.Fuzz(func(t *testing.T, a, b string, seed uint64) {
		checkPrinter(t, scalars{rand.New(rand.NewPCG(seed, 2)), []string{a, b}})
	})
}

// TestPrinterRandomValues is the same without a fuzzer.
func TestPrinterRandomValues(t *testing.T) {
	values := uint64(2_000)
	if testing.Short() {
		values = 400
	}
	for seed := range values {
		r := rand.New(rand.NewPCG(seed, 3))
		checkPrinter(t, scalars{r, []string{nasty[r.IntN(len(nasty))]}})
	}
}

// checkPrinter builds a template and, in the same walk, the value that it is with each of three sets of values.
func checkPrinter(t *testing.T, s scalars) {
	b := NewBuilder()
	const sets = 3
	holes := map[Node]int{}
	values := make([][]Node, sets)
	hole := func() []Node {
		n := b.String("hole", Node{})
		holes[n] = len(holes)
		row := []Node{n}
		for i := range values {
			value := built(t, b, s.value(2))
			if s.IntN(12) == 0 {
				value = Node{}
			}
			values[i] = append(values[i], value)
			row = append(row, value)
		}
		return row
	}
	rows := holed(t, b, s, 4, hole)
	compiled := Compile(rows[0], holes, false)
	for i, values := range values {
		want := string(AppendYAML([]byte("---\n"), rows[i+1]))
		assert.Equal(t, string(AppendYAML([]byte("---\n"), b.Fill(rows[0], holes, values))), want)
		assert.Equal(t, string(compiled.AppendYAML([]byte("---\n"), values)), want)
	}
}

// holed builds a random template, and the value that it is with each set of values.
func holed(t *testing.T, b *Builder, s scalars, depth int, hole func() []Node) (rows []Node) {
	kind := s.IntN(4)
	if depth == 0 || kind == 0 {
		if s.IntN(2) == 0 {
			return hole()
		}
		n := built(t, b, s.value(depth))
		return []Node{n, n, n, n}
	}
	fields, keys := make([][]Field, 4), map[string]bool{}
	for range 1 + s.IntN(4) {
		key := s.next()
		if keys[key] { // with an absent value the other field of this name would count
			continue
		}
		keys[key] = true
		children := holed(t, b, s, depth-1, hole)
		for i, child := range children {
			fields[i] = append(fields[i], Field{key, child})
		}
	}
	keep := s.IntN(5) == 0
	for _, of := range fields {
		n := b.Map(Node{}, of...)
		if kind == 1 {
			var items []Node
			for _, f := range of {
				items = append(items, f.Value)
			}
			n = b.List(Node{}, items...)
		}
		if keep {
			n = b.Verbatim(n)
		}
		rows = append(rows, n)
	}
	return rows
}

// TestFill has what random values do not have: nodes of a document, in several places, and positions.
func TestFill(t *testing.T) {
	root := parsed(t, "a: &x {b: 1, c: [hole, {d: ~}]}\ne: *x\nf: {g: h}\n")
	b := NewBuilder()
	hole := root.At("a", "c").First()
	holes := map[Node]int{hole.Value(): 0}
	filled := b.Fill(root, holes, []Node{root.Get("f")})
	assert.Equal(t, string(AppendYAML(nil, filled)), "a:\n  b: 1\n  c:\n  - g: h\n  - {}\ne:\n  b: 1\n  c:\n  - g: h\n"+
		"  - {}\nf:\n  g: h\n")
	assert.Equal(t, filled.At("a", "c").Position(), root.At("a", "c").Position())
	assert.Equal(t, filled.Get("a").KeyPosition(), root.Get("a").KeyPosition())
	assert.Assert(t, filled.Get("f").Same(root.Get("f")))
	assert.Assert(t, b.Fill(root.Get("f"), holes, nil) == root.Get("f"))
	assert.Equal(t, string(AppendYAML(nil, b.Fill(root.Get("a"), holes, []Node{{}}))), "b: 1\nc:\n- {}\n")
	assert.Assert(t, b.Fill(hole, holes, []Node{root}) == root)
	assert.Assert(t, !b.Fill(Node{}, holes, nil).Exists())
	assert.Equal(t, string(Compile(Node{}, holes, false).AppendYAML([]byte("x"), nil)), "x")
}

// TestPrintedList compares a list that is printed once with any other list, at several places and with all kinds of
// items.
func TestPrintedList(t *testing.T) {
	long := strings.Repeat("word ", 30)
	root := parsed(t, "- {long: "+long+", quoted: \""+long+"\"}\n- {name: a, ready: \"x == \\\"y\\\"\"}\n"+
		"- [1.10, [], {}]\n- |\n  two\n\n  lines\n- ~\n- [[{b: {c: [d]}}]] # x\n")
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
				assert.Equal(t, string(AppendYAML([]byte("---\n"), in(printed))),
					string(AppendYAML([]byte("---\n"), in(plain))), name)
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
