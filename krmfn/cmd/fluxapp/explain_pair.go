package main

import (
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
)

// pair is an object of one cluster and its counterpart on another one, with what differs.
type pair struct {
	explained.Pair
	differ []difference
}

// differencesOf compares the objects of an application on two clusters.
func differencesOf(objects, others []render.Object, sources map[render.ID]render.Object) (pairs []pair) {
	read, against := reader{own: render.NewOwnReader(), sources: sources},
		reader{own: render.NewOwnReader(), sources: sources}
	for _, found := range explained.Pairs(objects, others) {
		p := pair{Pair: found}
		if p.Object != nil && p.Against != nil {
			p.differ = differing(read, against, *p.Object, *p.Against)
		}
		pairs = append(pairs, p)
	}
	return pairs
}
