package render

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const (
	// maxEscape is how many bytes JSON may have for one of a text: \u0026.
	maxEscape = 6
	// around is more than the fields have that fluxapp writes.
	around = 4096
	// large leaves little room below [fleet.MaxObject] for what an API server and Flux add.
	large = 1 << 20
)

// largeObjects reports objects that are, or nearly are, larger than an API server stores, once for each value that
// makes them large. It builds only objects that may be large.
func largeObjects(placements []*plan.Placement) (problems []finding.Problem) {
	type reported struct {
		at       tree.Node
		severity finding.Severity
	}
	done, m := map[reported]bool{}, measure{b: tree.NewBuilder()}
	for _, p := range placements {
		if size := m.size(p); size > large {
			found := largeObject(p, size)
			if key := (reported{found.Node, found.Severity}); each.Add(done, key) {
				problems = append(problems, found)
			}
		}
	}
	return problems
}

type measure struct {
	b      *tree.Builder
	json   []byte       // of the last object that was built; its memory is used for the next one
	common *plan.Common // of the last object
	most   int          // more than the bytes that its objects have besides what their entries have
	own    int          // of the size of an entry, how much is in most
}

// size returns the size of an object; 0 where it is surely not large.
func (m *measure) size(p *plan.Placement) int {
	c := p.Common
	if c != m.common {
		written := c.Chart.Size(large) + c.Metadata.Size(large) + c.Spec.Size(large)
		for _, f := range c.Body {
			written += f.Value.Size(large)
		}
		m.common, m.own = c, 0
		m.most = maxEscape*(written+around) + cmp.Or(c.Gates, &plan.Gates{}).Size
	}
	closes := cmp.Or(p.Closes, &plan.Gates{}).Size
	if m.most+closes+maxEscape*(p.Instance.Size-m.own) <= large {
		return 0
	}
	m.b.Reset()
	m.json = tree.AppendJSON(m.json[:0], emit.Object(p, m.b))
	size := emit.StoredSize(m.json)
	if p.IsEntry() {
		m.most, m.own = size-closes+around, p.Instance.Template.Fields.Size(fleet.MaxObject)
	}
	return size
}

func largeObject(p *plan.Placement, size int) finding.Problem {
	found := fleet.NearlyTooLarge(heaviest(p), size)
	if size > fleet.MaxObject {
		found = fleet.TooLarge(found.Node)
	}
	found.Subject = p.Common.App.Document.Subject()
	for _, gates := range []*plan.Gates{p.Common.Gates, p.Closes} {
		if gates == nil || gates.Size <= size/2 {
			continue
		}
		who, remedy := "an object of this wave", "into the wave before"
		if gates == p.Closes {
			who, remedy = "the object that closes this wave", "into each wave"
		}
		found.Node = cmp.Or(p.MergedEntry().Get("wave"), p.Common.Origin)
		found.Detail = fmt.Sprintf("%s waits for %d others, which makes it %d bytes longer, and no API server stores more "+
			"than 1.5 MiB of an object; put fewer clusters %s", who, len(gates.Awaited), gates.Size, remedy)
	}
	return found
}

// heaviest returns the value that makes an object large: a reference, or else a value of the entry or section.
func heaviest(p *plan.Placement) tree.Node {
	if !p.IsEntry() {
		return cmp.Or(p.Common.Spec.Heaviest(fleet.MaxObject), p.Common.Origin)
	}
	t, at, most := p.Instance.Template, tree.Node{}, 0
	for i, value := range p.Instance.Values(tree.NewBuilder(), nil) {
		if size := t.Holes[i].Places * value.Size(fleet.MaxObject); size > most {
			at, most = t.Holes[i].Node, size
		}
	}
	if chart := p.Common.Chart; chart.Size(fleet.MaxObject) > p.Instance.Size {
		return chart.Heaviest(fleet.MaxObject)
	}
	if p.Instance.Size > 2*t.Fields.Size(fleet.MaxObject) {
		return at
	}
	return t.Fields.Heaviest(fleet.MaxObject)
}
