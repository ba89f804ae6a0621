package yamledit_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// checkUpdate updates a text, and checks that it says what is wanted then, or is refused.
func checkUpdate(t testing.TB, text []byte, want tree.Node) (updated []byte, ok bool) {
	t.Helper()
	before := bytes.Clone(text)
	updated, ok = yamledit.Update(text, want)
	assert.DeepEqual(t, text, before)
	if !ok {
		assert.Assert(t, updated == nil)
		return nil, false
	}
	trees, _ := tree.Parse("", updated)
	assert.Equal(t, len(trees), 1)
	same := tree.Comparison{Before: tree.NullsLikeAfter}
	assert.Assert(t, same.Equal(trees[0].Root(), want), "%s", updated)
	again, ok := yamledit.Update(updated, want)
	assert.Assert(t, ok)
	assert.Equal(t, string(again), string(updated))
	return updated, true
}

// mutation is one change of a value, and how many lines of the text it may change (before) or make (after).
type mutation struct {
	name          string
	want          tree.Node
	before, after int
}

// fresh are new values. Some need quotes.
var fresh = []string{"x", "1", "on", "a: b", "a, b", "", "- a", "# a", "it's", "\"a\"", "a\\b", "é",
	strings.Repeat("word ", 30) + "x"}

// mutated changes one value in a tree.
func mutated(r *rand.Rand, root tree.Node) mutation {
	var all []tree.Node
	var walk func(tree.Node)
	walk = func(n tree.Node) {
		all = append(all, n)
		for child := range n.Children() {
			walk(child)
		}
	}
	walk(root)
	b := tree.NewBuilder()
	at := all[r.IntN(len(all))]
	word := fresh[r.IntN(len(fresh))]
	value := b.String(word, tree.Node{})
	m := mutation{name: "set " + at.Key(), before: 1, after: 1 + len(word)/70} // lines end before column 80
	switch n := r.IntN(3); {
	case n == 0 && at != root:
		m = mutation{name: "remove " + at.Key(), before: anyNumber, after: 1}
		value = tree.Node{}
	case at.Kind() == tree.Map:
		m.name = "add to " + at.Key()
		m.after++
		value = b.Map(at, append(at.Fields(), tree.Field{Key: "new" + fresh[r.IntN(5)], Value: value})...)
	case at.Kind() == tree.List:
		m.name = "add to " + at.Key()
		m.after++
		items := slices.Collect(at.Children())
		value = b.List(at, slices.Insert(items, r.IntN(len(items)+1), value)...)
	}
	// it is on several lines, perhaps
	if spelling := at.Spelling(); at.Len() == 0 && (spelling == "" || strings.Contains(spelling, "\n")) {
		m.before = anyNumber
	}
	m.want = b.Fill(root, map[tree.Node]int{at.Value(): 0}, []tree.Node{value})
	return m
}

const anyNumber = 1 << 20

// changedLines counts the lines of each text between those that both begin and end with.
func changedLines(before, after string) (inBefore, inAfter int) {
	b, a := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(b), len(a)
}

// TestUpdateRandom changes one value of random documents: nearly all can be changed, and no other line does.
func TestUpdateRandom(t *testing.T) {
	tried, refused := map[string]int{}, map[string]int{}
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 52))
		text := yamltest.Document(r)
		trees, _ := tree.Parse("", text)
		if len(trees) != 1 || bytes.Contains(text, []byte("*")) {
			continue
		}
		m := mutated(r, trees[0].Root())
		kind, _, _ := strings.Cut(m.name, " ")
		updated, ok := checkUpdate(t, text, m.want)
		if tried[kind]++; !ok {
			refused[kind]++
			continue
		}
		before, after := changedLines(string(text), string(updated))
		assert.Check(t, before <= m.before && after <= m.after, "seed %d, %s: %d and %d lines\n%s\n%s", seed, m.name,
			before, after, text, updated)
	}
	for kind, most := range map[string]int{"set": 10, "add": 10, "remove": 30} { // the only field of a document cannot go
		assert.Check(t, refused[kind]*100 < most*tried[kind], "%s: %d of %d refused", kind, refused[kind], tried[kind])
	}
}

// TestUpdateSeveral changes several values of random documents at once, also of those with anchors: what comes out is
// exactly what is wanted, with the line ends of the text.
func TestUpdateSeveral(t *testing.T) {
	tried, refused := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 53))
		text := yamltest.Document(r)
		trees, _ := tree.Parse("", text)
		if len(trees) != 1 {
			continue
		}
		want := trees[0].Root()
		for n := 2 + r.IntN(3); n > 0 && want.Exists(); n-- {
			want = mutated(r, want).want
		}
		updated, ok := checkUpdate(t, text, want)
		if tried++; !ok {
			refused++
			continue
		}
		isWindows := bytes.Contains(text, []byte("\r\n"))
		ends := bytes.ReplaceAll(updated, []byte("\r\n"), nil)
		assert.Check(t, !isWindows || !bytes.Contains(ends, []byte("\n")), "seed %d:\n%q\n%q", seed, text, updated)
	}
	assert.Check(t, refused*100 < 35*tried, "%d of %d refused", refused, tried) // aliases, and roots of another kind
}
