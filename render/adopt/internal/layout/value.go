package layout

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// value is a value of the document, with what its author wrote beside it. The nil value is absent.
type value struct {
	kind   tree.Kind
	key    string    // in the map around it
	scalar tree.Node // of a scalar, with its setter comment
	below  []*value  // the fields of a map or the items of a list, in the order of their author
	note   note
	style  style
}

// style is how a list or map is written.
type style uint8

const (
	small    style = iota // on one line where that is easy to read
	oneLine               // on one line where it fits, however deep it is
	eachItem              // each item on a line of its own
)

// mapOf returns a map of the fields that exist.
func mapOf(fields ...*value) *value {
	return &value{kind: tree.Map, below: slices.DeleteFunc(fields, func(f *value) bool { return f == nil })}
}

// listOf returns a list; absent without items.
func listOf(items ...*value) *value {
	if len(items) == 0 {
		return nil
	}
	return &value{kind: tree.List, below: items}
}

// linesOf returns a list with each item on a line of its own; absent without items.
func linesOf(items []*value) *value {
	made := listOf(items...)
	if made != nil {
		made.style = eachItem
	}
	return made
}

// onLine returns a map that is on one line where it fits.
func onLine(fields ...*value) *value {
	made := mapOf(fields...)
	made.style = oneLine
	return made
}

// textOf returns a text; absent where it is empty.
func textOf(text string) *value {
	if text == "" {
		return nil
	}
	return &value{kind: tree.String, scalar: tree.NewBuilder().String(text, tree.Node{})}
}

// as returns the value as a field of a map.
func (v *value) as(key string) *value {
	if v == nil {
		return nil
	}
	field := *v
	field.key = key
	return &field
}

// field returns the field of a map; absent where there is none.
func (v *value) field(key string) *value {
	if v == nil || v.kind != tree.Map {
		return nil
	}
	return each.First(slices.Values(v.below), func(f *value) bool { return f.key == key })
}

// at descends from map to map.
func (v *value) at(path ...string) *value {
	for _, key := range path {
		v = v.field(key)
	}
	return v
}

// text returns the text of a scalar; empty of every other value.
func (v *value) text() string {
	if v == nil {
		return ""
	}
	return v.scalar.Text()
}

// put sets a field of a map, unless the value is absent.
func (v *value) put(key string, field *value) {
	if field == nil {
		return
	}
	if i := slices.IndexFunc(v.below, func(f *value) bool { return f.key == key }); i >= 0 {
		v.below[i] = field.as(key)
		return
	}
	v.below = append(v.below, field.as(key))
}

// orderAs puts the fields of a map in the order of another one that has them too.
func (v *value) orderAs(other *value) {
	if other == nil {
		return
	}
	rank := map[string]int{}
	for i, f := range other.below {
		rank[f.key] = i
	}
	slices.SortStableFunc(v.below, func(x, y *value) int { return rank[x.key] - rank[y.key] })
}

// without returns a map without some keys.
func (v *value) without(keys ...string) *value {
	if v == nil {
		return nil
	}
	rest := *v
	rest.below = slices.DeleteFunc(slices.Clone(v.below), func(f *value) bool { return slices.Contains(keys, f.key) })
	return &rest
}

// isEmpty reports whether a value is absent, or a list or map without anything.
func (v *value) isEmpty() bool { return v == nil || v.kind >= tree.List && len(v.below) == 0 }

// hasReference reports whether a text in a value has a reference.
func (v *value) hasReference() bool {
	return v != nil && (names.IsReference(v.scalar) || slices.ContainsFunc(v.below, (*value).hasReference))
}

// size counts the scalars of a value and how deep lists and maps are in it.
func (v *value) size() (scalars, depth int) {
	if v.isEmpty() || v.kind < tree.List {
		return 1, 0
	}
	for _, child := range v.below {
		s, d := child.size()
		scalars, depth = scalars+s, max(depth, d+1)
	}
	return scalars, depth
}

// appendKey appends a text that only equal values have: their comments and the order of their keys do not count.
func (v *value) appendKey(dst []byte) []byte {
	if v == nil {
		return append(dst, '-')
	}
	dst = append(dst, byte('0'+v.kind))
	dst = strconv.AppendQuote(strconv.AppendQuote(dst, v.scalar.Text()), v.scalar.Setter())
	below := v.below
	if v.kind == tree.Map {
		below = slices.SortedFunc(slices.Values(below), func(x, y *value) int { return cmp.Compare(x.key, y.key) })
	}
	for _, child := range below {
		dst = child.appendKey(strconv.AppendQuote(dst, child.key))
	}
	return append(dst, ';')
}
