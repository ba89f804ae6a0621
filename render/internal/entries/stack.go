package entries

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// stack is a layer on the layers below it.
type stack struct {
	below  *stack         // nil in the lowest one, which has no layer
	layer  *overlay.Layer // the uppermost
	fields tree.Node      // what all layers are merged to
}

// layers lists the layers, the lowest first.
func (s *stack) layers() (all []overlay.Layer) {
	for ; s.layer != nil; s = s.below {
		all = append(all, *s.layer)
	}
	slices.Reverse(all)
	return all
}

// stacks are layers on layers. Clusters with the same layers share one, and stacks what is below: each is merged once.
type stacks map[stackKey]*stack

type stackKey struct {
	below *stack
	layer *overlay.Layer
}

// on returns the stack of a layer on the layers below it. What it is merged to has the place of origin.
func (known stacks) on(below *stack, l *overlay.Layer, o *overlay.Overlay, origin tree.Node) *stack {
	key := stackKey{below, l}
	s := known[key]
	if s == nil {
		s = &stack{below, l, o.Over(below.fields, l.Fields, origin)}
		known[key] = s
	}
	return s
}
