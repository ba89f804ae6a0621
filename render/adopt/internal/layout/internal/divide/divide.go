package divide

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Divider separates what entries have in common from their differences.
type Divider struct {
	B           *tree.Builder
	Sources     []Source // the name of the cluster, and its labels
	Differences []Difference

	Begins     []begin
	IsManaged  func(member int, n tree.Node) bool // by a program, which does not find the value of a param
	UsesParams bool                               // where texts and lists differ in few places
	Params     []Param
	keys       []string // that lead to what is divided
	inList     int      // how many lists are around it
}

// begin is how many items of a list all members have, in front of what each has for itself.
type begin struct {
	Path  []string
	Count int
}

// Divide returns the fields that all maps of a type have. Absent ones have none.
func (d *Divider) Divide(path []string, typ validate.Type, nodes []tree.Node) tree.Node {
	var fields []tree.Field
	for _, key := range keysOf(nodes) {
		d.keys = append(d.keys[:len(path)], key)
		below := append(slices.Clone(path), key)
		children := Each(nodes, func(n tree.Node) tree.Node { return n.Find(key) })
		if value, ok := d.shared(children); ok {
			fields = append(fields, tree.Field{Key: key, Value: value})
		} else if key != "sourceRef" && allMaps(children) {
			if common := d.Divide(below, typ.Field(key), children); common.First().Exists() {
				fields = append(fields, tree.Field{Key: key, Value: common})
			}
		} else if s, ok := d.grown(typ, key, children); ok {
			fields = append(fields, tree.Field{Key: key, Value: s.begin})
			d.Begins = append(d.Begins, begin{below, s.count})
			d.Add(append(slices.Clone(path), key+s.operator), s.rests)
		} else {
			d.Add(below, children)
		}
	}
	return d.B.Map(tree.Node{}, fields...)
}

func Each[From, To any](items []From, get func(From) To) []To {
	made := make([]To, len(items))
	for i, item := range items {
		made[i] = get(item)
	}
	return made
}

func (d *Divider) shared(children []tree.Node) (tree.Node, bool) {
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
func (d *Divider) unify(nodes []tree.Node) (tree.Node, bool) {
	if !slices.ContainsFunc(nodes[1:], func(n tree.Node) bool { return !Equal(nodes[0], n) }) {
		return nodes[0], true
	}
	known := d.Params
	made, ok := d.unifyOthers(nodes)
	if !ok {
		d.Params = known
	}
	return made, ok
}

func (d *Divider) unifyOthers(nodes []tree.Node) (tree.Node, bool) {
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

func (d *Divider) text(nodes []tree.Node) (tree.Node, bool) {
	texts := Each(nodes, tree.Node.Text)
	var found string
	ok := false
	for i := 0; i < len(d.Sources) && !ok; i++ {
		found, ok = d.Sources[i].pattern(texts)
	}
	if !ok && len(d.Sources) > 1 {
		found, ok = patternOfAll(d.Sources, texts)
	}
	return d.B.WithSetter(d.B.String(found, nodes[0]), nodes[0].Setter()), ok
}

// children unifies lists of one length, or maps with one number of keys.
func (d *Divider) children(nodes []tree.Node) (made tree.Node, ok bool) {
	next, ok := Each(nodes, tree.Node.First), true
	depth, isList := len(d.keys), nodes[0].Kind() == tree.List
	if isList {
		d.inList++
	}
	made = d.B.Rebuild(nodes[0], func(first tree.Node) (value tree.Node) {
		hasOtherKey := func(n tree.Node) bool { return n.Key() != first.Key() }
		if ok = ok && !slices.ContainsFunc(next, hasOtherKey); ok {
			d.keys = append(d.keys[:depth], nodes[0].Get("name").Text(), first.Key())
			value, ok = d.unify(next)
			next = Each(next, tree.Node.Next)
		}
		return value
	})
	d.keys = d.keys[:depth]
	if isList {
		d.inList--
	}
	return made, ok
}

// Equal reports whether two values are the same for a reader and for Flux.
func Equal(a, b tree.Node) bool {
	return tree.Comparison{Before: tree.AllNulls, After: tree.AllNulls, Setters: true}.Equal(a, b)
}
