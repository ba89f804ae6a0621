package needs

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
)

// Linker finds the objects of Flux that objects refer to. What all objects of a common refer to is found once.
type Linker struct{ commons map[*plan.Common][]Ref }

// NewLinker returns a Linker that has found nothing.
func NewLinker() *Linker { return &Linker{map[*plan.Common][]Ref{}} }

// Of returns the Flux objects that a placement refers to on its API server, without gates. No name is a hole.
func (l *Linker) Of(p *plan.Placement) []Ref {
	all, known := l.commons[p.Common]
	if !known || VariesByAlert(p) {
		all = slices.DeleteFunc(RefsOf(p), func(r Ref) bool { return r.Relation == "" })
		l.commons[p.Common] = all
	}
	if !p.WaitsFor().Exists() {
		return all
	}
	own := refs{p: p, read: p.Written, all: slices.Clone(all)}
	own.dependencies()
	return own.all
}
