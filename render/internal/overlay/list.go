package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// key reads a key of a layer. In values each key may have an operator, elsewhere only those of lists.
func (t *Table) key(in place, written string) names.LayerKey {
	if in.operators {
		return names.ReadLayerKey(written)
	}
	if t.Grows {
		if _, grows := in.kind.Grows(written); grows {
			return names.ReadLayerKey(written)
		}
	}
	return names.LayerKey{Name: written}
}

// find returns the value that a layer has for a key, and how that is merged.
func (t *Table) find(in place, n tree.Node, name string) (value tree.Node, k names.LayerKey) {
	if !in.operators && !t.Grows {
		return n.Find(name), names.LayerKey{Name: name}
	}
	for _, written := range []string{name, names.WrittenLayerKey(name), name + names.Plus} {
		if k := t.key(in, written); k.Name == name {
			if value = n.Find(written); value.Exists() {
				return value, k
			}
		}
	}
	value = t.byField(in, n)[name]
	return value, t.key(in, value.Key())
}

// byField returns the lists of a map that are merged by a field, by their names. It remembers those of each map.
func (t *Table) byField(in place, n tree.Node) map[string]tree.Node {
	known, done := t.merged[n.Value()]
	if done {
		return known
	}
	for child := range n.Children() {
		if k := t.key(in, child.Key()); k.ByField() {
			if known == nil {
				known = map[string]tree.Node{}
			}
			known[k.Name] = child
		}
	}
	if t.merged != nil {
		t.merged[n.Value()] = known
	}
	return known
}

// mergeList returns the fields of a map with a list merged into them whose key has an operator. The map around has
// what is below. Where a list may be below that is merged later, and the layers have none, the key keeps its operator.
func (o *Overlay) mergeList(fields []tree.Field, around, over tree.Node, k names.LayerKey, in place) []tree.Field {
	if over.Kind() != tree.List || k.ByField() && k.Field == "" { // which was refused
		return fields
	}
	at, key := o.at(in, k.Name), k.Name
	below := around.Find(key)
	isLater := !below.Exists() && at.hasBelow()
	if isLater {
		key = over.Key()
		below = around.Find(key)
	}
	if !in.isApart && o.Report != nil {
		o.reportNotMerged(around, below, over, k, isLater, in.operators)
	}
	if !k.ByField() {
		return append(fields, tree.Field{Key: key, Value: joinLists(o, below, o.unmerged(over, at), at)})
	}
	items := o.mergeItems(itemsOf(Layer{}, below), Layer{Fields: over}, k, at)
	return append(fields, tree.Field{Key: key, Value: o.listOf(over, items)})
}

// reportNotMerged reports why a list cannot be merged with what is below it in a map, unless it can. Outside of values,
// a list without one below it begins one.
func (o *Overlay) reportNotMerged(around, below, over tree.Node, k names.LayerKey, isLater, inValues bool) {
	either := "write " + k.Name + " for a list that begins here, or " + names.WrittenLayerKey(k.Name+k.Operator) +
		" for a key that ends in " + k.Operator
	hasField := func(item tree.Node) bool { return item.Find(k.Field).Exists() }
	var detail, behind string // behind the place of what is below
	switch {
	case below.Kind() == tree.String && names.IsReference(below):
		detail = "a list is not merged with a reference, and there is one at "
		behind = "; write the list there, with a reference for each item"
	case isLater && k.ByField():
		detail = "a list that all entries share is not merged by a field; write " + k.Name + names.Plus
	case !inValues && below.Kind() != tree.List: // what is no list was refused
		return
	case !below.Exists():
		if near := names.Nearest(k.Name, listsIn(around)); near != "" {
			either = "did you mean \"" + near + k.Operator + "\"?"
		}
		detail = "no layer below has a list " + k.Name + "; " + either
	case below.Kind() != tree.List:
		detail = k.Name + " is " + below.Kind().String() + " at "
		behind = ", and only a list is merged with a list; " + either
	case k.ByField() && below.Len() > 0 && !slices.ContainsFunc(slices.Collect(below.Children()), hasField):
		detail = "no item has a field " + k.Field + " at "
		behind = "; write the field that the items have, or " + k.Name + "+ to add to them"
	default:
		return
	}
	p := finding.Problem{Code: codes.ListOperator, Node: over, OnKey: true, Detail: detail}
	if behind != "" {
		p = p.Beside(below, behind)
	}
	o.Report(p)
}

func listsIn(n tree.Node) []string {
	lists := each.Only(slices.Collect(n.Children()), func(child tree.Node) bool { return child.Kind() == tree.List })
	return each.Of(lists, tree.Node.Key)
}

// Item is an item of a list that layers are merged to.
type Item struct {
	// From are the layers that have it, with what each has, the lowest first.
	From []Layer
	// Removed is the field and the value by which the last of these found it and removed it, as name=A; empty otherwise.
	Removed string

	value tree.Node
}

func itemsOf(l Layer, list tree.Node) (items []Item) {
	if list.Kind() == tree.List {
		for item := range list.Children() {
			items = append(items, Item{value: item})
			items[len(items)-1].add(l, item)
		}
	}
	return items
}

// add remembers a layer. One without a name only merges, and nobody asks for it.
func (i *Item) add(l Layer, fields tree.Node) {
	if l.Name != "" {
		i.From = append(i.From, Layer{l.Name, fields, l.Named})
	}
}

// mergeItems merges the list of a layer into items, as its key tells: behind them, or over those that have the same
// value in a field. New items come behind them.
func (o *Overlay) mergeItems(items []Item, l Layer, k names.LayerKey, at place) []Item {
	in := o.at(at, "")
	in.isApart = in.isApart || !k.ByField()
	known := itemIndex{}
	for i := range items {
		known.add(items, i, k)
	}
	for item := range l.Fields.Children() {
		like := item.Find(names.WrittenLayerKey(k.Field))
		same := known.findAfter(items, -1, like)
		removes := k.ByField() && item.Find(names.Removal).Exists()
		switch {
		case removes:
			o.Removed(item, same >= 0)
		case same < 0:
			items = append(items, Item{value: o.unmerged(item, in)})
			same = len(items) - 1
			known.add(items, same, k)
		default:
			items[same].value = o.over(items[same].value, item, in)
		}
		if same < 0 {
			continue
		}
		if again := known.findAfter(items, same, like); again >= 0 && o.Report != nil {
			p := finding.Problem{Code: codes.ListOperator, Node: like,
				Detail: "two items of the list below have this " + like.Key() + ", the second one at "}
			o.Report(p.Beside(items[again].value, "; leave one of them out, or write the whole list"))
		}
		items[same].add(l, item)
		if removes {
			items[same].Removed = k.Field + "=" + like.Text()
		}
	}
	return items
}

type itemIndex map[itemValue][]int

type itemValue struct {
	kind tree.Kind
	text string
}

func (x itemIndex) add(items []Item, i int, k names.LayerKey) {
	if value := items[i].value.Find(k.Field); k.ByField() && value.Exists() {
		v := itemValue{value.Kind(), value.Text()}
		x[v] = append(x[v], i)
	}
}

// findAfter returns the first index behind another one of an item that has a value; -1 without one.
func (x itemIndex) findAfter(items []Item, after int, value tree.Node) int {
	if value.Exists() {
		for _, i := range x[itemValue{value.Kind(), value.Text()}] {
			if i > after && items[i].Removed == "" {
				return i
			}
		}
	}
	return -1
}

func (o *Overlay) listOf(origin tree.Node, items []Item) tree.Node {
	left := each.Only(items, func(i Item) bool { return i.Removed == "" })
	return o.build.List(origin, each.Of(left, func(i Item) tree.Node { return i.value })...)
}

// unmerged returns a value that is merged with nothing, without its escapes.
func (o *Overlay) unmerged(n tree.Node, at place) tree.Node {
	switch {
	case n.Kind() == tree.Map && at.operators:
		return o.over(tree.Node{}, n, at)
	case n.Kind() != tree.List || !at.operators:
		return o.unescaped(n)
	}
	in := o.at(at, "")
	in.isApart = true
	return o.build.Rebuild(n, func(item tree.Node) tree.Node { return o.unmerged(item, in) })
}

// takeGrown returns fields without a list that keeps its operator, where a field replaces it; and what this is over.
func (o *Overlay) takeGrown(fields []tree.Field, key string, below tree.Node, in place) ([]tree.Field, tree.Node) {
	for i, f := range slices.Backward(fields) {
		if k := o.key(in, f.Key); k.Merges() && k.Name == key {
			if !below.Exists() {
				below = f.Value
			}
			fields = slices.Delete(fields, i, i+1)
		}
	}
	return fields, below
}
