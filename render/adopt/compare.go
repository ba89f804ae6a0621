package adopt

import (
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// comparison compares two objects up to the first difference, and holds what differs there.
type comparison struct {
	path            string
	given, rendered tree.Node
}

// equal reports whether two values are the same to their author: kinds and texts of scalars, setter comments, items
// and fields. A field that is null is absent, unless nulls are values there.
func (c *comparison) equal(given, rendered tree.Node, path string, nulls bool) bool {
	nulls = nulls || rendered.KeepsNulls()
	same := given.Kind() == rendered.Kind() && given.Text() == rendered.Text() && given.Setter() == rendered.Setter()
	switch {
	case !same:
	case given.Kind() == tree.List:
		return c.items(given, rendered, path, nulls)
	case given.Kind() == tree.Map:
		return c.fields(given, rendered, path, nulls)
	default:
		return true
	}
	c.path, c.given, c.rendered = path, given, rendered
	return false
}

func (c *comparison) items(given, rendered tree.Node, path string, nulls bool) bool {
	if given.Len() != rendered.Len() {
		c.path, c.given, c.rendered = path, given, rendered
		return false
	}
	other := rendered.First()
	for item := range given.Children() {
		if !c.equal(item, other, path+"[]", nulls) {
			return false
		}
		other = other.Next()
	}
	return true
}

func (c *comparison) fields(given, rendered tree.Node, path string, nulls bool) bool {
	keys := map[string]bool{}
	for _, n := range []tree.Node{given, rendered} {
		for field := range n.Children() {
			keys[field.Key()] = true
		}
	}
	find := func(n tree.Node, key string) tree.Node {
		if nulls {
			return n.Find(key)
		}
		return n.Get(key)
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !c.equal(find(given, key), find(rendered, key), strings.TrimPrefix(path+tree.Step(key), "."), nulls) {
			return false
		}
	}
	return true
}

// shown returns a value for a message.
func (c *comparison) shown(n tree.Node) string {
	if !n.Exists() {
		return "not there"
	}
	text, _ := finding.Redact(c.path, string(tree.AppendJSON(nil, n)))
	return strings.TrimSpace(text + " " + n.Setter())
}
