package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/tree/compare"
)

// unifier finds the value that many clusters have in common.
type unifier struct {
	b       *tree.Builder
	sources []source // the name of the cluster, and its labels
}

// unify returns the value that is nodes[i] on cluster i. It is false where there is none.
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
	for _, s := range u.sources {
		if found, ok := s.pattern(texts); ok {
			return u.b.WithSetter(u.b.String(found, tree.Node{}), nodes[0].Setter()), true
		}
	}
	if found, ok := patternOfAll(u.sources, texts); ok && len(u.sources) > 1 {
		return u.b.WithSetter(u.b.String(found, tree.Node{}), nodes[0].Setter()), true
	}
	return tree.Node{}, false
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
	return !slices.ContainsFunc(nodes[1:], func(n tree.Node) bool { return !equal(nodes[0], n) })
}

// equal reports whether two values are the same for a reader and for Flux.
func equal(a, b tree.Node) bool {
	return compare.Rules{Before: compare.All, After: compare.All, Setters: true}.Equal(a, b)
}
