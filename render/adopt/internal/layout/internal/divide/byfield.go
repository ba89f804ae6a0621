package divide

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
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
		if kind < tree.Bool || kind > tree.String || reference.In(value.Text()) || made.items[name].Exists() {
			return named{}, false
		}
		made.names, made.items[name] = append(made.names, name), item
	}
	return made, true
}

// commonFields returns the fields that all items of lists have, those that people call items by first.
func commonFields(lists []tree.Node) (fields []string) {
	for child := range lists[0].First().Children() {
		key := child.Key()
		lacks := func(item tree.Node) bool { return !item.Find(key).Exists() }
		inAll := func(list tree.Node) bool { return slices.ContainsFunc(slices.Collect(list.Children()), lacks) }
		if plainKey().MatchString(key) && !slices.ContainsFunc(lists, inAll) {
			fields = append(fields, key)
		}
	}
	rank := func(key string) int {
		if at := slices.Index(NameFields, key); at >= 0 {
			return at
		}
		return len(NameFields)
	}
	slices.SortStableFunc(fields, func(x, y string) int { return rank(x) - rank(y) })
	return fields
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
	made := split{operator: reference.Plus + "(" + field + ")", rests: make([]tree.Node, len(lists))}
	made.begin = d.B.List(lists[0], Each(base.names, func(name string) tree.Node { return base.items[name] })...)
	adds := true
	for i, list := range all {
		rest, ok := d.restOver(base, list, field, i)
		if !ok {
			return split{}, false
		}
		made.rests[i] = rest
		for item := range rest.Children() {
			of, _ := namedBy(field, d.B.List(tree.Node{}, item))
			adds = adds && !base.items[of.names[0]].Exists()
		}
	}
	if adds {
		made.operator = reference.Plus
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

// restOver returns the list that makes the list of a member from the one below; absent where they are equal, and false
// where there is none.
func (d *Divider) restOver(base, list named, field string, member int) (tree.Node, bool) {
	var items []tree.Node
	var order []string
	for _, name := range base.names {
		if item := list.items[name]; item.Exists() {
			order = append(order, name)
		} else {
			items = append(items, d.B.Map(tree.Node{}, tree.Field{Key: field, Value: base.items[name].Find(field)},
				tree.Field{Key: reference.Removal, Value: d.B.Bool(true, tree.Node{})}))
		}
	}
	for _, name := range list.names {
		item, below := list.items[name], base.items[name]
		switch {
		case !below.Exists():
			items, order = append(items, item), append(order, name)
		case !Equal(item, below) && !d.isOf(member, below, item):
			over, ok := d.over(below, item)
			if !ok {
				return tree.Node{}, false
			}
			fields := append([]tree.Field{{Key: field, Value: item.Find(field)}}, over.Fields()...)
			items = append(items, d.B.Map(item, fields...))
		}
	}
	if len(items) == 0 {
		return tree.Node{}, slices.Equal(order, list.names)
	}
	return d.B.List(tree.Node{}, items...), slices.Equal(order, list.names)
}

// isOf reports whether a value with references is that of a member.
func (d *Divider) isOf(member int, general, value tree.Node) bool {
	return Equal(MapStrings(d.B, general, func(text string) string { return d.resolved(text, member) }), value)
}

// over returns the map that makes one map from another one, as layers merge them. It is false where there is none.
func (d *Divider) over(below, want tree.Node) (tree.Node, bool) {
	var fields []tree.Field
	for child := range want.Children() {
		was := below.Find(child.Key())
		switch {
		case was.Exists() && Equal(was, child):
			continue
		case isMap(was) && isMap(child) && child.First().Exists():
			value, ok := d.over(was, child)
			if !ok {
				return tree.Node{}, false
			}
			fields = append(fields, tree.Field{Key: child.Key(), Value: value})
		case isMap(was) && was.First().Exists() && isMap(child):
			return tree.Node{}, false
		default:
			fields = append(fields, tree.Field{Key: child.Key(), Value: child})
		}
	}
	for child := range below.Children() {
		if !want.Find(child.Key()).Exists() {
			fields = append(fields, tree.Field{Key: child.Key(), Value: d.B.String(reference.Removal, tree.Node{})})
		}
	}
	return d.B.Map(want, fields...), true
}
