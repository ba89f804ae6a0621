package layout

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// clusterName is the reference to the name of the cluster.
const clusterName = "$(cluster.name)"

// escaped returns a text of an author as a layer holds it: what fluxapp would take for a reference, or for the removal of a field, has one
// more $ in front.
func escaped(text string) string {
	for _, root := range reference.Roots {
		text = strings.ReplaceAll(text, root, "$"+root)
	}
	if strings.TrimLeft(text, "$") == reference.Removal[1:] && strings.HasPrefix(text, "$") {
		return "$" + text
	}
	return text
}

// pattern returns the text that is texts[i] where $(cluster.name) is names[i]. It is false where there is none, and where the texts are
// all equal.
func pattern(texts, names []string) (string, bool) {
	other := 0
	for other < len(texts) && texts[other] == texts[0] {
		other++
	}
	if other == len(texts) {
		return "", false
	}
	found, ok := align(texts[0], texts[other], names[0], names[other])
	if !ok {
		return "", false
	}
	for i := range texts {
		if names[i] == "" || strings.ReplaceAll(found, clusterName, names[i]) != texts[i] {
			return "", false
		}
	}
	return found, reference.Unescaped(found) == found // else there is a $ in front of the name
}

// align returns the text that a and b are for the clusters of two names.
func align(a, b, nameA, nameB string) (string, bool) {
	if nameA == nameB || nameA == "" || nameB == "" || reference.In(a) || reference.In(b) {
		return "", false
	}
	var found strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case isWord(a, i, nameA) && isWord(b, j, nameB):
			found.WriteString(clusterName)
			i, j = i+len(nameA), j+len(nameB)
		case i < len(a) && j < len(b) && a[i] == b[j]:
			found.WriteByte(a[i])
			i, j = i+1, j+1
		default:
			return "", false
		}
	}
	return found.String(), true
}

// shortName is the length up to which a name must be a word of its own in a text. In others, it may be there by chance.
const shortName = 3

// isWord reports whether the name of a cluster is in a text at some place.
func isWord(text string, at int, name string) bool {
	if !strings.HasPrefix(text[at:], name) {
		return false
	}
	end := at + len(name)
	return len(name) > shortName || (at == 0 || !isAlphanumeric(text[at-1])) && (end == len(text) || !isAlphanumeric(text[end]))
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// unifier finds the value that many clusters have in common.
type unifier struct {
	b     *tree.Builder
	names []string // of the clusters
}

// unify returns the value that is nodes[i] on the cluster names[i]. It is false where there is none.
func (u *unifier) unify(nodes []tree.Node) (tree.Node, bool) {
	if allEqual(nodes) {
		return nodes[0], true
	}
	kind, count := nodes[0].Kind(), nodes[0].Len()
	for _, n := range nodes {
		if n.Kind() != kind || n.Len() != count || n.Setter() != nodes[0].Setter() {
			return tree.Node{}, false
		}
	}
	switch kind {
	case tree.String:
		return u.text(nodes)
	case tree.List, tree.Map:
		return u.children(nodes)
	}
	return tree.Node{}, false
}

func (u *unifier) text(nodes []tree.Node) (tree.Node, bool) {
	texts := make([]string, len(nodes))
	for i, n := range nodes {
		texts[i] = n.Text()
	}
	found, ok := pattern(texts, u.names)
	if !ok {
		return tree.Node{}, false
	}
	return u.b.WithSetter(u.b.String(found, tree.Node{}), nodes[0].Setter()), true
}

// children unifies lists of one length, or maps with one number of keys.
func (u *unifier) children(nodes []tree.Node) (tree.Node, bool) {
	var fields []tree.Field
	next := make([]tree.Node, len(nodes))
	for i, n := range nodes {
		next[i] = n.First()
	}
	for next[0].Exists() {
		key := next[0].Key()
		for _, n := range next {
			if n.Key() != key {
				return tree.Node{}, false
			}
		}
		value, ok := u.unify(next)
		if !ok {
			return tree.Node{}, false
		}
		fields = append(fields, tree.Field{Key: key, Value: value})
		for i, n := range next {
			next[i] = n.Next()
		}
	}
	return collection(u.b, nodes[0].Kind(), fields), true
}

// collection returns a map of the fields, or a list of their values.
func collection(b *tree.Builder, kind tree.Kind, fields []tree.Field) tree.Node {
	if kind == tree.Map {
		return b.Map(tree.Node{}, fields...)
	}
	items := make([]tree.Node, len(fields))
	for i, f := range fields {
		items[i] = f.Value
	}
	return b.List(tree.Node{}, items...)
}

func allEqual(nodes []tree.Node) bool {
	for _, n := range nodes[1:] {
		if !equal(nodes[0], n) {
			return false
		}
	}
	return true
}

// equal reports whether two values are the same for a reader and for Flux: kinds, texts, keys and setter comments.
func equal(a, b tree.Node) bool {
	if a.Same(b) {
		return true
	}
	if a.Kind() != b.Kind() || a.Text() != b.Text() || a.Setter() != b.Setter() {
		return false
	}
	x, y := a.First(), b.First()
	for ; x.Exists() && y.Exists(); x, y = x.Next(), y.Next() {
		if x.Key() != y.Key() || !equal(x, y) {
			return false
		}
	}
	return !x.Exists() && !y.Exists()
}
