package validate

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

var (
	//go:embed rules.txt
	rulesText string
	// formatsText has the tables of formats: "fields of" a kind, or of a map that several kinds have.
	//
	//go:embed formats.txt
	formatsText string
)

// table are rules about the fields of a map: of a spec of Flux, or of a section of an application. It is read when a
// map is first validated with it: until then, a program has its text alone.
type table struct {
	text    string
	read    sync.Once
	rows    []*row
	byField map[string][]*row // by the first key of their paths
}

var tables = sync.OnceValue(func() map[string]*table {
	all := map[string]*table{}
	for part := range strings.SplitSeq(rulesText+"\n"+formatsText, "\n[") {
		name, text, _ := strings.Cut(part, "]\n")
		all[name] = &table{text: text}
	}
	return all
})

type row struct {
	steps []step
	when  condition
	check rowCheck
	text  string // what check needs to know: most often what it says
}

type step struct {
	key    string
	isList bool
}

type rowCheck func(c *validator, f field)

// checks are those that rows name.
var checks map[string]rowCheck

// field is what a row is about: a value that may be absent, in a map or a list that is there.
type field struct {
	tree.Node
	around    tree.Node
	key, text string
}

// rows validates a map with a table, if there is one of this name.
func (c *validator) rows(n tree.Node, name string) {
	for _, r := range readTable(name).rows {
		c.row(n, r, r.steps)
	}
}

// fieldRows is rows for the fields that are there: most entries have a few of those that have rules.
func (c *validator) fieldRows(n tree.Node, name string) {
	t := readTable(name)
	for field := range n.Children() {
		for _, r := range t.byField[field.Key()] {
			c.row(n, r, r.steps)
		}
	}
}

func readTable(name string) *table {
	t := tables()[name]
	if t == nil {
		return &table{}
	}
	t.read.Do(t.readRows)
	return t
}

func (t *table) readRows() {
	t.byField = map[string][]*row{}
	for line := range strings.Lines(t.text) {
		columns := append(strings.SplitN(strings.TrimSpace(line), " |", 4), "")
		if len(columns) < 4 || line[0] == '#' || columns[2] == " -" {
			continue
		}
		when, check := readCondition(columns[1]), checks[columns[2][1:]]
		for path := range strings.FieldsSeq(columns[0]) {
			r := &row{when: when, check: check, text: strings.TrimSpace(columns[3])}
			for key := range strings.SplitSeq(path, ".") {
				list, isList := strings.CutSuffix(key, "[]")
				r.steps = append(r.steps, step{list, isList})
			}
			t.rows = append(t.rows, r)
			t.byField[r.steps[0].key] = append(t.byField[r.steps[0].key], r)
		}
	}
}

func (c *validator) row(scope tree.Node, r *row, steps []step) {
	n, last := scope, len(steps)-1
	for i, s := range steps {
		switch {
		case n.Kind() != tree.Map || i == last && !s.isList && !r.when.holds(c, scope):
			return
		case s.isList:
			for item := range n.Get(s.key).Children() {
				if i < last {
					c.row(item, r, steps[i+1:])
				} else if r.when.holds(c, item) {
					r.check(c, field{Node: item, around: n.Get(s.key), text: r.text})
				}
			}
			return
		case i == last:
			r.check(c, field{n.Get(s.key), n, s.key, r.text})
		}
		n = n.Get(s.key)
	}
}

// says returns the text with the value in place of %q, that of a field beside it in place of %(name), and what to write
// in place of %{lower}, the value in small letters, %{before x}, %{after x}, %{behind x}, x and the value, %{swap xy},
// y for each x in it, or %{text x}. That is proposed to programs.
func (f field) says() (text, proposed string) {
	text = strings.ReplaceAll(f.text, "%q", strconv.Quote(f.Text()))
	if before, rest, found := strings.Cut(text, "%("); found {
		key, after, _ := strings.Cut(rest, ")")
		return before + f.around.Get(key).Text() + after, ""
	}
	before, rest, found := strings.Cut(text, "%{")
	if !found {
		return text, ""
	}
	how, after, _ := strings.Cut(rest, "}")
	how, proposed, _ = strings.Cut(how, " ")
	switch mark := proposed; how {
	case "lower":
		proposed = strings.ToLower(f.Text())
	case "before":
		proposed, _, _ = strings.Cut(f.Text(), mark)
	case "after":
		_, proposed, _ = strings.Cut(f.Text(), mark)
	case "behind":
		proposed = mark + f.Text()
	case "swap":
		proposed = strings.ReplaceAll(f.Text(), mark[:1], mark[1:])
	}
	return before + proposed + after, proposed
}

// condition is a list of alternatives, each with terms that all hold. It is written as in
//
//	provider=aws|azure !secretRef or insecure=true
//
// A field without values must be there. A value is a text without a placeholder, true, or a class in angle brackets;
// the empty one is that of an absent field too, and no path means the map. A ! turns a term around.
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
		c = append(c, each.Of(strings.Fields(alternative), readTerm))
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
		return !slices.ContainsFunc(all, func(t term) bool { return !t.holds(v, n) })
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
