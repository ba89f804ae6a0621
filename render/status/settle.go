package status

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// longestWay is over how many objects a cause is looked for: what waits in a circle has none.
const longestWay = 1000

// settle tells each object that is not ready what causes that, also through others, and of which cause it is.
func (s *summarizer) settle(all Status) {
	for _, o := range all.open {
		s.ordered[o.ID] = o
		if f := s.sources[o.ID]; f != nil {
			o.Cause = f.Cause
		}
		if o.Cause == o.ID {
			o.Cause = render.ID{}
		}
	}
	for _, o := range s.ordered {
		if before := s.awaited(o); before != nil {
			o.Cause = cmp.Or(o.Cause, before.ID)
		}
	}
	for _, o := range all.open {
		for range longestWay {
			if next := s.ordered[o.Cause]; next == nil || next.Cause == (render.ID{}) || next.Cause == o.ID {
				break
			}
			o.Cause = s.ordered[o.Cause].Cause
		}
	}
	of := map[render.ID]string{}
	for _, r := range all.causes() {
		for _, o := range r.members {
			of[o.ID] = keyOf(r.First)
		}
	}
	for _, o := range all.open {
		o.Of = of[o.ID]
	}
}

// awaited returns the worst of the objects that an object waits for in dependsOn; nil where it does not wait.
func (s *summarizer) awaited(o *Object) (worst *Object) {
	if o.Reason != "DependencyNotReady" || o.rendered.Row() == nil {
		return nil
	}
	read := o.rendered.Tree().At
	for ref, value := range o.rendered.Row().Named(read) {
		before := s.ordered[target(o.Server, ref, value, read, o.Namespace)]
		isWorse := before != nil && before.State != Ready && (worst == nil || before.State.rank() < worst.State.rank())
		if ref.Relation == kinds.Precedes && isWorse {
			worst = before
		}
	}
	return worst
}
