package layout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// difference is a field that clusters have with different values, or only some of them have.
type difference struct {
	path     []string
	nodes    []tree.Node // of each member; absent where it does not have the field
	variants []variant   // the one of most clusters first
	count    int         // of the clusters that have the field
}

// variant is a value with the clusters that have it, by their places in the list of members, in order.
type variant struct {
	value   tree.Node
	members []int
	key     string // of the members
	below   bool   // layers can put the other variants over this one
}

// add notes a difference. Clusters that have one value, or one with $(cluster.name) in it, are a variant.
func (d *divider) add(path []string, children []tree.Node) {
	found := difference{path: path, nodes: children}
	byValue := map[string]*variant{}
	for i, n := range children {
		if n.Exists() {
			found.count++
			addVariant(byValue, n, i)
		}
	}
	generalized := map[string]*variant{} // with $(cluster.name) wherever the texts have the name of the cluster
	for key, v := range byValue {
		if len(v.members) == 1 {
			delete(byValue, key)
			member := v.members[0]
			withReferences := func(text string) string {
				if reference.ReadKey(path[len(path)-1]).ByField() { // the names of items are compared as they are written
					return text
				}
				return general(d.sources[:1], text, member)
			}
			addVariant(generalized, MapStrings(d.b, v.value, withReferences), member)
		}
	}
	for _, v := range generalized {
		slices.Sort(v.members)
		if len(v.members) == 1 {
			v.value = children[v.members[0]]
		}
	}
	for _, v := range slices.AppendSeq(slices.Collect(maps.Values(byValue)), maps.Values(generalized)) {
		found.variants = append(found.variants, *v)
	}
	slices.SortFunc(found.variants, func(x, y variant) int {
		return cmp.Or(cmp.Compare(len(y.members), len(x.members)), cmp.Compare(x.members[0], y.members[0]))
	})
	found.settle()
	d.differences = append(d.differences, found)
}

func addVariant(variants map[string]*variant, value tree.Node, member int) {
	key := string(appendKey(nil, value))
	if variants[key] == nil {
		variants[key] = &variant{value: value}
	}
	variants[key].members = append(variants[key].members, member)
}

// settle finds what drafts ask of the variants.
func (d *difference) settle() {
	count := func(matches func(tree.Node) bool) (found int) {
		for _, v := range d.variants {
			if matches(v.value) {
				found++
			}
		}
		return found
	}
	mapCount, unplaced := count(isMap), count(isUnplaced)
	grows := reference.ReadKey(d.path[len(d.path)-1]).Merges()
	for i, v := range d.variants {
		d.variants[i].key = fmt.Sprint(v.members)
		switch {
		case d.count < len(d.nodes) || grows: // a layer cannot leave out a field
		case d.path[0] == "sourceRef": // without a namespace it would look as if it had the one of the layer below
			d.variants[i].below = isUnplaced(v.value) || unplaced == 0
		default: // layers merge maps
			d.variants[i].below = !isMap(v.value) || !v.value.First().Exists() || mapCount == 1
		}
	}
}

func isMap(n tree.Node) bool { return n.Kind() == tree.Map }

// isUnplaced is true of a reference to a source in the namespace of the object.
func isUnplaced(n tree.Node) bool { return !n.Get("namespace").Exists() }

// inLayers reports whether an override can have the value.
func (d difference) inLayers(v variant) bool {
	return d.path[0] != "name" || reference.Is(v.value)
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

type override struct {
	members  []int
	selector requirement // zero where the names of the clusters select
	fields   tree.Node
}

// layers are the fields of overrides, by their members: variants of the same members share an override.
type layers map[string]*layer

type layer struct {
	members []int
	fields  patch
}

func (l layers) add(path []string, v variant) {
	if l[v.key] == nil {
		l[v.key] = &layer{members: v.members}
	}
	l[v.key].fields.set(path, v.value)
}

// base chooses the variant of a difference without an override: a single cluster's, otherwise the one that leaves the
// fewest new overrides, otherwise the one of most clusters. It is -1 where all need one.
func (l layers) base(d difference, lone bool) int {
	known := 0
	for _, v := range d.variants {
		if l[v.key] != nil {
			known++
		}
	}
	best, most := -1, -1
	for i, v := range d.variants {
		existing := known // overrides for the other variants
		switch {
		case !v.below:
			continue
		case len(v.members) == 1 && !lone:
			existing = len(d.variants)
		case l[v.key] != nil:
			existing--
		}
		if existing > most {
			best, most = i, existing
		}
	}
	return best
}

// overrides returns the overrides, the one for most clusters first.
func (l layers) overrides(b *tree.Builder) (made []override) {
	for _, layer := range l {
		made = append(made, override{members: layer.members, fields: layer.fields.tree(b)})
	}
	slices.SortFunc(made, func(x, y override) int {
		return cmp.Or(cmp.Compare(len(y.members), len(x.members)), slices.Compare(x.members, y.members))
	})
	return made
}

// patch is a map that is put together field by field.
type patch struct {
	value  tree.Node // absent of a map
	fields map[string]*patch
}

func (p *patch) set(path []string, v tree.Node) {
	if len(path) == 0 {
		p.value = v
		return
	}
	if p.fields == nil {
		p.fields = map[string]*patch{}
	}
	if p.fields[path[0]] == nil {
		p.fields[path[0]] = &patch{}
	}
	p.fields[path[0]].set(path[1:], v)
}

func (p *patch) tree(b *tree.Builder) tree.Node {
	if p.value.Exists() {
		return p.value
	}
	var fields []tree.Field
	for key, below := range p.fields {
		fields = append(fields, tree.Field{Key: key, Value: below.tree(b)})
	}
	return b.Map(tree.Node{}, fields...)
}
