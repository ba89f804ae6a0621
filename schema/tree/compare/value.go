package compare

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Value is a value of one side; absent where the side has none.
type Value struct {
	tree.Node
	nulls bool // null fields below it are values
}

// JSON returns the value as compact JSON, with scalars as they were written; empty for no value.
func (v Value) JSON() string {
	if v.nulls && !v.KeepsNulls() {
		v.Node = tree.NewBuilder().Verbatim(v.Node)
	}
	return string(tree.AppendJSON(nil, v.Node))
}

func (v Value) child(n tree.Node, nulls Nulls) Value {
	switch nulls {
	case All:
		return Value{n, true}
	case None:
		return Value{n, false}
	}
	return Value{n, v.nulls || n.KeepsNulls()}
}

func (v Value) first() tree.Node { return v.field(v.First()) }

func (v Value) field(n tree.Node) tree.Node {
	for n.Kind() == tree.Null && !v.nulls {
		n = n.Next()
	}
	return n
}

func (v Value) fieldsFrom(n tree.Node) map[string]tree.Node {
	all := map[string]tree.Node{}
	for ; n.Exists(); n = v.field(n.Next()) {
		all[n.Key()] = n
	}
	return all
}

// Path leads from the compared values to one below them.
type Path []Step

// Step is a key of a map, or an index of a list.
type Step struct {
	Key   string
	Index int
	List  bool

	written string // the key as the author of before, or else of after, wrote it
}

// String returns the path as [tree.Paths] does, with keys as Kubernetes reads them: spec.values.hosts[0].
func (p Path) String() string { return p.text(func(s Step) string { return s.Key }) }

// Written returns the path with keys as their author wrote them, see [tree.Node.WrittenKey].
func (p Path) Written() string { return p.text(func(s Step) string { return s.written }) }

func (p Path) text(key func(Step) string) string {
	var b strings.Builder
	for _, s := range p {
		if s.List {
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		} else {
			b.WriteString(tree.Step(key(s)))
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// Compare orders paths: by key, and in lists by index.
func (p Path) Compare(other Path) int {
	return slices.CompareFunc(p, other,
		func(a, b Step) int { return cmp.Or(strings.Compare(a.Key, b.Key), cmp.Compare(a.Index, b.Index)) })
}

// Keys returns the keys down to the value, or to the first list that it is in.
func (p Path) Keys() (keys []string) {
	for _, s := range p {
		if s.List {
			break
		}
		keys = append(keys, s.Key)
	}
	return keys
}

// Is reports whether the path has these keys, and no others.
func (p Path) Is(keys ...string) bool {
	return slices.EqualFunc(p, keys, func(s Step, key string) bool { return !s.List && s.Key == key })
}
