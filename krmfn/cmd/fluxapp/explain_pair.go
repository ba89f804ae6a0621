package main

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
)

// pair is an object of one cluster and its counterpart on another one; one of them is nil where only one of the clusters has it.
type pair struct {
	object, against *render.Object
	differ          []difference
}

// differencesOf compares the objects of an application on two clusters.
func differencesOf(objects, others []render.Object, sources map[render.ID]render.Object) []pair {
	read, against := reader{own: render.NewOwnReader(), sources: sources}, reader{own: render.NewOwnReader(), sources: sources}
	pairs := pairsOf(objects, others)
	for i, p := range pairs {
		if p.object != nil && p.against != nil {
			pairs[i].differ = differing(read, against, *p.object, *p.against)
		}
	}
	return pairs
}

// pairsOf finds the counterpart of each object, in this order: the one whose name differs by the cluster's only, one that the same entry or
// section made, and the only one of its kind that is left. Behind the objects are the others without a counterpart.
func pairsOf(objects, others []render.Object) (pairs []pair) {
	pairs = make([]pair, len(objects))
	for i := range objects {
		pairs[i].object = &objects[i]
	}
	left := slices.Clone(others)
	for _, key := range []func(render.Object) string{byName, byOrigin, byKind} {
		for i, p := range pairs {
			alike := func(o render.Object) bool { return key(o) == key(*p.object) }
			if at := slices.IndexFunc(left, alike); p.against == nil && at >= 0 {
				against := left[at]
				pairs[i].against, left = &against, slices.Delete(left, at, at+1)
			}
		}
	}
	for i := range left {
		pairs = append(pairs, pair{against: &left[i]})
	}
	return pairs
}

// The keys of objects that are counterparts.
func byName(o render.Object) string {
	words := strings.FieldsFunc(explained.AnyCluster(o.Name(), o.Cluster()), func(r rune) bool { return r == '-' || r == 0 })
	return byKind(o) + " " + strings.Join(words, "-")
}

func byOrigin(o render.Object) string { return byKind(o) + " " + placeText(o.Origin()) }

func byKind(o render.Object) string { return o.Application() + " " + o.Kind() }
