package layout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// difference is a field that clusters have with different values, or only some of them have.
type difference struct {
	path     []string
	nodes    []tree.Node // of each member; absent where it does not have the field
	variants []variant   // the one of most clusters first
	count    int         // of the clusters that have the field
	maps     int         // of the variants that are maps
}

// variant is a value with the clusters that have it, by their places in the list of members, in order.
type variant struct {
	value   tree.Node
	members []int
	key     string // of the members
}

// divider separates what entries have in common from their differences.
type divider struct {
	unifier
	differences []difference
}

// divide returns the fields that all maps have. Absent ones have none.
func (d *divider) divide(path []string, nodes []tree.Node) tree.Node {
	var fields []tree.Field
	for _, key := range keysOf(nodes) {
		below := append(slices.Clone(path), key)
		children := make([]tree.Node, len(nodes))
		for i, n := range nodes {
			children[i] = n.Find(key)
		}
		if value, ok := d.shared(children); ok {
			fields = append(fields, tree.Field{Key: key, Value: value})
		} else if key != "sourceRef" && allMaps(children) {
			if common := d.divide(below, children); common.First().Exists() {
				fields = append(fields, tree.Field{Key: key, Value: common})
			}
		} else {
			d.add(below, children)
		}
	}
	return d.b.Map(tree.Node{}, fields...)
}

// shared returns the value that all have.
func (d *divider) shared(children []tree.Node) (tree.Node, bool) {
	if !slices.ContainsFunc(children, func(n tree.Node) bool { return !n.Exists() }) {
		return d.unify(children)
	}
	return tree.Node{}, false
}

// keysOf returns the keys of all maps, sorted.
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

// add notes a difference. Clusters that have one value, or one with $(cluster.name) in it, are a variant.
func (d *divider) add(path []string, children []tree.Node) {
	found := difference{path: path, nodes: children}
	byValue := map[string]*variant{}
	for i, n := range children {
		if n.Exists() {
			found.count++
			note(byValue, n, i)
		}
	}
	general := map[string]*variant{}
	for key, v := range byValue {
		if len(v.members) == 1 {
			delete(byValue, key)
			note(general, d.generalized(v.value, d.names[v.members[0]]), v.members[0])
		}
	}
	for _, v := range general {
		slices.Sort(v.members)
		if len(v.members) == 1 {
			v.value = children[v.members[0]]
		}
	}
	found.variants = append(slices.Collect(values(byValue)), slices.Collect(values(general))...)
	slices.SortFunc(found.variants, func(x, y variant) int {
		return cmp.Or(cmp.Compare(len(y.members), len(x.members)), cmp.Compare(x.members[0], y.members[0]))
	})
	for i, v := range found.variants {
		found.variants[i].key = fmt.Sprint(v.members)
		if v.value.Kind() == tree.Map {
			found.maps++
		}
	}
	d.differences = append(d.differences, found)
}

func values(of map[string]*variant) func(yield func(variant) bool) {
	return func(yield func(variant) bool) {
		for _, v := range of {
			if !yield(*v) {
				return
			}
		}
	}
}

func note(variants map[string]*variant, value tree.Node, member int) {
	key := string(appendKey(nil, value))
	if variants[key] == nil {
		variants[key] = &variant{value: value}
	}
	variants[key].members = append(variants[key].members, member)
}

// generalized returns the value with $(cluster.name) wherever its texts have the name of the cluster.
func (d *divider) generalized(n tree.Node, name string) tree.Node {
	switch n.Kind() {
	case tree.String:
		if text := general(n.Text(), name); text != n.Text() {
			return d.b.WithSetter(d.b.String(text, tree.Node{}), n.Setter())
		}
	case tree.List, tree.Map:
		fields := n.Fields()
		for i, f := range fields {
			fields[i].Value = d.generalized(f.Value, name)
		}
		return collection(d.b, n.Kind(), fields)
	}
	return n
}

// general returns a text with $(cluster.name) wherever it has the name of the cluster.
func general(text, name string) string {
	if name == "" || reference.In(text) {
		return text
	}
	var found strings.Builder
	for i := 0; i < len(text); {
		if isWord(text, i, name) {
			found.WriteString(clusterName)
			i += len(name)
			continue
		}
		found.WriteByte(text[i])
		i++
	}
	if reference.Unescaped(found.String()) != found.String() { // the text has a $ in front of the name
		return text
	}
	return found.String()
}

// appendKey appends a text that only equal values have.
func appendKey(dst []byte, n tree.Node) []byte {
	dst = append(dst, byte('0'+n.Kind()))
	dst = strconv.AppendQuote(strconv.AppendQuote(dst, n.Text()), n.Setter())
	for child := range n.Children() {
		dst = appendKey(strconv.AppendQuote(dst, child.Key()), child)
	}
	return append(dst, ';')
}
