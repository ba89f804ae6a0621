package validate

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// table are rules about the fields of a map: of a spec of Flux, or of a section of an application. It is read when a
// map is first validated with it: until then, a program has its text alone.
type table struct {
	rows []row
	once sync.Once
	read []readRow
}

// row is a rule about one field.
type row struct {
	path  string // from the map, as ref.semver; [] behind a key means each item of a list
	when  string // a condition of the map, or of the item around the field; empty is always
	check func(c *validator, f field)
	text  string // what check needs to know: most often what it says
}

// field is what a row is about: a value that may be absent, in a map or a list that is there.
type field struct {
	tree.Node
	around    tree.Node
	key, text string
}

type readRow struct {
	*row
	steps []step
	when  condition
}

type step struct {
	key    string
	isList bool
}

// rows validates a map with a table, if there is one.
func (c *validator) rows(n tree.Node, t *table) {
	if t == nil {
		return
	}
	t.once.Do(t.readRows)
	for i := range t.read {
		c.row(n, &t.read[i], t.read[i].steps)
	}
}

func (t *table) readRows() {
	t.read = make([]readRow, len(t.rows))
	for i := range t.rows {
		r := readRow{row: &t.rows[i], when: readCondition(t.rows[i].when)}
		for _, key := range strings.Split(r.path, ".") {
			list, isList := strings.CutSuffix(key, "[]")
			r.steps = append(r.steps, step{list, isList})
		}
		t.read[i] = r
	}
}

func (c *validator) row(scope tree.Node, r *readRow, steps []step) {
	n, last := scope, len(steps)-1
	for i, s := range steps {
		switch {
		case n.Kind() != tree.Map || i == last && !r.when.holds(c, scope):
			return
		case s.isList:
			for item := range n.Get(s.key).Children() {
				if i == last {
					r.check(c, field{Node: item, text: r.text})
				} else {
					c.row(item, r, steps[i+1:])
				}
			}
			return
		case i == last:
			r.check(c, field{n.Get(s.key), n, s.key, r.text})
		}
		n = n.Get(s.key)
	}
}

// says returns the text with the value in place of %q, and with that of a field beside it in place of %(name).
func (f field) says() string {
	text := strings.ReplaceAll(f.text, "%q", strconv.Quote(f.Text()))
	before, rest, found := strings.Cut(text, "%(")
	key, after, _ := strings.Cut(rest, ")")
	if !found {
		return text
	}
	return before + f.around.Get(key).Text() + after
}

// condition is a list of alternatives, each with terms that all hold. It is written as in
//
//	provider=aws|azure !secretRef or insecure=true
//
// A field without values must be there. A value is a text without a placeholder, true, or a class in angle brackets;
// the empty one is that of an absent field too, and no path means the map. A ! in front of a path or of = turns a term
// around.
type condition [][]term

type term struct {
	path   []string
	values []value // any that is there without them
	not    bool
}

type value struct {
	text string
	is   func(c *validator, n tree.Node) bool // of a class
}

func readCondition(text string) (c condition) {
	for alternative := range strings.SplitSeq(text, " or ") {
		var all []term
		for _, word := range strings.Fields(alternative) {
			all = append(all, readTerm(word))
		}
		c = append(c, all)
	}
	return c
}

func readTerm(word string) (t term) {
	path, values, compares := strings.Cut(word, "=")
	path, unlike := strings.CutSuffix(path, "!")
	path, without := strings.CutPrefix(path, "!")
	if t.not = unlike || without; path != "" {
		t.path = strings.Split(path, ".")
	}
	for text := range strings.SplitSeq(values, "|") {
		if v := (value{text: text, is: classes[text]}); compares {
			if form := forms[text]; form != "" {
				v.is = isOfForm(form)
			}
			t.values = append(t.values, v)
		}
	}
	return t
}

func (c condition) holds(v *validator, n tree.Node) bool {
	return slices.ContainsFunc(c, func(all []term) bool {
		for _, t := range all {
			if !t.holds(v, n) {
				return false
			}
		}
		return true
	})
}

func (t term) holds(c *validator, n tree.Node) bool {
	for _, key := range t.path {
		n = n.Get(key)
	}
	if t.values == nil {
		return n.Exists() != t.not
	}
	for _, v := range t.values {
		if v.is != nil && v.is(c, n) || v.is == nil && isOneOf(n, v.text) {
			return !t.not
		}
	}
	return t.not
}
