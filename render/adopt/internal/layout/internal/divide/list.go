package divide

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// split is how the lists of all members are written: one below, and what each member has over it.
type split struct {
	begin    tree.Node
	operator string
	rests    []tree.Node // absent for a member that has the list below
	count    int         // of the items with which all lists begin; 0 where items are found by a field
}

// grown returns the shortest way to write lists that share items. It is false of lists that are read faster as they
// are, and of a field that layers do not merge.
func (d *Divider) grown(typ validate.Type, key string, lists []tree.Node) (best split, ok bool) {
	if _, grows := typ.Grows(key + names.Plus); !grows && !typ.IsOpen() || !areLists(lists) {
		return split{}, false
	}
	d.inList++
	defer func() { d.inList-- }()
	least := costOf(lists)
	fields := NameFields
	if !typ.IsOpen() {
		fields = fields[:1]
	}
	for _, field := range fields {
		if s, possible := d.byField(field, lists); possible && s.cost() < least {
			best, least, ok = s, s.cost(), true
		}
	}
	if s := d.appended(lists); IsLong(s.begin) && s.cost() < least {
		best, ok = s, true
	}
	return best, ok
}

func areLists(nodes []tree.Node) bool {
	return !slices.ContainsFunc(nodes, func(n tree.Node) bool { return n.Kind() != tree.List || !n.First().Exists() })
}

// costOf counts the scalars of the values that differ.
func costOf(values []tree.Node) (cost int) {
	known := map[string]bool{}
	for _, n := range values {
		if key := string(AppendKey(nil, n)); n.Exists() && !known[key] {
			known[key] = true
			scalars, _ := page.ValueOf(n).Size()
			cost += scalars + 1
		}
	}
	return cost
}

func (s split) cost() int { return costOf(s.rests) + costOf([]tree.Node{s.begin}) }

// appended returns the items with which all lists begin, and the rests of the lists.
func (d *Divider) appended(lists []tree.Node) split {
	var common []tree.Node
	next := Each(lists, tree.Node.First)
	for !slices.Contains(next, tree.Node{}) {
		item, ok := d.unify(next)
		if !ok {
			break
		}
		common, next = append(common, item), Each(next, tree.Node.Next)
	}
	return split{d.B.List(lists[0], common...), names.Plus, Each(next, d.restOf), len(common)}
}

// restOf returns a list of an item and those behind it; absent where there is none.
func (d *Divider) restOf(item tree.Node) tree.Node {
	if !item.Exists() {
		return tree.Node{}
	}
	var items []tree.Node
	for ; item.Exists(); item = item.Next() {
		items = append(items, item)
	}
	return d.B.List(tree.Node{}, items...)
}

// IsLong reports whether a value takes several lines.
func IsLong(n tree.Node) bool {
	made := page.ValueOf(n)
	scalars, _ := made.Size()
	return scalars > 3 || made.HasBreak()
}
