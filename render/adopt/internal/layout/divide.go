package layout

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/tree/compare"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// divider separates what entries have in common from their differences.
type divider struct {
	b           *tree.Builder
	sources     []source // the name of the cluster, and its labels
	differences []difference

	begins     []begin
	authors    *authors
	usesParams bool // where texts and lists differ in few places
	params     []param
	keys       []string // that lead to what is divided
	inList     int      // how many lists are around it
}

// begin is how many items of a list all members have, in front of what each has for itself.
type begin struct {
	path  []string
	count int
}

// divide returns the fields that all maps of a type have. Absent ones have none.
func (d *divider) divide(path []string, typ validate.Type, nodes []tree.Node) tree.Node {
	var fields []tree.Field
	for _, key := range keysOf(nodes) {
		d.keys = append(d.keys[:len(path)], key)
		below := append(slices.Clone(path), key)
		children := each(nodes, func(n tree.Node) tree.Node { return n.Find(key) })
		if value, ok := d.shared(children); ok {
			fields = append(fields, tree.Field{Key: key, Value: value})
		} else if key != "sourceRef" && allMaps(children) {
			if common := d.divide(below, typ.Field(key), children); common.First().Exists() {
				fields = append(fields, tree.Field{Key: key, Value: common})
			}
		} else if s, ok := d.grown(typ, key, children); ok {
			fields = append(fields, tree.Field{Key: key, Value: s.begin})
			d.begins = append(d.begins, begin{below, s.count})
			d.add(append(slices.Clone(path), key+s.operator), s.rests)
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

// unify returns the value that is nodes[i] on cluster i. It is false where there is none.
func (d *divider) unify(nodes []tree.Node) (tree.Node, bool) {
	if !slices.ContainsFunc(nodes[1:], func(n tree.Node) bool { return !equal(nodes[0], n) }) {
		return nodes[0], true
	}
	known := d.params
	made, ok := d.unifyOthers(nodes)
	if !ok {
		d.params = known
	}
	return made, ok
}

func (d *divider) unifyOthers(nodes []tree.Node) (tree.Node, bool) {
	kind, count := nodes[0].Kind(), nodes[0].Len()
	for _, n := range nodes {
		if n.Len() != count || n.Setter() != nodes[0].Setter() {
			return tree.Node{}, false
		}
		if n.Kind() != kind {
			return d.withParams(nodes)
		}
	}
	switch kind {
	case tree.String:
		if found, ok := d.text(nodes); ok {
			return found, true
		}
	case tree.List, tree.Map:
		return d.children(nodes)
	}
	return d.withParams(nodes)
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
	depth, isList := len(d.keys), nodes[0].Kind() == tree.List
	if isList {
		d.inList++
	}
	made = d.b.Rebuild(nodes[0], func(first tree.Node) (value tree.Node) {
		hasOtherKey := func(n tree.Node) bool { return n.Key() != first.Key() }
		if ok = ok && !slices.ContainsFunc(next, hasOtherKey); ok {
			d.keys = append(d.keys[:depth], nodes[0].Get("name").Text(), first.Key())
			value, ok = d.unify(next)
			next = each(next, tree.Node.Next)
		}
		return value
	})
	d.keys = d.keys[:depth]
	if isList {
		d.inList--
	}
	return made, ok
}

// equal reports whether two values are the same for a reader and for Flux.
func equal(a, b tree.Node) bool {
	return compare.Rules{Before: compare.All, After: compare.All, Setters: true}.Equal(a, b)
}
