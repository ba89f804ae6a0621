package divide

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// named is a list whose items have different values in a field.
type named struct {
	names []string // in order
	items map[string]tree.Node
}

// NameFields are the fields that people call items by.
var NameFields = []string{"name", "host", "key", "id"}

// namedBy finds the items of a list by a field. It is false where the field does not tell them apart.
func namedBy(field string, list tree.Node) (made named, ok bool) {
	made.items = map[string]tree.Node{}
	for item := range list.Children() {
		value := item.Find(field)
		kind := value.Kind()
		name := kind.String() + value.Text()
		if kind < tree.Bool || kind > tree.String || names.MayHaveReference(value.Text()) || made.items[name].Exists() {
			return named{}, false
		}
		made.names, made.items[name] = append(made.names, name), item
	}
	return made, true
}

// byField returns a list of the items that most members have, and for each member what is merged with it by a field. It
// is false where that does not give the lists back.
func (d *Divider) byField(field string, lists []tree.Node) (split, bool) {
	all := make([]named, len(lists))
	for i, list := range lists {
		var ok bool
		if all[i], ok = namedBy(field, list); !ok {
			return split{}, false
		}
	}
	base := d.commonItems(all)
	made := split{operator: names.Plus, rests: make([]tree.Node, len(lists))}
	made.begin = d.B.List(lists[0], Each(base.names, func(name string) tree.Node { return base.items[name] })...)
	for i, list := range all {
		rest, merges, ok := d.restOver(base, list, field, i)
		if !ok {
			return split{}, false
		}
		if made.rests[i] = rest; merges {
			made.operator = names.Plus + "(" + field + ")"
		}
	}
	return made, len(base.names) > 0 && IsLong(made.begin)
}

// commonItems returns the items that more than half of the lists have, in the order of the first one.
func (d *Divider) commonItems(all []named) named {
	base, counts := named{items: map[string]tree.Node{}}, map[string]int{}
	for _, list := range all {
		for _, name := range list.names {
			counts[name]++
		}
	}
	for _, list := range all {
		at := 0
		for _, name := range list.names {
			if base.items[name].Exists() {
				at = slices.Index(base.names, name) + 1
			} else if 2*counts[name] > len(all) {
				base.names = slices.Insert(base.names, at, name)
				base.items[name] = d.mostCommon(name, all)
				at++
			}
		}
	}
	return base
}

// mostCommon returns the item of a name that most lists have.
func (d *Divider) mostCommon(name string, all []named) (item tree.Node) {
	var found []tree.Node
	for _, list := range all {
		if n := list.items[name]; n.Exists() {
			found = append(found, n)
		}
	}
	if len(found) == len(all) {
		if one, ok := d.unify(found); ok {
			return one
		}
	}
	most, counts := 0, map[string]int{}
	for _, n := range found {
		key := string(AppendKey(nil, n))
		if counts[key]++; counts[key] > most {
			most, item = counts[key], n
		}
	}
	return item
}

// restOver returns the list that makes the list of a member from the one below, and whether items of that are changed:
// absent where the lists are equal, and false where there is none.
func (d *Divider) restOver(base, list named, field string, member int) (rest tree.Node, merges, ok bool) {
	var items []tree.Node
	var order []string
	for _, name := range base.names {
		if list.items[name].Exists() {
			order = append(order, name)
		} else {
			items = append(items, d.B.Map(tree.Node{}, tree.Field{Key: field, Value: base.items[name].Find(field)},
				tree.Field{Key: names.Removal, Value: d.B.Bool(true, tree.Node{})}))
		}
	}
	merges = len(items) > 0
	for _, name := range list.names {
		item, below := list.items[name], base.items[name]
		switch {
		case !below.Exists():
			items, order = append(items, item), append(order, name)
		case !Equal(item, below) && !d.isOf(member, below, item):
			over, ok := d.over(below, item)
			if !ok {
				return tree.Node{}, false, false
			}
			fields := append([]tree.Field{{Key: field, Value: item.Find(field)}}, over.Fields()...)
			items, merges = append(items, d.B.Map(item, fields...)), true
		}
	}
	if len(items) > 0 {
		rest = d.B.List(tree.Node{}, items...)
	}
	return rest, merges, slices.Equal(order, list.names)
}

// isOf reports whether a value with references is that of a member.
func (d *Divider) isOf(member int, general, value tree.Node) bool {
	return Equal(MapStrings(d.B, general, func(text string) string { return d.resolved(text, member) }), value)
}

// over returns the map that makes one map from another one, as layers merge them. It is false where fields are removed.
func (d *Divider) over(below, want tree.Node) (tree.Node, bool) {
	for child := range below.Children() {
		if !want.Find(child.Key()).Exists() {
			return tree.Node{}, false
		}
	}
	var fields []tree.Field
	for child := range want.Children() {
		value, was, ok := child, below.Find(child.Key()), true
		if was.Exists() && Equal(was, child) {
			continue
		}
		if isMap(was) && isMap(child) {
			value, ok = d.over(was, child)
		}
		if !ok {
			return tree.Node{}, false
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return d.B.Map(want, fields...), true
}
