package change

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// gates compares what objects wait for because of waves. Only these gates ask for a version.
type gates struct {
	before, after side
	heirs         map[render.ID]render.ID // of objects that have another ID now
	known         map[[2]string]opening   // by what an object waits for on each side
}

// opening is whether an object waits, directly or through others, for none of those that it waited for directly, and
// what it waits for now; empty for nothing.
type opening struct {
	opens bool
	left  string
}

func (g gates) opening(before, after *Object) opening {
	key := [2]string{g.before.gateKey(before), g.after.gateKey(after)}
	found, known := g.known[key]
	if !known {
		found = g.compare(before, after)
		g.known[key] = found
	}
	return found
}

func (g gates) compare(before, after *Object) opening {
	awaited, reached := g.before.awaited(before), g.after.reached(after)
	stays := func(id render.ID) bool { return reached[cmp.Or(g.heirs[id], id)] }
	if len(awaited) == 0 || slices.ContainsFunc(awaited, stays) {
		return opening{}
	}
	return opening{true, g.after.waves(reached)}
}

// gateKey is the same for objects that wait for the same ones.
func (s side) gateKey(o *Object) string {
	if !o.read {
		return o.Application + " " + strconv.Itoa(o.rendered.Wave())
	}
	return fmt.Sprint(s.gatesOf(o))
}

// gatesOf returns what the gates of an object that was read name. Those of KCLRuns have no expression: they are the
// items that name an object of the same application on another cluster.
func (s side) gatesOf(o *Object) (all []render.ID) {
	if o == nil {
		return nil
	}
	for item := range o.value("spec", "dependsOn").Children() {
		id := render.ID{Server: o.Server, Kind: o.Kind, Namespace: cmp.Or(item.Get("namespace").Text(), o.Namespace),
			Name: item.Get("name").Text()}
		other := s.byKey[key{ID: id}]
		isOfWave := o.Row == kinds.KCLRun && other != nil && other.Application == o.Application && other.Cluster != o.Cluster
		if (isGate(item) || isOfWave) && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// awaited returns the objects of the lower wave that an object waits for. Where one of them closes that wave, and the
// gate names it alone, these are all of the wave.
func (s side) awaited(o *Object) (all []render.ID) {
	if !o.read {
		for _, other := range o.rendered.Gates() {
			all = append(all, other.ID())
		}
		return all
	}
	lower, _ := s.gatesOfClosing(o)
	all = lower
	for _, id := range lower {
		_, own := s.gatesOfClosing(s.byKey[key{ID: id}])
		all = append(all, own...)
	}
	return all
}

// gatesOfClosing parts the gates of an object that was read: those of the lower wave, and those of its own wave, which
// it closes. The others of its own wave wait for the lower one too.
func (s side) gatesOfClosing(o *Object) (lower, own []render.ID) {
	all := s.gatesOf(o)
	if o == nil || !o.value("metadata", "annotations", kinds.AnnotationClosesWave).Exists() {
		return all, nil
	}
	below := map[render.ID]bool{}
	for _, id := range all {
		for _, awaited := range s.gatesOf(s.byKey[key{ID: id}]) {
			below[awaited] = true
		}
	}
	for _, id := range all {
		if below[id] {
			lower = append(lower, id)
		} else {
			own = append(own, id)
		}
	}
	return lower, own
}

// reached returns the objects that an object waits for, directly or through others.
func (s side) reached(o *Object) map[render.ID]bool {
	reached, passed := map[render.ID]bool{}, map[string]bool{}
	for way := []*Object{o}; len(way) > 0; way = way[1:] {
		o := way[0]
		if o == nil || passed[s.gateKey(o)] {
			continue
		}
		passed[s.gateKey(o)] = true
		for _, id := range s.awaited(o) {
			if !reached[id] {
				reached[id], way = true, append(way, s.byKey[key{ID: id}])
			}
		}
	}
	return reached
}

// waves names the waves of some objects; empty for none.
func (s side) waves(of map[render.ID]bool) string {
	var numbers []int
	for id := range of {
		if o := s.byKey[key{ID: id}]; o != nil && !o.read {
			numbers = append(numbers, o.rendered.Wave())
		}
	}
	slices.Sort(numbers)
	var called []string
	for _, number := range slices.Compact(numbers) {
		called = append(called, strconv.Itoa(number))
	}
	switch {
	case len(of) == 0:
		return ""
	case len(called) == 0:
		return "others alone"
	case len(called) == 1:
		return "wave " + called[0] + " alone"
	}
	return "waves " + names.And(called) + " alone"
}
