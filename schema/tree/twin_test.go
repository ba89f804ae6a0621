package tree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

// TestTwin says of each item of a list which one is its Twin, counted from 0, with what its Differences mean; a dash for one without.
func TestTwin(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"scalars":               {"- {a: 1, b: x}\n- {a: 1, b: w}\n- {a: 2, b: x}\n- {a: 3, b: z}\n", []string{"-", "0 [w]", "0 [2]", "0 [3 z]"}},
		"all alike":             {"- a: {b: [c, {d: e}]}\n- a: {b: [c, {d: e}]}\n", []string{"-", "0 []"}},
		"below maps and lists":  {"- a: {b: [c, {d: e}], f: g}\n- a: {b: [x, {d: w}], f: z}\n", []string{"-", "0 [x w z]"}},
		"order of the text":     {"- {b: 1, a: 2}\n- {b: 3, a: 4}\n", []string{"-", "0 [3 4]"}},
		"keys in another order": {"- {a: 1, b: 2}\n- {b: 2, a: 1}\n- {a: 3, b: 2}\n- {b: 4, a: 1}\n", []string{"-", "-", "0 [3]", "1 [4]"}},
		"another kind":          {"- {a: 1}\n- {a: x}\n- {a: true}\n- {a: [x]}\n- {a: {x: 1}}\n", []string{"-", "-", "-", "-", "-"}},
		"a digit in quotes":     {"- {a: 1}\n- {a: \"1\"}\n- {a: \"2\"}\n", []string{"-", "-", "1 [2]"}},
		"null":                  {"- {a: 1}\n- {a: ~}\n- {a: }\n- {a: null}\n- {a: ~}\n", []string{"-", "-", "1 []", "1 [null]", "1 []"}},
		"another key":           {"- {a: 1, b: 1}\n- {a: 1, c: 1}\n- {a: 1}\n- {a: 1, b: 1, c: 1}\n", []string{"-", "-", "-", "-"}},
		"a key further down":    {"- {a: {b: {c: 1}}}\n- {a: {b: {d: 1}}}\n- {a: {b: {c: 2}}}\n", []string{"-", "-", "0 [2]"}},
		"as many nodes":         {"- {a: {b: 1}, c: 1}\n- {a: {b: 1, c: 1}}\n- {a: {}, b: 1, c: 1}\n", []string{"-", "-", "-"}},
		"longer lists":          {"- a: [x, z]\n- a: [x]\n- a: [x, z, z]\n- a: [z, z]\n", []string{"-", "-", "-", "0 [z]"}},
		"lists cut otherwise":   {"- a: [[x, v], [z]]\n- a: [[x], [v, z]]\n", []string{"-", "-"}},
		"empty":                 {"- {}\n- {}\n- a: {}\n- a: []\n- a: {}\n", []string{"-", "0 []", "-", "-", "2 []"}},
		"flow and block":        {"- {a: [x, {b: 1}], c: \"d\"}\n- a:\n  - x\n  - b: 2\n  c: d\n", []string{"-", "0 [2]"}},
		"quotes":                {"- {a: x, b: \"y\", c: 'z'}\n- {a: \"x\", b: 'y', c: z}\n- {a: \"\\x78\", b: \"n\", c: z}\n", []string{"-", "0 []", "0 [n]"}},
		"quotes of keys":        {"- {a: x}\n- {\"a\": x}\n- {a: z}\n", []string{"-", "-", "0 [z]"}},
		"blocks":                {"- a: \"x\\ny\\n\"\n- a: |\n    x\n    y\n- a: >\n    x\n    y\n", []string{"-", "0 []", "0 [x y\n]"}},
		"spelt otherwise": {"- {a: on, b: 0x10, c: 1.0}\n- {a: yes, b: 16, c: 1.0}\n- {a: on, b: 0x10, c: 1.00}\n",
			[]string{"-", "0 [true 16]", "0 [1.00]"}},
		"setters": {"- a: x # {\"$s\": 1}\n  b: 1\n- a: x # {\"$s\": 2}\n  b: 1\n- a: x\n  b: 1\n- a: x # {\"$s\": 1}\n  b: 2\n- a: x # {\"$s\": 1}\n  b: 1\n",
			[]string{"-", "0 [x]", "0 [x]", "0 [2]", "0 []"}},
		"comments": {"- a: x # b\n- a: x # c\n", []string{"-", "0 []"}},

		"by turns":      {"- {a: 1}\n- {b: 1}\n- {a: 2}\n- {b: 2}\n- {a: 1}\n- {b: 1}\n", []string{"-", "-", "0 [2]", "1 [2]", "0 []", "1 []"}},
		"of four kinds": {"- {a: 1}\n- {b: 1}\n- {c: 1}\n- {d: 1}\n- {a: 2}\n- {d: 2}\n", []string{"-", "-", "-", "-", "0 [2]", "3 [2]"}},
		"of five kinds": {"- {a: 1}\n- {b: 1}\n- {c: 1}\n- {d: 1}\n- {e: 1}\n- {b: 2}\n- {a: 2}\n- {b: 3}\n- {a: 3}\n",
			[]string{"-", "-", "-", "-", "-", "1 [2]", "-", "-", "6 [3]"}},
		"no maps":         {"- a\n- a\n- [a]\n- [a]\n- ~\n- {a: 1}\n- a\n- {a: 2}\n", []string{"-", "-", "-", "-", "-", "-", "-", "5 [2]"}},
		"other documents": {"- {a: 1}\n---\n- {a: 1}\n- {a: 2}\n", []string{"-", "-", "0 [2]"}},

		"alias of what stands before":     {"- &x {b: 1}\n- {a: *x, c: 1}\n- {a: *x, c: 2}\n", []string{"-", "-", "1 [2]"}},
		"alias of something else":         {"- [&x {b: 1}, &y {b: 1}]\n- {a: *x}\n- {a: *y}\n", []string{"-", "-", "-"}},
		"alias or not":                    {"- [&x {}, &y 1]\n- {a: *x, b: *y}\n- {a: {}, b: 2}\n- {a: {}, b: 1}\n", []string{"-", "-", "1 [2]", "1 []"}},
		"alias of a scalar":               {"- [&x 1, &y 2]\n- {a: *x}\n- {a: *y}\n- {a: *x}\n", []string{"-", "-", "1 [2]", "1 []"}},
		"alias with a setter":             {"- [&x 1, &y 1] # {\"$s\": 1}\n- a: *x\n- a: *x\n", []string{"-", "-", "1 []"}},
		"alias of the first":              {"- {a: &x {b: 1}, c: {b: 1}}\n- {a: {b: 1}, c: *x}\n- {a: {b: 2}, c: {b: 1}}\n", []string{"-", "-", "0 [2]"}},
		"alias within the item":           {"- {a: &x 1, b: *x}\n- {a: &x 2, b: *x}\n- {a: 3, b: 3}\n- {a: 3, b: 4}\n", []string{"-", "-", "-", "2 [4]"}},
		"alias of a map in the item":      {"- {a: &x {c: 1}, b: *x}\n- {a: &x {c: 2}, b: *x}\n", []string{"-", "-"}},
		"anchors":                         {"- &x {a: &y 1}\n- &z {a: 2}\n", []string{"-", "0 [2]"}},
		"named from outside":              {"l:\n- &x {a: 1}\n- &y {a: 2}\nm: [*x, *y]\n", []string{"-", "0 [2]"}},
		"items that are aliases":          {"m: &x {a: {b: 1}}\nl:\n- *x\n- *x\n- {a: {b: 1}}\n", []string{"-", "0 []", "-"}},
		"items that are other aliases":    {"m: [&x {a: 1}, &y {a: 1}]\nl:\n- *x\n- *y\n- *x\n", []string{"-", "-", "0 []"}},
		"an alias of an item":             {"- &x {a: 1}\n- *x\n- {a: 2}\n- *x\n", []string{"-", "-", "0 [2]", "1 []"}},
		"merge":                           {"m: &x {a: 1, b: {c: 1}}\nl:\n- {<<: *x, d: 1}\n- {<<: *x, d: 2}\n- {a: 1, b: {c: 1}, d: 1}\n", []string{"-", "0 [2]", "-"}},
		"merge that is covered":           {"m: &x {a: 1}\nl:\n- {<<: *x, a: 1}\n- {<<: *x, a: 2}\n- {<<: *x, b: 2}\n", []string{"-", "0 [2]", "-"}},
		"merge of another map":            {"m: [&x {a: {b: 1}}, &y {a: {b: 1}}]\nl:\n- {<<: *x, d: 1}\n- {<<: *y, d: 1}\n", []string{"-", "-"}},
		"merge of another map's scalar":   {"m: [&x {a: 1}, &y {a: 2}]\nl:\n- {<<: *x}\n- {<<: *y}\n", []string{"-", "-"}},
		"merge of an anchor in the item":  {"- {a: &x {c: 1}, <<: *x}\n- {a: &x {c: 2}, <<: *x}\n", []string{"-", "-"}},
		"items in items":                  {"- l: [{a: 1}, {a: 2}]\n- l: [{a: 3}, {a: 3}]\n", []string{"-", "0 [3 3]"}},
		"items in items that are no twin": {"- l: [{a: 1}, {b: 2}]\n- l: [{a: 1}, {a: 2}]\n", []string{"-", "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			docs, _ := Parse("t.yaml", []byte(c.text))
			for _, doc := range docs {
				list := doc.Root()
				if list.Kind() == Map {
					list = list.Get("l")
				}
				got = append(got, twinsOf(list)...)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
			checkTwins(t, []byte(c.text))
		})
	}
}

// twinsOf describes the items of a list as TestTwin does.
func twinsOf(list Node) (lines []string) {
	numbers := map[Node]int{}
	for item := range list.Children() {
		numbers[item.Value()] = len(numbers)
		twin := item.Twin()
		if !twin.Exists() {
			lines = append(lines, "-")
			continue
		}
		texts := []string{}
		for _, n := range item.Differences() {
			texts = append(texts, cmpText(n))
		}
		lines = append(lines, fmt.Sprint(numbers[twin], " ", texts))
	}
	return lines
}

// cmpText is what a scalar means, and how a null is written, which means nothing.
func cmpText(n Node) string {
	if n.Kind() == Null {
		return n.Written()
	}
	return n.Text()
}

// TestTwinOfNothing holds that what is no item has no Twin and no Differences.
func TestTwinOfNothing(t *testing.T) {
	root := parsed(t, "- {a: {b: 1}}\n- {a: {b: 2}}\n")
	for _, n := range []Node{{}, root, root.First().Get("a"), root.First().Next().Get("a"), root.First().Next().At("a", "b")} {
		assert.Assert(t, !n.Twin().Exists())
	}
	for range root.First().Differences() {
		t.Fatal("the first item has differences")
	}
}

// TestTwinThroughBuilder holds that an item is a twin wherever a Builder has put it, and that a map of its fields is none.
func TestTwinThroughBuilder(t *testing.T) {
	root, b := parsed(t, "- {a: 1}\n- {a: 2}\n"), NewBuilder()
	second := root.First().Next()
	moved := b.Map(root, Field{"l", b.List(root, second)}).Get("l").First()
	assert.Equal(t, moved.Twin(), root.First())
	for number, n := range moved.Differences() {
		assert.Equal(t, n, second.Get("a"))
		assert.Equal(t, root.First().Number(number), root.First().Get("a"))
	}
	assert.Assert(t, !b.Map(root, second.Fields()...).Twin().Exists())
}

// TestDifferingFields holds that fields are named in the order of the text, and again when they hold more behind others: these here do
// not.
func TestDifferingFields(t *testing.T) {
	root := parsed(t, "- {c: 1, a: {x: 1, y: [1, 2]}, b: 1, d: 1}\n- {c: 2, a: {x: 2, y: [2, 3]}, b: 1, d: 2}\n")
	var keys []string
	for field := range root.First().Next().DifferingFields() {
		keys = append(keys, field.Key())
	}
	assert.DeepEqual(t, keys, []string{"c", "a", "d"})
	for range root.First().Next().DifferingFields() {
		break // which must stop it
	}
}

// twinTexts are lists whose items are nearly alike, or hard to compare.
var twinTexts = []string{
	"- &x {a: {b: 1}}\n- &y {a: {b: 2}}\n- {<<: [*x, *y], c: 1}\n- {<<: [*x, *y], c: 2}\n- {<<: [*y, *x], c: 2}\n",
	"- {a: 1, <<: {b: {c: 1}}}\n- {a: 1, <<: {b: {c: 2}}}\n", "- {a: 1, a: 2}\n- {a: 1, a: 3}\n", "- {[a]: 1, b: 2}\n- {[b]: 1, b: 3}\n", "- {&k on: 1}\n- {&k yes: 1}\n",
	"- {a: 1, <<: {b: {c: 1}}, b: {c: 2}}\n- {a: 1, <<: {b: {c: 1}}, b: {c: 3}}\n", "- &x {a: [*x]}\n- {a: [1]}\n", "- l: [{a: 1}, {a: 2}, {b: 1}]\n- l: [{a: 1}, {a: 2}, {b: 2}]\n",
	"- {? a : b}\n- {? c : b}\n- {? a : c}\n", "- {a: !!str 1}\n- {a: \"1\"}\n- {a: ! 1}\n", "- {a: \"x\ny\"}\n- {a: 'x y'}\n", "- a: &x {b: 1}\n- a: &x {b: 2}\n- a: *x\n- a: *x\n",
}

// FuzzTwins compares the items of anything with their twins.
func FuzzTwins(f *testing.F) {
	for _, text := range slices.Concat(texts, cutTexts, twinTexts) {
		f.Add([]byte(text))
	}
	for _, data := range documents(f, slices.Concat(cases, besides)) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkTwins(t, data) })
}

// TestTwinsCorpus compares the items of the cases, with lines of them changed.
func TestTwinsCorpus(t *testing.T) {
	t.Parallel()
	r, found, rounds := rand.New(rand.NewPCG(9, 10)), 0, 6
	if testing.Short() {
		rounds = 1
	}
	for _, data := range documents(t, cases) {
		found += checkTwins(t, data)
		for range rounds {
			found += checkTwins(t, mutate(r, data))
		}
	}
	for _, text := range slices.Concat(texts, cutTexts, twinTexts) {
		found += checkTwins(t, []byte(text))
	}
	assert.Assert(t, found > 25*(1+rounds), "only %d twins", found)
}

// TestTwinsRandomItems writes a random item several times with tokens of it changed, which a fuzzer that knows bytes only does late.
func TestTwinsRandomItems(t *testing.T) {
	r, found := rand.New(rand.NewPCG(11, 12)), 0
	rounds := 5_000
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		text := "m: [&v {a: {b: 1}, c: 1}, &w [{a: 1}, {a: 2}], &u 1]\nl:\n"
		item := randomItem(r, 3)
		for range 2 + r.IntN(4) {
			text += "- " + item.again(r, 8) + "\n"
		}
		found += checkTwins(t, []byte(text))
	}
	assert.Assert(t, found > rounds/2, "only %d twins", found)
}

// itemTree is a flow map, a flow list, or without children a scalar of a kind.
type itemTree struct {
	kind     byte
	key      string
	children []itemTree
}

// kindred are scalars of a kind; of the last kind, aliases and merges.
var kindred = [][]string{{"a", "b", "\"a\"", "'c d'", "\"\\x61\""}, {"1", "2", "0x1", "1.0"}, {"true", "on", "no"}, {"~", "null", ""}, {"*v", "*w", "*u"}}

func randomItem(r *rand.Rand, depth int) (item itemTree) {
	item.kind = byte(r.IntN(len(kindred)))
	if n := r.IntN(4); depth == 3 || depth > 0 && n < 2 {
		item.kind = "{["[n%2]
		if depth == 3 {
			item.kind = '{'
		}
		keys := r.Perm(6)
		for i := range r.IntN(5) {
			child := randomItem(r, depth-1)
			child.key = []string{"a", "b", "c", "d", "&v e", "<<"}[keys[i]]
			if child.key == "<<" && child.kind != '{' {
				child = itemTree{kind: 4, key: "<<"}
			}
			item.children = append(item.children, child)
		}
	}
	return item
}

// again writes an item. Once in so many times a kind changes, and an anchor stands before a value.
func (i itemTree) again(r *rand.Rand, rarely int) string {
	var parts []string
	for _, child := range i.children {
		text := child.again(r, rarely)
		if i.kind == '{' {
			text = child.key + ": " + text
		}
		parts = append(parts, text)
	}
	all := strings.Join(parts, ", ")
	anchor := ""
	if r.IntN(10*rarely) == 0 {
		anchor = "&v "
	}
	switch i.kind {
	case '{':
		return anchor + "{" + all + "}"
	case '[':
		return anchor + "[" + all + "]"
	}
	alike := kindred[i.kind]
	if r.IntN(10*rarely) == 0 {
		alike = kindred[r.IntN(len(kindred))]
	}
	if i.key == "<<" {
		return []string{"*v", "[*v, {c: 2}]"}[r.IntN(2)]
	}
	return alike[r.IntN(len(alike))]
}

// checkTwins walks all items of a text and those that they are twins of side by side, and returns how many twins there are.
func checkTwins(t *testing.T, data []byte) (found int) {
	defer func() {
		if t.Failed() {
			t.Logf("%q", data)
		}
	}()
	docs, _ := Parse("t.yaml", data)
	for _, doc := range docs {
		for at := range doc.doc.Records[1:] {
			list := Node{doc, int32(at + 1)}
			if list.Kind() != List {
				continue
			}
			before := map[Node]bool{}
			for item := range list.Children() {
				if twin := item.Twin(); twin.Exists() {
					found++
					assert.Assert(t, before[twin] && !twin.Twin().Exists(), "the twin is no item before it that is the first of its kind")
					checkTwin(t, item, twin)
				}
				before[item] = true
			}
		}
	}
	return found
}

// checkTwin compares a twin with what it is the twin of.
func checkTwin(t *testing.T, item, twin Node) {
	p := pair{t: t, item: item, twin: twin, differ: map[Node]Node{}}
	p.sideBySide(item, twin, Node{})
	last, differ := -1, map[Node]bool{}
	for number, n := range item.Differences() {
		assert.Assert(t, number > last, "not in the order of the text")
		assert.Equal(t, number, n.Within(item))
		assert.Equal(t, item.Number(number), n)
		assert.Assert(t, scalarsDiffer(n, twin.Number(number)), "%v is no difference", n.Position())
		last, differ[n] = number, true
	}
	for n, holder := range p.differ {
		assert.Assert(t, differ[n], "%v is a difference", n.Position())
		assert.Equal(t, item.Holder(n), holder, "%v", n.Position())
	}
	if len(differ) == len(p.differ) {
		checkDifferingFields(t, item, p.differ)
	}
}

// checkDifferingFields expects each field that holds a difference to be named, once for all neighbours.
func checkDifferingFields(t *testing.T, item Node, holders map[Node]Node) {
	var want, got []string
	for _, n := range item.Differences() {
		if key := holders[n].Key(); len(want) == 0 || want[len(want)-1] != key {
			want = append(want, key)
		}
	}
	for field := range item.DifferingFields() {
		got = append(got, field.Key())
	}
	assert.DeepEqual(t, got, want)
}

// pair is an item and its twin.
type pair struct {
	t          *testing.T
	item, twin Node
	differ     map[Node]Node // scalars that differ, with the field of the item that holds them
}

// sideBySide expects two values at the same place of both items to have the same keys, kinds and lengths.
func (p pair) sideBySide(a, b, holder Node) {
	assert.Equal(p.t, a.Kind(), b.Kind())
	assert.Equal(p.t, a.Key(), b.Key())
	if a == b { // behind an alias of what stands before both
		assert.Assert(p.t, a.Within(p.twin) < 0, "%v is in both items", a.Position())
		return
	}
	assert.Equal(p.t, p.item.Number(b.Within(p.twin)), a)
	if a.Kind() < List {
		if scalarsDiffer(a, b) {
			p.differ[a] = holder
		}
		return
	}
	assert.Equal(p.t, a.Len(), b.Len())
	other := b.First()
	for child := range a.Children() {
		below := holder
		if a == p.item {
			below = child
		}
		p.sideBySide(child, other, below)
		other = other.Next()
	}
}

func scalarsDiffer(a, b Node) bool {
	return a.Text() != b.Text() || a.Written() != b.Written() || a.Kind() != b.Kind() || a.Setter() != b.Setter()
}
