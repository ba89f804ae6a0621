package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What is an object's own where it shares a model with others: the scalars of an entry that is a twin, and what references stand for.

// mine returns what stands in the entry where n stands in that of the content.
func (e entry) mine(n tree.Node) tree.Node {
	if !e.own.Exists() || !n.Exists() {
		return n
	}
	number := n.Within(e.written)
	if number < 0 { // it is an alias, and the same for all
		return n
	}
	return e.own.Number(number)
}

// varying appends the values in which the object differs from others of its model, in the order of [model.varying].
func (p *placement) varying(b *tree.Builder, values []tree.Filling) []tree.Filling {
	if p.twins != nil {
		entry := cmp.Or(p.own, p.written)
		for _, number := range p.twins.varying {
			values = append(values, tree.Filling{Node: entry.Number(number)})
		}
	}
	if len(p.slots) > 0 {
		r := p.entry().resolver(b)
		for _, at := range p.slots {
			values = append(values, tree.Filling{Node: at.value(r)})
		}
	}
	return values
}

// varying returns what stands in the model where its objects differ.
func (m *model) varying() (all []tree.Node) {
	if m.twins != nil {
		for _, number := range m.twins.varying {
			all = append(all, m.written.Number(number))
		}
	}
	for _, at := range m.slots {
		all = append(all, at.stands)
	}
	return all
}

// with returns a value in which others stand at some places.
func with(b *tree.Builder, n tree.Node, others map[tree.Node]tree.Node) tree.Node {
	if other, ok := others[n.Value()]; ok {
		return other
	}
	switch n.Kind() {
	case tree.Map:
		fields := n.Fields()
		for i, f := range fields {
			fields[i].Value = with(b, f.Value, others)
		}
		return b.Map(n, fields...)
	case tree.List:
		var items []tree.Node
		for item := range n.Children() {
			items = append(items, with(b, item, others))
		}
		return b.List(n, items...)
	}
	return n
}

// alone returns the placement with a model of its own: what is said of the entry is said of its own.
func (p *placement) alone() *placement {
	if !p.own.Exists() && len(p.slots) == 0 && (p.member == nil || !p.member.Namespaced()) {
		return p
	}
	m, c := *p.model, *p.content
	if p.own.Exists() {
		c.fields, c.written = p.own, p.own
	}
	if len(p.slots) > 0 {
		b, others := tree.NewBuilder(), map[tree.Node]tree.Node{}
		values := p.varying(b, nil)
		for i, at := range m.varying() {
			others[at] = values[i].Node
		}
		c.fields = with(b, c.fields, others)
	}
	c.said, c.twins, c.slots = read(c.fields), nil, nil
	m.content, m.origin = &c, c.fields
	copied := *p
	copied.model, copied.own = &m, tree.Node{}
	m.namedAt = copied.entry().namedAt()
	return &copied
}

// origin returns the entry, chart or source that made the object.
func (p *placement) origin() tree.Node { return cmp.Or(p.own, p.model.origin) }
