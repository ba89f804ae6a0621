package status

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/defaults"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// comparison collects the fields that a server does not have as they are rendered.
type comparison struct {
	path  []string // of keys
	open  []string // fields of the spec that another tool sets where the document leaves them open
	found []string
}

// differences returns the fields of an observed object that differ from the rendered one, in order. Of the metadata,
// only what the controllers of Flux look at counts, and nothing that others may add. Other fields that only the
// server has count below the spec.
func differences(rendered, observed tree.Node) []string {
	c := comparison{}
	c.metadata(rendered.Get("metadata"), observed.Get("metadata"))
	kind := rendered.Get("kind").Text()
	if kinds.IsWorkload(kind) {
		c.open = []string{"interval", "prune"}
	}
	for field := range rendered.Children() {
		switch field.Key() {
		case "apiVersion", "kind", "metadata":
		case "spec":
			c.field("spec", field, observed.Find("spec"), defaults.Spec(kind))
		default: // of a kind without a spec, for example the rules of a Role, to which API servers add
			c.contained(field, observed.Find(field.Key()))
		}
	}
	slices.Sort(c.found)
	return c.found
}

// derived are the labels and annotations that fluxapp sets for the controllers of Flux.
var derived = map[string][]string{
	"annotations": {terms.AnnotationDigest},
	"labels":      {terms.LabelShard, terms.LabelApplication},
}

func (c *comparison) metadata(rendered, observed tree.Node) {
	c.path = []string{"metadata"}
	for field, keys := range derived {
		for _, key := range keys {
			if value := rendered.At(field, key); value.Text() != observed.At(field, key).Text() {
				c.path = []string{"metadata", field}
				c.differs(key)
			}
		}
	}
	c.path = nil
}

// differs reports a field below the path.
func (c *comparison) differs(key string) {
	var path strings.Builder
	for _, step := range append(slices.Clip(c.path), key) {
		path.WriteString(tree.Step(step))
	}
	c.found = append(c.found, strings.TrimPrefix(path.String(), "."))
}

// field compares the values of a key; null is no value. What only the server has may be a default, or set by another
// tool.
func (c *comparison) field(key string, rendered, observed tree.Node, filled *defaults.Field) {
	if !isValue(rendered) {
		rendered = tree.Node{}
	}
	switch {
	case !isValue(observed):
		if rendered.Exists() && !isResumed(key, rendered, c.path) {
			c.differs(key)
		}
	case !rendered.Exists():
		if !c.isOpen(key) && !isResumed(key, observed, c.path) && !equal(filled.Default(), observed, filled) {
			c.differs(key)
		}
	case rendered.Kind() == tree.Map && observed.Kind() == tree.Map:
		c.path = append(c.path, key)
		c.maps(rendered, observed, filled)
		c.path = c.path[:len(c.path)-1]
	case !equal(rendered, observed, filled):
		c.differs(key)
	}
}

// isValue reports whether a field has a value.
func isValue(n tree.Node) bool { return n.Kind() != tree.Absent && n.Kind() != tree.Null }

// isOpen reports whether another tool may set a field that is not rendered.
func (c *comparison) isOpen(key string) bool { return len(c.path) == 1 && slices.Contains(c.open, key) }

// isResumed reports whether a field is the suspend of an object that is not suspended: clients that resume it remove
// the field, or write false.
func isResumed(key string, n tree.Node, path []string) bool {
	return key == "suspend" && len(path) == 1 && n.Text() == "false"
}

// maps compares two maps, which have their fields in the same order.
func (c *comparison) maps(rendered, observed tree.Node, filled *defaults.Field) {
	r, o := rendered.First(), observed.First()
	for r.Exists() && o.Exists() && r.Key() == o.Key() {
		c.field(r.Key(), r, o, filled.At(r.Key()))
		r, o = r.Next(), o.Next()
	}
	rest := map[string]tree.Node{} // of the server, from where the keys differ
	for n := o; n.Exists(); n = n.Next() {
		rest[n.Key()] = n
	}
	for ; r.Exists(); r = r.Next() {
		c.field(r.Key(), r, rest[r.Key()], filled.At(r.Key()))
		delete(rest, r.Key())
	}
	for key, n := range rest {
		c.field(key, tree.Node{}, n, filled.At(key))
	}
}

// contained compares a value of a kind to whose values API servers add.
func (c *comparison) contained(rendered, observed tree.Node) {
	if !contains(observed, rendered) {
		c.differs(rendered.Key())
	}
}

// contains reports whether a value has everything of another one.
func contains(all, some tree.Node) bool {
	if some.Kind() == tree.Map && all.Kind() == tree.Map {
		for field := range some.Children() {
			if isValue(field) && !contains(all.Get(field.Key()), field) {
				return false
			}
		}
		return true
	}
	if some.Kind() == tree.List && all.Kind() == tree.List && some.Len() == all.Len() {
		for s, a := some.First(), all.First(); s.Exists(); s, a = s.Next(), a.Next() {
			if !contains(a, s) {
				return false
			}
		}
		return true
	}
	return equal(some, all, nil)
}

// equal reports whether a server has a value as it is rendered.
func equal(rendered, observed tree.Node, filled *defaults.Field) bool {
	switch {
	case rendered.Kind() == tree.Map && observed.Kind() == tree.Map:
		var c comparison
		c.maps(rendered, observed, filled)
		return len(c.found) == 0
	case rendered.Kind() == tree.List && observed.Kind() == tree.List:
		return equalItems(rendered, observed, filled)
	case rendered.Kind() == tree.Number && observed.Kind() == tree.Number:
		return equalNumbers(rendered.Text(), observed.Text())
	case rendered.Kind() == observed.Kind() && rendered.Text() == observed.Text():
		return rendered.Kind() < tree.List
	}
	return rendered.Kind() == tree.String && fitsPlaceholders(rendered.Text(), observed)
}

func equalItems(rendered, observed tree.Node, filled *defaults.Field) bool {
	r, o := rendered.First(), observed.First()
	for r.Exists() && o.Exists() && equal(r, o, filled) {
		r, o = r.Next(), o.Next()
	}
	return !r.Exists() && !o.Exists()
}

// equalNumbers compares numbers by their values. API servers keep integers of 64 bits, and take other numbers for
// floats.
func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	i, notInteger := strconv.ParseInt(a, 10, 64)
	j, notIntegerEither := strconv.ParseInt(b, 10, 64)
	if notInteger == nil && notIntegerEither == nil {
		return i == j
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return x == y
}
