package divide

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Difference is a field that clusters have with different values, or only some of them have.
type Difference struct {
	Path     []string
	Nodes    []tree.Node // of each member; absent where it does not have the field
	Variants []Variant   // the one of most clusters first
	Count    int         // of the clusters that have the field
}

// Variant is a value with the clusters that have it, by their places in the list of members, in order.
type Variant struct {
	Value   tree.Node
	Members []int
	Key     string // of the members
	Below   bool   // layers can put the other variants over this one
}

// Add notes a difference. Clusters that have one value, or one with $(cluster.name) in it, are a variant.
func (d *Divider) Add(path []string, children []tree.Node) {
	found := Difference{Path: path, Nodes: children}
	byValue := map[string]*Variant{}
	for i, n := range children {
		if n.Exists() {
			found.Count++
			addVariant(byValue, n, i)
		}
	}
	generalized := map[string]*Variant{} // with $(cluster.name) wherever the texts have the name of the cluster
	for key, v := range byValue {
		if len(v.Members) == 1 {
			delete(byValue, key)
			member := v.Members[0]
			withReferences := func(text string) string {
				if names.ReadLayerKey(path[len(path)-1]).ByField() { // the names of items are compared as they are written
					return text
				}
				return General(d.Sources[:1], text, member)
			}
			addVariant(generalized, MapStrings(d.B, v.Value, withReferences), member)
		}
	}
	for _, v := range generalized {
		slices.Sort(v.Members)
		if len(v.Members) == 1 {
			v.Value = children[v.Members[0]]
		}
	}
	for _, v := range slices.AppendSeq(slices.Collect(maps.Values(byValue)), maps.Values(generalized)) {
		found.Variants = append(found.Variants, *v)
	}
	slices.SortFunc(found.Variants, func(x, y Variant) int {
		return cmp.Or(cmp.Compare(len(y.Members), len(x.Members)), cmp.Compare(x.Members[0], y.Members[0]))
	})
	found.settle()
	d.Differences = append(d.Differences, found)
}

func addVariant(variants map[string]*Variant, value tree.Node, member int) {
	key := string(AppendKey(nil, value))
	if variants[key] == nil {
		variants[key] = &Variant{Value: value}
	}
	variants[key].Members = append(variants[key].Members, member)
}

// settle finds what drafts ask of the variants.
func (d *Difference) settle() {
	count := func(matches func(tree.Node) bool) (found int) {
		for _, v := range d.Variants {
			if matches(v.Value) {
				found++
			}
		}
		return found
	}
	mapCount, unplaced := count(isMap), count(isUnplaced)
	grows := names.ReadLayerKey(d.Path[len(d.Path)-1]).Merges()
	for i, v := range d.Variants {
		d.Variants[i].Key = fmt.Sprint(v.Members)
		switch {
		case d.Count < len(d.Nodes) || grows: // a layer cannot leave out a field
		case d.Path[0] == "sourceRef": // without a namespace it would look as if it had the one of the layer below
			d.Variants[i].Below = isUnplaced(v.Value) || unplaced == 0
		default: // layers merge maps
			d.Variants[i].Below = !isMap(v.Value) || !v.Value.First().Exists() || mapCount == 1
		}
	}
}

func isMap(n tree.Node) bool { return n.Kind() == tree.Map }

// isUnplaced is true of a reference to a source in the namespace of the object.
func isUnplaced(n tree.Node) bool { return !n.Get("namespace").Exists() }

// InLayers reports whether an override can have the value.
func (d Difference) InLayers(v Variant) bool {
	return d.Path[0] != "name" || names.IsReference(v.Value)
}

// AppendKey appends a text that only equal values have.
func AppendKey(dst []byte, n tree.Node) []byte {
	dst = append(dst, byte('0'+n.Kind()))
	dst = strconv.AppendQuote(strconv.AppendQuote(dst, n.Text()), n.Setter())
	for child := range n.Children() {
		dst = AppendKey(strconv.AppendQuote(dst, child.Key()), child)
	}
	return append(dst, ';')
}
