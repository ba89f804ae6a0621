package tree_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func parsed(t *testing.T, text string) tree.Node {
	t.Helper()
	trees, problems := tree.Parse("x.yaml", []byte(text))
	for _, p := range problems {
		assert.Assert(t, p.Remark, "%v", p) // warnings about numbers
	}
	return trees[0].Root()
}

// kept returns a value whose nulls are values.
func kept(t *testing.T, text string) tree.Node { return tree.NewBuilder().Verbatim(parsed(t, text)) }

// listed prints what differs.
func listed(r tree.Comparison, before, after tree.Node) string {
	var all []string
	for d := range r.Differences(before, after) {
		all = append(all, fmt.Sprintf("%s: %s → %s", d.Path, d.Before.JSON(), d.After.JSON()))
	}
	return strings.Join(all, "; ")
}

func TestDifferences(t *testing.T) {
	eachField := tree.Comparison{EachField: true}
	setters := tree.Comparison{Setters: true}
	const setter = "a: x # {\"$imagepolicy\": \"a:b\"}"
	for _, c := range []struct {
		name          string
		rules         tree.Comparison
		before, after string
		want          string
	}{
		{"keys in another order", tree.Comparison{}, "{a: 1, b: [x, {c: true}]}", "{b: [x, {c: true}], a: 1}", ""},
		{"another style", tree.Comparison{}, "{a: \"x\"} # one", "a: x", ""},
		{"another kind", tree.Comparison{}, `{a: "1"}`, "{a: 1}", `a: "1" → 1`},
		{"another spelling of a number", tree.Comparison{}, "{a: 1.0}", "{a: 1}", "a: 1.0 → 1"},
		{"a field less", tree.Comparison{}, "{a: false, b: 1}", "{b: 1}", "a: false → "},
		{"a field more", tree.Comparison{}, "{b: 1}", "{a: [], b: 1}", "a:  → []"},
		{"other fields", tree.Comparison{}, "{a: 1, c: 1, e: 1, f: 1}", "{b: 1, c: 2, d: 1, f: 1}",
			"a: 1 → ; b:  → 1; c: 1 → 2; e: 1 → ; d:  → 1"},
		{"a map and a list", tree.Comparison{}, "{a: {}}", "{a: []}", "a: {} → []"},
		{"a scalar and a list", tree.Comparison{}, "{a: 1}", "{a: [1]}", "a: 1 → [1]"},
		{"an item less", tree.Comparison{}, "{a: [1, 2]}", "{a: [1]}", "a: [1,2] → [1]"},
		{"items in another order", tree.Comparison{}, "{a: [1, 2]}", "{a: [2, 1]}", "a[0]: 1 → 2; a[1]: 2 → 1"},
		{"below items", tree.Comparison{}, "{a: [{b: [1]}]}", "{a: [{b: [2]}]}", "a[0].b[0]: 1 → 2"},
		{"a map less", tree.Comparison{}, "{a: {b: 1, c: {d: 2}}}", "{}", `a: {"b":1,"c":{"d":2}} → `},
		{"a map more", tree.Comparison{}, "{}", "{a: {b: 1}}", `a:  → {"b":1}`},
		{"the whole", tree.Comparison{}, "a", "b", `: "a" → "b"`},

		{"each field less", eachField, "{a: {b: 1, c: {d: 2}}, x: 1}", "{x: 1}", "a.b: 1 → ; a.c.d: 2 → "},
		{"each field more", eachField, "{x: 1}", "{a: {b: 1}, x: 1}", "a.b:  → 1"},
		{"an empty map more", eachField, "{b: 1}", "{a: {}, b: 1}", "a:  → {}"},
		{"a map is empty", eachField, "{a: {b: 1}}", "{a: {}}", `a: {"b":1} → {}`},
		{"a map that is a scalar now", eachField, "{a: {b: 1}}", "{a: 1}", `a: {"b":1} → 1`},

		{"null is absent", tree.Comparison{}, "{a: null, b: {c: null}}", "{b: {}}", ""},
		{"nulls of before", tree.Comparison{Before: tree.AllNulls}, "{a: null}", "{}", "a: null → "},
		{"nulls of after", tree.Comparison{After: tree.AllNulls}, "{}", "{a: {b: null}}", `a:  → {"b":null}`},
		{"the other side has no nulls", tree.Comparison{After: tree.AllNulls}, "{a: null}", "{}", ""},
		{"null in a list", tree.Comparison{Before: tree.NoNulls, After: tree.NoNulls}, "{a: [null]}", "{a: [1]}",
			"a[0]: null → 1"},

		{"a setter comment less", tree.Comparison{}, setter, "a: x", ""},
		{"a setter comment that counts", setters, setter, "a: x", `a: "x" → "x"`},
		{"the same setter comment", setters, setter, setter, ""},
	} {
		assert.Equal(t, listed(c.rules, parsed(t, c.before), parsed(t, c.after)), c.want, c.name)
		assert.Equal(t, c.rules.Equal(parsed(t, c.before), parsed(t, c.after)), c.want == "", c.name)
	}
}

// TestKeptNulls compares values below which nulls are values.
func TestKeptNulls(t *testing.T) {
	for _, c := range []struct {
		name          string
		rules         tree.Comparison
		before, after tree.Node
		want          string
	}{
		{"on both sides", tree.Comparison{}, kept(t, "{a: null}"), kept(t, "{a: null}"), ""},
		{"below", tree.Comparison{}, kept(t, "{a: {b: null, c: 1}}"), kept(t, "{a: {c: 1}}"), "a.b: null → "},
		{"gone", tree.Comparison{}, kept(t, "{a: null}"), kept(t, "{}"), "a: null → "},
		{"new, and the author's", tree.Comparison{}, parsed(t, "{a: null}"), kept(t, "{a: null}"), "a:  → null"},
		{"as after", tree.Comparison{Before: tree.NullsLikeAfter}, parsed(t, "{a: null}"), kept(t, "{a: null}"), ""},
		{"gone, as after", tree.Comparison{Before: tree.NullsLikeAfter}, parsed(t, "{a: null}"), kept(t, "{}"), "a: null → "},
		{"absent, as after", tree.Comparison{Before: tree.NullsLikeAfter}, kept(t, "{a: null}"), parsed(t, "{}"), ""},
		{"none", tree.Comparison{Before: tree.NoNulls, After: tree.NoNulls}, kept(t, "{a: null}"), kept(t, "{}"), ""},
	} {
		assert.Equal(t, listed(c.rules, c.before, c.after), c.want, c.name)
	}
}

// TestOneNode compares a node with itself under two rules.
func TestOneNode(t *testing.T) {
	n := parsed(t, "{a: null, b: 1}")
	assert.Equal(t, listed(tree.Comparison{}, n, n), "")
	assert.Equal(t, listed(tree.Comparison{Before: tree.AllNulls}, n, n), "a: null → ")
}

func TestSkip(t *testing.T) {
	r := tree.Comparison{Skip: func(at tree.Path) bool { return at.Is("a", "b") || len(at) > 2 }}
	got := listed(r, parsed(t, "{a: {b: 1, c: 1}, c: [{d: 1}], d: 1}"), parsed(t, "{a: {b: 2, c: 2}, c: [{d: 2}], d: 1}"))
	assert.Equal(t, got, "a.c: 1 → 2; c[0].d: 1 → 2")
}

func TestPath(t *testing.T) {
	assert.Assert(t, !tree.Path{{Key: "a"}, {List: true}}.Is("a", ""))
	before, after := parsed(t, "{y: {a/b: [{c: 1}, {c: [{d: 1}]}]}}"), parsed(t, "{y: {a/b: [{c: 1}, {c: [{d: 2}]}]}}")
	for d := range (tree.Comparison{}).Differences(before, after) {
		assert.Equal(t, d.Path.String(), "true[a/b][1].c[0].d")
		assert.Equal(t, d.Path.Written(), "y[a/b][1].c[0].d")
		assert.DeepEqual(t, d.Path.Keys(), []string{"true", "a/b"})
		assert.Equal(t, d.Around[0].Get("d").Text()+d.Around[1].Get("d").Text(), "12")
		assert.Assert(t, d.Path.Compare(d.Path) == 0 && d.Path[:2].Compare(d.Path) < 0 && d.Path.Compare(d.Path[:2]) > 0)
	}
}

// TestRandom holds for random values: a value equals itself in any order of its keys, the sides are reversed when
// they change places, and with what differs in its place, before becomes after.
func TestRandom(t *testing.T) {
	for seed := range uint64(2_000) {
		r := rand.New(rand.NewPCG(seed, 1))
		before, after := parsed(t, "v: "+random(r, 3)), parsed(t, "v: "+random(r, 3))
		rules := tree.Comparison{EachField: seed%2 == 0, Before: tree.AllNulls, After: tree.AllNulls}
		assert.Assert(t, rules.Equal(before, before))
		forth, back := map[string]string{}, map[string]string{}
		for d := range rules.Differences(before, after) {
			forth[d.Path.String()] = d.Before.JSON() + d.After.JSON()
			assert.Assert(t, d.Before.JSON() != d.After.JSON(), "%d: %s", seed, d.Path)
		}
		for d := range rules.Differences(after, before) {
			back[d.Path.String()] = d.After.JSON() + d.Before.JSON()
		}
		assert.DeepEqual(t, forth, back)
		same := string(tree.AppendJSON(nil, tree.NewBuilder().Verbatim(before))) ==
			string(tree.AppendJSON(nil, tree.NewBuilder().Verbatim(after)))
		assert.Equal(t, len(forth) == 0, same, "%d", seed)
	}
}

func random(r *rand.Rand, depth int) string {
	switch n := r.IntN(5); {
	case depth == 0 || n == 0:
		return []string{"1", "x", "null", "true", `"1"`, "{}", "[]"}[r.IntN(7)]
	case n == 1:
		return "[" + random(r, depth-1) + ", " + random(r, depth-1) + "]"
	}
	var fields []string
	for _, key := range []string{"b", "a", "10", "9", "1b"} {
		if r.IntN(2) == 0 {
			fields = append(fields, `"`+key+`": `+random(r, depth-1))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
