package layout

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/tree/compare"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// divider separates what entries have in common from their differences.
type divider struct {
	b           *tree.Builder
	sources     []source // the name of the cluster, and its labels
	differences []difference
}

// divide returns the fields that all maps of a type have. Absent ones have none.
func (d *divider) divide(path []string, typ validate.Type, nodes []tree.Node) tree.Node {
	var fields []tree.Field
	for _, key := range keysOf(nodes) {
		below := append(slices.Clone(path), key)
		children := each(nodes, func(n tree.Node) tree.Node { return n.Find(key) })
		if value, ok := d.shared(children); ok {
			fields = append(fields, tree.Field{Key: key, Value: value})
		} else if key != "sourceRef" && allMaps(children) {
			if common := d.divide(below, typ.Field(key), children); common.First().Exists() {
				fields = append(fields, tree.Field{Key: key, Value: common})
			}
		} else if begin, rests := d.grown(typ, key, children); len(rests) > 0 {
			fields = append(fields, tree.Field{Key: key, Value: begin})
			d.add(append(slices.Clone(path), key+reference.Plus), rests)
		} else {
			d.add(below, children)
		}
	}
	return d.b.Map(tree.Node{}, fields...)
}

func each[From, To any](items []From, get func(From) To) []To {
	made := make([]To, len(items))
	for i, item := range items {
		made[i] = get(item)
	}
	return made
}

func (d *divider) shared(children []tree.Node) (tree.Node, bool) {
	if !slices.ContainsFunc(children, func(n tree.Node) bool { return !n.Exists() }) {
		return d.unify(children)
	}
	return tree.Node{}, false
}

func keysOf(nodes []tree.Node) []string {
	keys := map[string]bool{}
	for _, n := range nodes {
		for child := range n.Children() {
			keys[child.Key()] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// allMaps reports whether all values that exist are maps with fields.
func allMaps(nodes []tree.Node) bool {
	return !slices.ContainsFunc(nodes, func(n tree.Node) bool {
		return n.Exists() && (n.Kind() != tree.Map || !n.First().Exists())
	})
}

// grown returns the items with which the lists of all clusters begin, and the rests of the lists. There are none of a
// field that layers do not grow, and of items that are read faster than what follows from two lists.
func (d *divider) grown(typ validate.Type, key string, lists []tree.Node) (begin tree.Node, rests []tree.Node) {
	if _, grows := typ.Grows(key + reference.Plus); !grows {
		return tree.Node{}, nil
	}
	var common []tree.Node
	next := each(lists, tree.Node.First)
	for !slices.Contains(next, tree.Node{}) {
		item, ok := d.unify(next)
		if !ok {
			break
		}
		common, next = append(common, item), each(next, tree.Node.Next)
	}
	if begin = d.b.List(tree.Node{}, common...); !isLong(begin) {
		return tree.Node{}, nil
	}
	return begin, each(next, d.restOf)
}

// restOf returns a list of an item and those behind it; absent where there is none.
func (d *divider) restOf(item tree.Node) tree.Node {
	if !item.Exists() {
		return tree.Node{}
	}
	var items []tree.Node
	for ; item.Exists(); item = item.Next() {
		items = append(items, item)
	}
	return d.b.List(tree.Node{}, items...)
}

// unify returns the value that is nodes[i] on cluster i. It is false where there is none.
func (d *divider) unify(nodes []tree.Node) (tree.Node, bool) {
	if !slices.ContainsFunc(nodes[1:], func(n tree.Node) bool { return !equal(nodes[0], n) }) {
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
		return d.text(nodes)
	case tree.List, tree.Map:
		return d.children(nodes)
	}
	return tree.Node{}, false
}

func (d *divider) text(nodes []tree.Node) (tree.Node, bool) {
	texts := each(nodes, tree.Node.Text)
	var found string
	ok := false
	for i := 0; i < len(d.sources) && !ok; i++ {
		found, ok = d.sources[i].pattern(texts)
	}
	if !ok && len(d.sources) > 1 {
		found, ok = patternOfAll(d.sources, texts)
	}
	return d.b.WithSetter(d.b.String(found, nodes[0]), nodes[0].Setter()), ok
}

// children unifies lists of one length, or maps with one number of keys.
func (d *divider) children(nodes []tree.Node) (made tree.Node, ok bool) {
	next, ok := each(nodes, tree.Node.First), true
	made = d.b.Rebuild(nodes[0], func(first tree.Node) (value tree.Node) {
		hasOtherKey := func(n tree.Node) bool { return n.Key() != first.Key() }
		if ok = ok && !slices.ContainsFunc(next, hasOtherKey); ok {
			value, ok = d.unify(next)
			next = each(next, tree.Node.Next)
		}
		return value
	})
	return made, ok
}

// equal reports whether two values are the same for a reader and for Flux.
func equal(a, b tree.Node) bool {
	return compare.Rules{Before: compare.All, After: compare.All, Setters: true}.Equal(a, b)
}
