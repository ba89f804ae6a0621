package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// coverage is what becomes of the fields of a layer on the clusters that it reaches.
type coverage struct {
	written tree.Node
	by      tree.Node // a later layer that has all of its fields
	shows   bool      // on a cluster no later layer has them
}

// watch finds out whether a layer of the application has an effect.
func (l *layers) watch(layer *overlay.Layer, written tree.Node) {
	if layer.Fields.First().Exists() {
		l.watched = append(l.watched, &coverage{written: written})
		l.coverages[layer] = l.watched[len(l.watched)-1]
	}
}

// cover looks at the layers of some clusters. A layer that has an effect on one of them is not looked at again.
func (l *layers) cover(s *stack) {
	for lower := s; lower.layer != nil; lower = lower.below {
		c := l.coverages[lower.layer]
		if c == nil || c.shows {
			continue
		}
		c.shows = true
		for upper := s; upper != lower && c.shows; upper = upper.below {
			if covers(upper.layer.Fields, lower.layer.Fields) {
				c.shows, c.by = false, upper.layer.Fields
			}
		}
	}
}

// covers reports whether a layer has a value for each value of a lower layer's map, which then makes no difference.
func covers(upper, lower tree.Node) bool {
	for field := range lower.Children() {
		over := upper.Find(field.Key())
		switch isMap := over.Kind() == tree.Map; {
		case !over.Exists() || over.Kind() == tree.Null || names.IsRemoval(over):
			return false
		case names.ReadLayerKey(field.Key()).Name != field.Key() || isMap && field.Kind() != tree.Map:
			return false
		case isMap && (field.Len() == 0 || !covers(over, field)):
			return false
		}
	}
	return true
}

// reportCovered informs of layers whose fields later layers have on all of their clusters.
func (l *layers) reportCovered() {
	if l.app.Refused || l.inv.RefusedFleet {
		return
	}
	for _, c := range l.watched {
		if !c.shows && c.by.Exists() {
			l.report(finding.Problem{Severity: finding.SeverityInfo, Code: CodeCoveredLayer, Node: c.written,
				Detail: "has no effect, because on each of its clusters a later layer has all of its fields, for example "}.
				Beside(c.by, "; leave it out, or write it behind that one"))
		}
	}
}
