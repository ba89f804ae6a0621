package change

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// gates compares what objects wait for because of waves, once for all that wait for the same.
type gates struct {
	before, after side
	heirs         map[render.ID]render.ID // of the objects that have another ID now
	known         map[[2]string]string    // what is left to wait for, by the waves of both sides
}

// opened returns what is left to wait for where an object waits, directly or through others, for none of those that it
// waited for directly; empty where it waits for one of them.
func (g gates) opened(before, after *Object) string {
	at := [2]string{g.before.wave(before), g.after.wave(after)}
	left, known := g.known[at]
	if !known {
		left = g.left(g.before.awaited(before), after)
		g.known[at] = left
	}
	return left
}

func (g gates) left(awaited []render.ID, after *Object) string {
	stays := func(id render.ID) bool { return g.after.byKey[key{ID: cmp.Or(g.heirs[id], id)}].precedes(after) }
	if len(awaited) == 0 || after.read || slices.ContainsFunc(awaited, stays) {
		return ""
	}
	waves := map[int]bool{}
	for _, o := range g.after.list {
		if o.precedes(after) {
			waves[o.rendered.Wave()] = true
		}
	}
	var numbers []string
	for _, wave := range slices.Sorted(maps.Keys(waves)) {
		numbers = append(numbers, strconv.Itoa(wave))
	}
	switch len(numbers) {
	case 0:
		return nothing
	case 1:
		return "wave " + numbers[0] + " alone"
	}
	return "waves " + names.And(numbers) + " alone"
}

// nothing is left to wait for.
const nothing = "nothing any more"

// precedes reports whether a rendered object waits, maybe through others, for another: waves wait for those below.
func (o *Object) precedes(waiting *Object) bool {
	return o != nil && o.IsWorkload() && o.Application == waiting.Application &&
		o.rendered.Wave() < waiting.rendered.Wave() && !kinds.IsSuspended(o.value)
}

// wave is the same for objects that wait for the same.
func (s side) wave(o *Object) string {
	if o.read {
		return fmt.Sprint(s.gatesOf(o))
	}
	return fmt.Sprint(o.Application, " ", o.rendered.Wave())
}

// awaited returns the objects of the lower wave that an object waits for, also where one of them closes that wave.
func (s side) awaited(o *Object) (all []render.ID) {
	for _, other := range o.rendered.Gates() { // none of an object that was read
		all = append(all, other.ID())
	}
	lower, _ := s.gatesOf(o)
	for _, id := range lower {
		_, closed := s.gatesOf(s.byKey[key{ID: id}])
		all = append(append(all, id), closed...)
	}
	return all
}

// gatesOf returns the objects that gates of an object name that was read: those of the lower wave, and those of its own
// one that it closes, which wait for the lower one too. Gates of KCLRuns have no expression: they are the items that
// name an object of the same application on another cluster.
func (s side) gatesOf(o *Object) (lower, closed []render.ID) {
	if o == nil || !o.read {
		return nil, nil
	}
	for item := range kinds.DependsOn.In(o.value).Children() {
		id := idOf(kinds.Target{Kind: o.Kind, Namespace: cmp.Or(item.Get("namespace").Text(), o.Namespace),
			Name: item.Get("name").Text()}, o.Server)
		other := s.byKey[key{ID: id}]
		isOfWave := o.Row == kinds.KCLRun && other != nil && other.Application == o.Application && other.Cluster != o.Cluster
		if isGate(item) || isOfWave {
			lower = append(lower, id)
		}
	}
	if !o.value("metadata", "annotations", kinds.AnnotationClosesWave).Exists() {
		return lower, nil
	}
	below := map[render.ID]bool{}
	for _, id := range lower {
		others, _ := s.gatesOf(s.byKey[key{ID: id}])
		for _, id := range others {
			below[id] = true
		}
	}
	closed = slices.DeleteFunc(slices.Clone(lower), func(id render.ID) bool { return below[id] })
	return slices.DeleteFunc(lower, func(id render.ID) bool { return !below[id] }), closed
}
