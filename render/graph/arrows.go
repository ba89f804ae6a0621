package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func (w *drawing) add(from, to *box, m meaning) {
	if from != to {
		w.arrows[arrow{end{from, from.key.app}, end{to, to.key.app}, m}] = true
	}
}

func (w *drawing) linkArrows() {
	for _, it := range w.items {
		for _, l := range it.links {
			from, to := it.box, l.to.box
			switch l.relation {
			case kinds.Feeds, kinds.Scanned:
				w.add(to, from, feedingArrow)
			case kinds.Precedes:
				w.add(to, from, thenArrow)
			default:
				w.add(from, to, writingArrow)
			}
		}
	}
}

// waveArrows adds the arrows between a wave and the one before. A gate between several boxes keeps the arrows few.
func (w *drawing) waveArrows() {
	members := map[wave][]*item{}
	for _, it := range w.items {
		if it.shape == workloadShape {
			members[wave{it.app, it.wave}] = append(members[wave{it.app, it.wave}], it)
		}
	}
	// in the order of their first items
	for _, shown := range distinct(w.items, func(it *item) wave { return wave{it.app, it.wave} }) {
		before, after := boxesOf(w.waves[shown]), boxesOf(members[shown])
		if len(before) < 2 || len(after) < 2 {
			w.join(before, after)
			continue
		}
		gate := []*box{{key: key{app: shown.app, shape: gateShape, wave: w.waves[shown][0].wave}}}
		w.boxes = append(w.boxes, gate...)
		w.join(before, gate)
		w.join(gate, after)
	}
}

func (w *drawing) join(before, after []*box) {
	for _, from := range before {
		for _, to := range after {
			w.add(from, to, thenArrow)
		}
	}
}

func boxesOf(items []*item) []*box {
	return distinct(items, func(it *item) *box { return it.box })
}

// joinArrows replaces arrows from a box to all workloads of another application by one to its frame, and arrows from
// all workloads of an application to a box or a frame by one from its frame.
func (w *drawing) joinArrows() {
	workloads := map[string]int{}
	for _, b := range w.boxes {
		if w.isFramed(b) && b.key.shape == workloadShape {
			workloads[b.key.app]++
		}
	}
	w.joinEnds(workloads, func(a *arrow) (joined, other *end) { return &a.to, &a.from })
	w.joinEnds(workloads, func(a *arrow) (joined, other *end) { return &a.from, &a.to })
}

// joinEnds replaces the arrows that differ in one end only, where that end is each of the workloads of a frame.
func (w *drawing) joinEnds(workloads map[string]int, ends func(*arrow) (joined, other *end)) {
	found := map[arrow][]arrow{} // by the arrow in their place
	for a := range w.arrows {
		place := a
		joined, other := ends(&place)
		if b := joined.box; b != nil && b.key.shape == workloadShape && w.isFramed(b) && b.key.app != other.app {
			*joined = end{app: b.key.app}
			found[place] = append(found[place], a)
		}
	}
	for place, all := range found {
		if joined, _ := ends(&place); len(all) > 1 && len(all) == workloads[joined.app] {
			for _, a := range all {
				delete(w.arrows, a)
			}
			w.arrows[place] = true
		}
	}
}

// fewAlike is how many sources that have arrows to the same boxes are drawn one by one.
const fewAlike = 3

// joinSources makes one box of more than a few sources of one kind that have arrows to the same boxes, and once more:
// what these are made of has arrows to one box then.
func (w *drawing) joinSources() {
	for before := 0; before != len(w.boxes); {
		before = len(w.boxes)
		for _, group := range w.sourcesAlike() {
			if len(group) <= fewAlike {
				continue
			}
			first := group[0]
			for _, b := range group[1:] {
				first.members = append(first.members, b.members...)
				for _, it := range b.members {
					it.box = first
				}
				b.members = nil
			}
			slices.SortFunc(first.members, func(a, b *item) int { return cmp.Compare(a.at, b.at) })
		}
		w.boxes = slices.DeleteFunc(w.boxes, func(b *box) bool { return len(b.members) == 0 })
	}
}

// sourcesAlike returns the boxes of sources by what they have in common: the boxes to which they have arrows, too.
func (w *drawing) sourcesAlike() map[string][]*box {
	consumers := map[*box][]string{}
	for n, b := range w.boxes {
		var to []*item
		for _, it := range b.members {
			for _, l := range it.links {
				to = append(to, l.to)
			}
		}
		for _, source := range boxesOf(to) {
			consumers[source] = append(consumers[source], strconv.Itoa(n))
		}
	}
	alike := map[string][]*box{}
	for _, b := range w.boxes {
		if b.key.kind != "" && (b.key.shape == sourceShape || b.key.outside) {
			id := fmt.Sprintf("%s\n%s\n%t\n%s", b.key.app, b.key.kind, b.key.outside, consumers[b])
			alike[id] = append(alike[id], b)
		}
	}
	return alike
}
