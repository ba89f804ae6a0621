package tree

import (
	"iter"
	"slices"
)

// Comparison is what counts when two values are compared. With the zero Comparison, these are the kinds and texts of
// scalars, the items of lists and the fields of maps.
type Comparison struct {
	// Before and After are the nulls of the two sides that are values. Nulls in lists always are.
	Before, After Nulls
	// Setters: setter comments count.
	Setters bool
	// EachField: a map of one side differs field by field, unless it is empty, rather than as a whole.
	EachField bool
	// Skip reports whether what is at a path does not count; nil skips nothing. It is not asked about what is in lists.
	// The path is valid during the call.
	Skip func(Path) bool
}

// Nulls tell which null fields are values. All others are absent.
type Nulls int

const (
	// KeptNulls are the nulls below values that keep them, see [Node.KeepsNulls].
	KeptNulls Nulls = iota
	// AllNulls are all of them.
	AllNulls
	// NoNulls are none, whatever keeps them.
	NoNulls
	// NullsLikeAfter are, for before, those below values that after keeps.
	NullsLikeAfter
)

// Difference is a value that differs. It is absent on a side that does not have it.
type Difference struct {
	Path          Path
	Before, After Compared
	// Around are the maps or lists that have the values, before and after.
	Around [2]Compared
}

// Equal reports whether nothing differs.
func (r Comparison) Equal(before, after Node) bool {
	for range r.Differences(before, after) {
		return false
	}
	return true
}

// Differences returns the values that differ, as they are printed. A list of another length is one of them.
func (r Comparison) Differences(before, after Node) iter.Seq[Difference] {
	return func(yield func(Difference) bool) {
		c := comparison{Comparison: r, yield: yield}
		c.values(Compared{}.child(before, r.Before), Compared{}.child(after, r.After))
	}
}

type comparison struct {
	Comparison
	yield  func(Difference) bool
	path   Path
	around [2]Compared
	inList bool
}

func (c *comparison) values(before, after Compared) bool {
	if c.Before == NullsLikeAfter {
		before.nulls = after.nulls
	}
	switch {
	case c.Skip != nil && !c.inList && c.Skip(c.path):
	case c.Setters && before.Setter() != after.Setter():
		return c.differ(before, after)
	case before.Same(after.Node) && before.nulls == after.nulls:
	case c.haveFields(before, after):
		return c.fields(before, after)
	case before.Kind() == List && after.Kind() == List && before.Len() == after.Len():
		return c.items(before, after)
	case before.Kind() >= List || before.Kind() != after.Kind() || before.Text() != after.Text():
		return c.differ(before, after)
	}
	return true
}

func (c *comparison) haveFields(before, after Compared) bool {
	isMap, isMapAfter := before.Kind() == Map, after.Kind() == Map
	if !c.EachField {
		return isMap && isMapAfter
	}
	hasField, hasFieldAfter := before.first().Exists(), after.first().Exists()
	return isMap && isMapAfter && hasField == hasFieldAfter || isMap && hasField && !after.Exists() ||
		isMapAfter && hasFieldAfter && !before.Exists()
}

func (c *comparison) differ(before, after Compared) bool {
	return c.yield(Difference{slices.Clone(c.path), before, after, c.around})
}

func (c *comparison) below(step pathStep, around [2]Compared, before, after Node) bool {
	outer := c.around
	c.around, c.path = around, append(c.path, step)
	more := c.values(around[0].child(before, c.Before), around[1].child(after, c.After))
	c.around, c.path = outer, c.path[:len(c.path)-1]
	return more
}

func (c *comparison) items(before, after Compared) bool {
	outer := c.inList
	c.inList = true
	defer func() { c.inList = outer }()
	for i, b, a := 0, before.First(), after.First(); b.Exists(); i, b, a = i+1, b.Next(), a.Next() {
		if !c.below(pathStep{Index: i, List: true}, [2]Compared{before, after}, b, a) {
			return false
		}
	}
	return true
}

func (c *comparison) fields(before, after Compared) bool {
	for b, a := range pairs(before, after) {
		n := b
		if !b.Exists() {
			n = a
		}
		if !c.below(pathStep{Key: n.Key(), node: n}, [2]Compared{before, after}, b, a) {
			return false
		}
	}
	return true
}

// pairs relies on the order in which keys are printed: most fields meet their counterparts.
func pairs(before, after Compared) iter.Seq2[Node, Node] {
	return func(yield func(b, a Node) bool) {
		b, a := before.first(), after.first()
		for b.Exists() && a.Exists() && b.Key() == a.Key() {
			if !yield(b, a) {
				return
			}
			b, a = before.field(b.Next()), after.field(a.Next())
		}
		if !b.Exists() && !a.Exists() {
			return
		}
		restBefore, restAfter := before.fieldsFrom(b), after.fieldsFrom(a)
		for ; b.Exists(); b = before.field(b.Next()) {
			counterpart := restAfter[b.Key()]
			for ; counterpart.Exists() && a.Exists() && a.Key() != b.Key(); a = after.field(a.Next()) {
				if !restBefore[a.Key()].Exists() && !yield(Node{}, a) {
					return
				}
			}
			if !yield(b, counterpart) {
				return
			}
		}
		for ; a.Exists(); a = after.field(a.Next()) {
			if !restBefore[a.Key()].Exists() && !yield(Node{}, a) {
				return
			}
		}
	}
}

// Compared is a value of one side; absent where the side has none.
type Compared struct {
	Node
	nulls bool // null fields below it are values
}

// JSON returns the value as compact JSON, with scalars as they were written; empty for no value.
func (v Compared) JSON() string {
	if v.nulls && !v.KeepsNulls() {
		v.Node = NewBuilder().Verbatim(v.Node)
	}
	return string(AppendJSON(nil, v.Node))
}

func (v Compared) child(n Node, nulls Nulls) Compared {
	switch nulls {
	case AllNulls:
		return Compared{n, true}
	case NoNulls:
		return Compared{n, false}
	}
	return Compared{n, v.nulls || n.KeepsNulls()}
}

func (v Compared) first() Node { return v.field(v.First()) }

func (v Compared) field(n Node) Node {
	for n.Kind() == Null && !v.nulls {
		n = n.Next()
	}
	return n
}

func (v Compared) fieldsFrom(n Node) map[string]Node {
	all := map[string]Node{}
	for ; n.Exists(); n = v.field(n.Next()) {
		all[n.Key()] = n
	}
	return all
}
