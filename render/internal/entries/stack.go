package entries

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// stack is a layer on the layers below it. Clusters that the same layers reach share one, and stacks share those below
// them: each is merged once.
type stack struct {
	below   *stack         // nil in the lowest one, which has no layer
	layer   *overlay.Layer // the uppermost
	fields  tree.Node      // what all layers are merged to
	above   map[*overlay.Layer]*stack
	variant *variant // of the entry, for the clusters that these layers reach; nil until there is one
}

// with returns the stack with a layer on it. What it is merged to has the place of origin.
func (s *stack) with(o *overlay.Overlay, l *overlay.Layer, origin tree.Node) *stack {
	made := s.above[l]
	if made == nil {
		made = &stack{below: s, layer: l, fields: o.Over(s.fields, l.Fields, origin)}
		if s.above == nil {
			s.above = map[*overlay.Layer]*stack{}
		}
		s.above[l] = made
	}
	return made
}

// layers lists the layers, the lowest first.
func (s *stack) layers() (all []overlay.Layer) {
	for ; s.layer != nil; s = s.below {
		all = append(all, *s.layer)
	}
	slices.Reverse(all)
	return all
}
