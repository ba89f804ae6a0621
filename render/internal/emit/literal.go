package emit

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// MarkLiteral notes which objects hold what Flux's postBuild would replace. What objects share is searched once.
func MarkLiteral(placements []plan.Placement) {
	m := literals{b: tree.NewBuilder(), commons: map[*plan.Common]bool{}, gates: map[*plan.Gates]bool{}}
	for i := range placements {
		p := &placements[i]
		p.Literal = m.ofCommon(p) || m.ofWaiting(p.Common.Gates) || m.ofWaiting(p.Closes) || m.ofObject(p)
	}
}

type literals struct {
	b       *tree.Builder
	values  []tree.Node // of one object
	commons map[*plan.Common]bool
	gates   map[*plan.Gates]bool
}

// ofCommon searches what all objects of a common have, which is everything but the values of holes and variables.
func (m *literals) ofCommon(p *plan.Placement) bool {
	found, known := m.commons[p.Common]
	if !known {
		m.b.Reset()
		var holes map[tree.Node]int
		if p.IsEntry() {
			holes = p.Instance.Template.Indexes
		}
		found = isReplaced(objectOf(p, m.b, templateOf(p), &variables{}), holes)
		m.commons[p.Common] = found
	}
	return found
}

func (m *literals) ofWaiting(gates *plan.Gates) bool {
	found, known := m.gates[gates]
	if !known && gates != nil {
		found = isReplaced(gates.List, nil)
		m.gates[gates] = found
	}
	return found
}

func (m *literals) ofObject(p *plan.Placement) bool {
	m.b.Reset()
	v := variablesOf(p, m.b)
	v[variableDependsOn] = tree.Node{}
	m.values = append(append(p.Instance.Values(m.b, m.values[:0]), v[:]...), p.WaitsFor)
	return slices.ContainsFunc(m.values, func(value tree.Node) bool { return isReplaced(value, nil) })
}

// isReplaced reports whether Flux's substitution replaces a part of a value: ${…} or $$. It does not look into holes.
func isReplaced(n tree.Node, holes map[tree.Node]int) bool {
	if _, isHole := holes[n.Value()]; isHole {
		return false
	}
	if n.Kind() == tree.String {
		return isReplacedText(n.Text())
	}
	for child := range n.Children() {
		if isReplacedText(child.Key()) || isReplaced(child, holes) {
			return true
		}
	}
	return false
}

func isReplacedText(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "$$")
}
