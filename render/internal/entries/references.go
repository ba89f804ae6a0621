package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// findReferences divides the strings of a variant with references into holes and those that are replaced before. One
// that an alias or a layer puts in several places is a hole only where all of them agree about its value.
func (m *templates) findReferences(v *variant) {
	holes, expands := map[tree.Node]Hole{}, map[tree.Node]bool{}
	walk := func(found func(fleet.ReferenceSite)) {
		m.references.Walk(v.fields, validate.EntryType(m.app.Workload), found)
		m.references.Walk(v.shared, v.sharedType, found)
	}
	walk(func(s fleet.ReferenceSite) {
		h := Hole{Node: s.Node, Parts: s.Parts, Kind: s.Kind, Rule: ruleAt(s.Path)}
		first, again := holes[h.Node]
		differs := again && (first.Rule != h.Rule || first.Kind != h.Kind)
		expands[h.Node] = expands[h.Node] || h.Rule == expand || len(h.Parts) == 0 || differs
		holes[h.Node] = h
	})
	v.marked = map[tree.Node]bool{}
	walk(func(s fleet.ReferenceSite) {
		h, first := holes[s.Node]
		delete(holes, s.Node)
		switch {
		case expands[s.Node]:
			v.marked[s.Node] = true
			for _, holder := range s.Holders {
				v.marked[holder] = true
			}
			if first {
				v.expanded = append(v.expanded, s.Node)
			}
		case first:
			v.Holes = append(v.Holes, h)
		}
	})
	if len(v.expanded) > 0 {
		v.made = map[string]*Template{}
	}
	if len(v.Holes) > 0 {
		v.Replaced, v.Indexes = true, make(map[tree.Node]int, len(v.Holes))
	}
	for i, h := range v.Holes {
		v.Indexes[h.Node] = i
	}
}
