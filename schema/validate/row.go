package validate

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// row is a rule about one field of a map: of a spec of Flux, or of a section of an application.
type row struct {
	path string    // from the map, as ref.semver; [] behind a key means each item of a list
	when condition // of the map, or of the item around the field; nil is always
	rule rule
}

// field is what a row is about: a value that may be absent, in a map or a list that is there.
type field struct {
	tree.Node
	around tree.Node
	key    string
}

// condition is about the fields beside the one of a row. A value with a placeholder fulfils none that compares values.
type condition func(c *validator, n tree.Node) bool

// rule reports what is wrong with a field. It knows whether that is about a value, a key or an absent field.
//
// What makes rules and conditions is not inlined: the tables would have a copy of its function for each row.
type rule func(c *validator, f field)

func (c *validator) rows(n tree.Node, table []row) {
	for i := range table {
		c.row(n, table[i].path, &table[i])
	}
}

func (c *validator) row(scope tree.Node, path string, r *row) {
	for n := scope; n.Kind() == tree.Map; {
		key, below, more := strings.Cut(path, ".")
		list, isList := strings.CutSuffix(key, "[]")
		switch isMeant := more || r.when == nil || r.when(c, scope); {
		case !isMeant:
			return
		case isList && more:
			for item := range n.Get(list).Children() {
				c.row(item, below, r)
			}
			return
		case isList:
			for item := range n.Get(list).Children() {
				r.rule(c, field{Node: item})
			}
			return
		case !more:
			r.rule(c, field{n.Get(key), n, key})
			return
		}
		n, path = n.Get(key), below
	}
}

// at makes a condition of a test of one field.
//
//go:noinline
func at(path string, test func(tree.Node) bool) condition {
	keys := strings.Split(path, ".")
	return func(_ *validator, n tree.Node) bool { return test(n.At(keys...)) }
}

//go:noinline
func has(path string) condition { return at(path, tree.Node.Exists) }

func isOn(path string) condition {
	return at(path, func(n tree.Node) bool { return n.Kind() == tree.Bool && n.Text() == "true" })
}

func hasText(path string) condition {
	return at(path, func(n tree.Node) bool { return n.Text() != "" })
}

// isKnown is true of a text without a placeholder, and isOpen of one with it.
func isKnown(path string) condition {
	return at(path, func(n tree.Node) bool { _, ok := names.PlainText(n); return ok })
}

func isOpen(path string) condition {
	return at(path, func(n tree.Node) bool { return names.Placeholder(n.Text()) })
}

// is is true of a field with one of the values. An absent one has the first value, if that is empty.
//
//go:noinline
func is(path string, values ...string) condition {
	return at(path, func(n tree.Node) bool { return isOneOf(n, values...) })
}

//go:noinline
func not(other condition) condition {
	return func(c *validator, n tree.Node) bool { return !other(c, n) }
}

//go:noinline
func all(others ...condition) condition {
	return func(c *validator, n tree.Node) bool {
		return !slices.ContainsFunc(others, func(other condition) bool { return !other(c, n) })
	}
}

//go:noinline
func either(a, b condition) condition { return not(all(not(a), not(b))) }

// isFlux is true of a Flux of a minor version, and of newer ones.
func isFlux(minor int) condition {
	return func(c *validator, _ tree.Node) bool { return c.Flux.Has(minor) }
}

// isOneOf is false for a placeholder. An absent n is one of the values if the first of them is empty.
func isOneOf(n tree.Node, values ...string) bool {
	value, ok := names.PlainText(n)
	return !n.Exists() && values[0] == "" || ok && slices.Contains(values, value)
}

// contradicts refuses a field that is there.
//
//go:noinline
func contradicts(text string) rule {
	return func(c *validator, f field) { c.Contradicts(f.Node, true, "%s", text) }
}

// unused warns of a field that is there and that nobody reads.
//
//go:noinline
func unused(text string) rule {
	return func(c *validator, f field) {
		if f.Exists() {
			c.WarnKey(f.Node, finding.CodeNoEffect, "%s", text)
		}
	}
}

// required refuses the absence of a field.
//
//go:noinline
func required(text string) rule {
	return func(c *validator, f field) {
		if !f.Exists() {
			c.Lacks(f.around, f.key, text)
		}
	}
}

// refused reports a value for what it is, or for what is beside it.
func refused(code finding.Code, text string) rule {
	return func(c *validator, f field) {
		if f.Exists() {
			c.Refuse(f.Node, code, "%s", text)
		}
	}
}

// notEmpty refuses a list without items.
func notEmpty(text string) rule {
	return func(c *validator, f field) {
		if f.Kind() == tree.List && f.Len() == 0 {
			c.Refuse(f.Node, finding.CodeEmpty, "%s", text)
		}
	}
}

// says reports a value without showing it to programs: it may hold a password.
func says(p finding.Problem, text string) rule {
	return func(c *validator, f field) {
		if f.Exists() {
			c.say(f.Node, p, text)
		}
	}
}

// matches refuses texts that are not like a pattern; the hint tells what they are not, and what to write.
//
//go:noinline
func matches(pattern func() *regexp.Regexp, hint string) rule {
	return func(c *validator, f field) {
		if text, ok := known(f.Node); ok && !pattern().MatchString(text) {
			c.Refuse(f.Node, finding.CodeUnsupported, "%q is %s", text, hint)
		}
	}
}

// The forms of texts. An absent field has each of them, but for those of isThere and isNamed.
var (
	isName      rule = func(c *validator, f field) { c.Name(f.Node, content.DNS1123SubdomainMaxLength) }
	isNamespace rule = func(c *validator, f field) { c.Namespace(f.Node) }
	isRange     rule = func(c *validator, f field) { c.rangeOf(f.Node, wrong, "") }
	isURL       rule = func(c *validator, f field) { c.url(f.Node) }
	isThere     rule = func(c *validator, f field) { c.Required(f.around, f.key) }
	// isNamed is a name that must be there, and isRef a map with one.
	isNamed rule = func(c *validator, f field) { c.RequiredName(f.around, content.DNS1123SubdomainMaxLength) }
	isRef   rule = func(c *validator, f field) { c.RequiredName(f.Node, content.DNS1123SubdomainMaxLength) }
	// isWritten has no reference, because none is replaced there.
	isWritten rule = func(c *validator, f field) { c.references(f.Node) }
)

// isExpression is a regular expression; the message about another text ends in the effect.
func isExpression(effect string) rule {
	return func(c *validator, f field) { c.expression(f.Node, effect) }
}

// known returns the text of a value; false for one that is empty, or not known yet because of a reference.
func known(n tree.Node) (text string, ok bool) {
	text, ok = names.PlainText(n)
	return text, ok && text != "" && !names.IsReference(n)
}

// compiled returns a regular expression that is compiled when it is needed.
//
//go:noinline
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
