package change

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type waits struct {
	sides
	successors map[render.ID]render.ID // of the objects that another one replaces
	known      map[[2]string]string    // what is left to wait for, by the waves of both sides
}

func (w waits) free(c *Changes) {
	for i := range c.List {
		w.addFreed(&c.List[i])
	}
	c.Gated = slices.DeleteFunc(c.Gated, func(found Change) bool {
		w.addFreed(&found)
		if found.freed != "" {
			c.List = append(c.List, found)
		}
		return found.freed != ""
	})
}

func (w waits) addFreed(found *Change) {
	before, after := found.Before, found.After
	if before == nil || after == nil || !found.Workload || found.Bootstrap || after.isSuspended() {
		return
	}
	remaining := w.remaining(before, after)
	if remaining == "" {
		return
	}
	does, when := "applies it", " when that is ready"
	if version := w.later.version(after); version != "" {
		does = "brings it to " + version
	}
	if remaining == nothing {
		when = " at once"
		if kinds.DependsOn.In(after.value).First().Exists() {
			remaining = "no wave any more"
		}
	}
	found.freed = "waits for " + remaining + ": Flux " + does + when
	found.add(Freed, found.freed)
}

// version returns the version of a workload's chart, or what its source names; empty where nobody knows it.
func (s side) version(o *Object) string {
	if o == nil {
		return ""
	}
	if version := o.Row.ChartVersion.In(o.value).Text(); version != "" {
		return version
	}
	if source, _, isNamed := s.sourceOf(o); isNamed {
		return s.version(source)
	}
	if field, revision := o.Row.Followed(o.value); field != "" {
		return revision
	}
	return ""
}

const nothing = "nothing any more"

// remaining returns what is left to wait for where an object waits, directly or through others, for none of those that
// it waited for directly; empty where it waits for one of them.
func (w waits) remaining(before, after *Object) string {
	at := [2]string{w.earlier.wave(before), w.later.wave(after)}
	remaining, known := w.known[at]
	if !known {
		stays := func(id render.ID) bool {
			return w.later.byKey[key{ID: cmp.Or(w.successors[id], id)}].precedes(after)
		}
		if gates := w.earlier.gates(before); len(gates) > 0 && !after.read && !slices.ContainsFunc(gates, stays) {
			remaining = w.later.wavesBelow(after)
		}
		w.known[at] = remaining
	}
	return remaining
}

func (s side) wavesBelow(waiting *Object) string {
	below := each.Only(s.list, func(o *Object) bool { return o.precedes(waiting) })
	waves := each.Once(below, func(o *Object) int { return o.rendered.Wave() })
	switch numbers := each.Of(slices.Sorted(maps.Keys(waves)), strconv.Itoa); len(numbers) {
	case 0:
		return nothing
	case 1:
		return "wave " + numbers[0] + " alone"
	default:
		return "waves " + names.And(numbers) + " alone"
	}
}

// precedes reports whether a rendered object waits, maybe through others, for another: waves wait for those below.
func (o *Object) precedes(waiting *Object) bool {
	return o != nil && o.IsWorkload() && o.Application == waiting.Application &&
		o.rendered.Wave() < waiting.rendered.Wave() && !o.isSuspended()
}

// wave is the same for objects that wait for the same.
func (s side) wave(o *Object) string {
	if o.read {
		return fmt.Sprint(s.readGates(o))
	}
	return fmt.Sprint(o.Application, " ", o.rendered.Wave())
}

// gates returns the objects of the lower wave that an object waits for, also where one of them closes that wave.
func (s side) gates(o *Object) (all []render.ID) {
	all = each.Of(o.rendered.Facts().Gates(), render.Object.ID) // none of an object that was read
	lower, _ := s.readGates(o)
	for _, id := range lower {
		_, closed := s.readGates(s.byKey[key{ID: id}])
		all = append(append(all, id), closed...)
	}
	return all
}

// readGates returns the objects that gates of an object name that was read: those of the lower wave, and those of its
// own one that it closes, which wait for the lower one too. Gates of KCLRuns have no expression: they are the items
// that name an object of the same application on another cluster.
func (s side) readGates(o *Object) (lower, closed []render.ID) {
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
		others, _ := s.readGates(s.byKey[key{ID: id}])
		for _, id := range others {
			below[id] = true
		}
	}
	closed = slices.DeleteFunc(slices.Clone(lower), func(id render.ID) bool { return below[id] })
	return slices.DeleteFunc(lower, func(id render.ID) bool { return !below[id] }), closed
}
