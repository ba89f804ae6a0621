package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// expectations are what is expected of the scalars of an item, by their numbers in it; of those that may be anything, nothing.
type expectations []expectation

type expectation struct {
	shape *shape
	rule  *rule
}

// firstKey is an item with its shape and rule: aliases are in places of many.
type firstKey struct {
	item  tree.Node
	shape *shape
	rule  *rule
}

// twin judges an item by where it differs from the first of its like, if nothing is to be said of that one: lists have thousands
// of items, and few that are unlike those before them.
func (c *shapeCheck) twin(item tree.Node, s *shape, r *rule) bool {
	first := item.Twin()
	if !first.Exists() {
		return false
	}
	key := firstKey{first, s, r}
	expected, known := c.firsts[key]
	if !known {
		expected = c.expectationsOf(first, s, r)
		if c.firsts == nil {
			c.firsts = map[firstKey]expectations{}
		}
		c.firsts[key] = expected
	}
	if expected == nil {
		return false
	}
	for number, n := range item.Differences() {
		if number < len(expected) && expected[number].shape != nil {
			c.value(n, expected[number].shape, expected[number].rule)
		}
	}
	return true
}

// expectationsOf returns the expectations of an item; nil for one of which something is to be said.
func (c *shapeCheck) expectationsOf(item tree.Node, s *shape, r *rule) expectations {
	alone := shapeCheck{unquotable: map[tree.Position]bool{}, final: c.final}
	if alone.value(item, s, r); len(alone.problems)+len(alone.unquotable) > 0 {
		return nil
	}
	all := expectations{}
	all.add(item, item, s, r)
	return all
}

// add notes what is expected of a value of an item, which fits, and of what is below it.
func (all *expectations) add(item, n tree.Node, s *shape, r *rule) {
	kind := n.Kind()
	switch {
	case s.kind == shapeAny:
	case kind == tree.Map && s.kind == shapeObject:
		for child := range n.Children() {
			all.add(item, child, s.field(n, child.Key()), s.rules[child.Key()])
		}
	case kind == tree.Map, kind == tree.List:
		for child := range n.Children() {
			all.add(item, child, s.elem, r)
		}
	default:
		number := n.Within(item)
		if number < 0 { // behind an alias of what stands before the item, where no twin differs
			return
		}
		for len(*all) <= number {
			*all = append(*all, expectation{})
		}
		(*all)[number] = expectation{s, r}
	}
}
