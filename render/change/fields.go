package change

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// fields lists what differs between two objects.
type fields struct {
	found   []Field
	steps   []step   // from the object down to the value
	around  [2]value // the maps that have the value, before and after
	inList  bool
	explain func(keys []string) render.Setting
	skip    func(steps []step) bool // what is not compared, above all lists
}

// step is a key or, in a list, an index.
type step struct {
	key   string
	index int
	list  bool
}

// value is a value of an object, or none.
type value struct {
	tree.Node
	nulls bool // nulls below it are values
}

// item returns an item of the list. Nulls are items.
func (v value) item(n tree.Node) value { return value{n, v.nulls || n.KeepsNulls()} }

// first returns the first field of a map.
func (v value) first() value { return v.from(v.First()) }

// from returns the first field among a node of the map and those behind it. A null that counts as absent is no field.
func (v value) from(n tree.Node) value {
	for ; n.Exists(); n = n.Next() {
		if n.Kind() != tree.Null || v.nulls {
			return v.item(n)
		}
	}
	return value{}
}

func (v value) isMap() bool { return v.Kind() == tree.Map }

// isEmptyMap reports whether the value is a map without fields.
func (v value) isEmptyMap() bool { return v.isMap() && !v.first().Exists() }

// compare compares two values at the path. Of maps it compares the fields, also where one side has no map at all, so
// that each field that is new or gone is one of its own. Lists of one length are compared item by item.
func (f *fields) compare(before, after value) {
	switch {
	case f.skip != nil && !f.inList && f.skip(f.steps):
	case before.isMap() && after.isMap() && before.isEmptyMap() == after.isEmptyMap(),
		before.isMap() && !before.isEmptyMap() && !after.Exists(),
		after.isMap() && !after.isEmptyMap() && !before.Exists():
		f.maps(before, after)
	case before.Kind() == tree.List && after.Kind() == tree.List && before.Len() == after.Len():
		f.lists(before, after)
	case before.Kind() >= tree.List || after.Kind() >= tree.List:
		f.whole(before, after)
	case before.Kind() != after.Kind() || before.Text() != after.Text():
		f.whole(before, after)
	}
}

// maps compares the fields of two maps. Both are in the order in which keys are printed, so most fields meet their
// counterparts.
func (f *fields) maps(before, after value) {
	outer := f.around
	f.around = [2]value{before, after}
	defer func() { f.around = outer }()
	b, a := before.first(), after.first()
	for b.Exists() && a.Exists() && b.Key() == a.Key() {
		f.field(b.Key(), b, a)
		b, a = before.from(b.Next()), after.from(a.Next())
	}
	rest := map[string]bool{} // the keys of after that are not compared yet
	for c := a; c.Exists(); c = after.from(c.Next()) {
		rest[c.Key()] = true
	}
	for ; b.Exists(); b = before.from(b.Next()) {
		if !rest[b.Key()] {
			f.field(b.Key(), b, value{})
			continue
		}
		for a.Key() != b.Key() {
			delete(rest, a.Key())
			f.field(a.Key(), value{}, a)
			a = after.from(a.Next())
		}
		f.field(b.Key(), b, a)
		a = after.from(a.Next())
	}
	for ; a.Exists(); a = after.from(a.Next()) {
		f.field(a.Key(), value{}, a)
	}
}

// field compares the values of a key.
func (f *fields) field(key string, before, after value) {
	f.steps = append(f.steps, step{key: key})
	f.compare(before, after)
	f.steps = f.steps[:len(f.steps)-1]
}

// lists compares lists of one length.
func (f *fields) lists(before, after value) {
	outer := f.inList
	f.inList = true
	for i, b, a := 0, before.First(), after.First(); b.Exists(); i, b, a = i+1, b.Next(), a.Next() {
		f.steps = append(f.steps, step{index: i, list: true})
		f.compare(before.item(b), after.item(a))
		f.steps = f.steps[:len(f.steps)-1]
	}
	f.inList = outer
}

// whole compares two values as one field.
func (f *fields) whole(before, after value) {
	b, a := before.json(), after.json()
	if b == a {
		return
	}
	found := Field{Path: f.path(), Before: b, After: a, Secret: f.isSecretVariable(before, after)}
	if f.explain != nil {
		found.Set = f.explain(f.above())
	}
	f.found = append(f.found, found)
}

// isSecretVariable reports whether the values are those of a variable, which has its name beside it, that is called
// like a secret.
func (f *fields) isSecretVariable(values ...value) bool {
	if len(f.steps) == 0 || f.steps[len(f.steps)-1].key != "value" {
		return false
	}
	for i, v := range values {
		if _, hidden := finding.Redact(f.around[i].Get("name").Text(), v.Text()); hidden {
			return true
		}
	}
	return false
}

// isAt reports whether steps are those of some keys.
func isAt(steps []step, keys ...string) bool {
	return slices.EqualFunc(steps, keys, func(s step, key string) bool { return s.key == key })
}

// path returns the path of the value.
func (f *fields) path() string {
	var b strings.Builder
	for _, s := range f.steps {
		if s.list {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		} else {
			b.WriteString(tree.Step(s.key))
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// above returns the keys down to the value, or to the first list that it is in.
func (f *fields) above() (keys []string) {
	for _, s := range f.steps {
		if s.list {
			break
		}
		keys = append(keys, s.key)
	}
	return keys
}

// json returns the value as compact JSON; empty for no value.
func (v value) json() string {
	if v.nulls && !v.KeepsNulls() {
		v.Node = tree.NewBuilder().Verbatim(v.Node)
	}
	return string(tree.AppendJSON(nil, v.Node))
}
