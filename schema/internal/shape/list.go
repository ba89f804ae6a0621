package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// partOf are old fields that become a part of another list.
var partOf = map[string]string{"patchesStrategicMerge": "patches", "patchesJson6902": "patches",
	"valuesFile": "valuesFiles"}

// growing is false for a field whose key has no operator, or whose name no field has.
func (c *checker) growing(n tree.Node) bool {
	at, k := c.maps[len(c.maps)-1], names.ReadLayerKey(n.Key())
	field := at.shape.Fields[k.Name]
	if !k.Merges() || field.Shape == nil {
		return false
	}
	p := finding.Problem{Code: codes.UnknownField, Node: n, OnKey: true, Current: n.Key(), Proposed: k.Name}
	switch {
	case field.Shape.Kind != List:
		p.Detail = "only a list is merged, and " + k.Name + " is none; write " + k.Name
	case !c.inLayer() || strings.HasSuffix(field.From, ".Override"):
		p.Detail = "a list is merged in an entry, in defaults or in overrides only, with that of the layers below; write " +
			k.Name
	case !slices.Contains(field.Shape.Operators(), k.Operator):
		p.Proposed = k.Name + names.Plus
		p.Detail = fmt.Sprintf("the items of %s are not merged by %q; write %s", k.Name, k.Field,
			names.Or(each.Of(field.Shape.Operators(), func(operator string) string { return k.Name + operator })))
	default:
		c.Grows = true
		if n.Kind() == tree.List {
			c.value(n, field.Shape, field.Rule)
		}
		c.mergesList(n, k, false)
		c.oneWay(n, k, besidesIn(at.node, partOf))
		return true
	}
	c.report(p)
	return true
}

// Operators are those that the key of the list can have: + and +(FIELD) for the name of its items, and for each other
// text that Flux requires of them.
func (s *Shape) Operators() []string {
	all := []string{names.Plus}
	for _, name := range s.Elem.Names() {
		field := s.Elem.Fields[name]
		if field.Shape.Kind == String && (name == "name" || field.Rule != nil && field.Rule.Required) {
			all = append(all, names.Plus+"("+name+")")
		}
	}
	return all
}

func escaped(n tree.Node, k names.LayerKey) string {
	return names.WrittenLayerKey(n.Key()) + " for a key that ends in " + k.Operator
}

// mergesList validates the items of a list whose key has an operator. In values, the key may be meant without it.
func (c *checker) mergesList(n tree.Node, k names.LayerKey, inValues bool) {
	p := finding.Problem{Code: codes.ListOperator, Node: n}
	switch {
	case n.Kind() != tree.List:
		p.Code, p.Current = codes.Type, n.Written()
		p.Detail = "is " + n.Kind().String() + ", and a list that is merged is written with its items; begin each item " +
			"with \"- \""
		switch {
		case names.IsRemoval(n) || n.Kind() == tree.Null:
			p.Detail = "the operator merges a list; write " + k.Name + ": " + n.Written()
		case names.IsReference(n):
			p.Detail = "is a reference, and a list is merged when its items are known; write the items, with a reference for " +
				"each"
		case inValues:
			p.Detail += ", or write " + escaped(n, k)
		}
		c.report(p)
	case k.ByField() && k.Field == "":
		p.OnKey, p.Detail = true, "no field is in the brackets; write it, for example "+k.Name+"+(name)"
		c.report(p)
	case k.ByField():
		c.itemsByField(n, k.Field, inValues)
	}
}

func (c *checker) itemsByField(list tree.Node, field string, inValues bool) {
	first := map[string]tree.Node{}
	for item := range list.Children() {
		value, removal := item.Find(names.WrittenLayerKey(field)), item.Find(names.Removal)
		p := finding.Problem{Code: codes.ListOperator, Node: item}
		switch known := first[value.Text()]; {
		case item.Kind() != tree.Map && !inValues: // which was refused
			continue
		case names.IsRemoval(value):
			p.Node, p.Detail = value, "removes the field by which the items are merged; write "+names.Removal+": true "+
				"beside it to remove the item"
		case item.Kind() != tree.Map, !value.Exists():
			p.Detail = "has no field " + field + ", by which the items are merged; write it"
		case value.Kind() == tree.Map, value.Kind() == tree.List, value.Kind() == tree.Null:
			p.Node, p.Detail = value, "is "+value.Kind().String()+", and items are merged by a text or a number; write one"
		case known.Exists() && known.Kind() == value.Kind():
			p.Node = value
			p.Detail = "another item of this list has the same " + field + ", at "
			p = p.Beside(known, "; write one item")
		case removal.Exists() && removal.Written() != "true":
			p.Node, p.Detail = removal, "only true removes an item; write "+names.Removal+": true, or leave it out"
		default:
			first[value.Text()] = value
			c.besideRemoval(item, removal, field)
			continue
		}
		c.report(p)
	}
}

func (c *checker) besideRemoval(item, removal tree.Node, field string) {
	for child := range item.Children() {
		if removal.Exists() && child != removal && child.Key() != field {
			c.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: child, OnKey: true,
				Detail: "has no effect, because the item is removed; leave it out"})
		}
	}
}

func (c *checker) oneWay(n tree.Node, k names.LayerKey, beside besides) {
	other := beside.of(k.Name)
	p := finding.Problem{Code: check.CodeContradiction, Node: n, OnKey: true}
	switch o := names.ReadLayerKey(other.Key()); {
	case o.Operator == k.Operator:
		return
	case o.Merges():
		p.Detail = other.Key() + " beside it is merged with the same list; write one of the two"
	default:
		p.Detail = other.Key() + " beside it replaces the list of the layers below, and this one is merged with it; write " +
			"one of the two"
	}
	c.report(p)
}

// besides are the keys of a map by the lists that they are about, first those that replace them.
type besides struct {
	keys  map[string]tree.Node
	parts map[string]string
}

func besidesIn(n tree.Node, parts map[string]string) besides {
	b := besides{map[string]tree.Node{}, parts}
	for child := range n.Children() {
		k := names.ReadLayerKey(child.Key())
		if known := b.of(k.Name); !known.Exists() || !k.Merges() && names.ReadLayerKey(known.Key()).Merges() {
			b.keys[cmp.Or(parts[k.Name], k.Name)] = child
		}
	}
	return b
}

func (b besides) of(name string) tree.Node { return b.keys[cmp.Or(b.parts[name], name)] }

// values validates the operators in values of a layer. The maps of a list are merged with no others, unless their list
// is merged by a field: then they may remove.
func (c *checker) values(n tree.Node, isMerged, mayRemove bool) {
	var beside besides
	for child := range n.Children() {
		k, isItem := names.ReadLayerKey(child.Key()), n.Kind() == tree.List
		byField := child.Kind() == tree.List && k.ByField() && isMerged
		if child.Kind() == tree.List || child.Kind() == tree.Map {
			c.values(child, isMerged && child.Kind() != tree.List || byField, byField || isItem && mayRemove)
		}
		removes := child.Key() == names.Removal
		if isItem || k.Name == child.Key() && !removes {
			continue
		}
		p := finding.Problem{Code: codes.ListOperator, Node: child, OnKey: true}
		switch c.Grows = true; {
		case removes && mayRemove:
		case removes:
			p.Code = codes.Removal
			p.Detail = "as a key removes an item of a list whose key is KEY+(FIELD); write " + names.Removal + " as the " +
				"value of the key that it removes, or $" + names.Removal + " for this text"
			c.report(p)
		case k.Merges() && !isMerged:
			p.Detail = "the maps of this list are not merged with others; write " + k.Name + ", or " + escaped(child, k)
			c.report(p)
		case k.Merges():
			c.mergesList(child, k, true)
			if beside.keys == nil {
				beside = besidesIn(n, nil)
			}
			c.oneWay(child, k, beside)
		}
	}
}

// inLayer reports whether the innermost map is merged with others: in an entry or a layer, and in no list or selector.
func (c *checker) inLayer() bool {
	for _, at := range slices.Backward(c.maps) {
		if at.shape.Kind == List || at.node.Key() == "clusterSelector" {
			return false
		}
		if at.shape.isEntry() {
			return true
		}
	}
	return false
}

func (s *Shape) isEntry() bool { return strings.HasSuffix(s.Name, "Entry") }

// params refuses operators in params: their lists are replaced.
func (c *checker) params(n tree.Node) {
	for value := range n.All() {
		if k := names.ReadLayerKey(value.Key()); k.Merges() && value.Kind() == tree.List {
			c.report(finding.Problem{Code: codes.ListOperator, Node: value, OnKey: true, Detail: "a list of " +
				"params replaces the one below; write " + k.Name + " with all items, or merge lists in values"})
		}
	}
}

// removesItem reports whether a key removes the item that has it from a list that is merged by a field.
func (c *checker) removesItem(n tree.Node) bool {
	last := len(c.maps) - 1
	return n.Key() == names.Removal && last > 0 && names.ReadLayerKey(c.maps[last-1].node.Key()).ByField()
}
