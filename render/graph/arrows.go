package graph

import (
	"github.com/fluxapp-dev/fluxapp/render"
)

// add adds an arrow. A box has none to itself.
func (w *drawing) add(from, to *box, m Meaning) {
	if from != to {
		w.arrows[arrow{end{box: from}, end{box: to}, m}] = true
	}
}

func (w *drawing) linkArrows() {
	for i := range w.items {
		for _, l := range w.items[i].links {
			from, to := w.boxOf[i], w.boxOf[l.to]
			switch l.relation {
			case render.Feeds, render.Scanned:
				w.add(to, from, Feeding)
			case render.Precedes:
				w.add(to, from, Then)
			default:
				w.add(from, to, Writing)
			}
		}
	}
}

// waveArrows adds the arrows between a wave and the one before. A gate between several boxes keeps the arrows few.
func (w *drawing) waveArrows() {
	for _, shown := range w.wavesShown() {
		before := w.boxesOf(w.waves[shown.wave])
		after := w.boxesOf(shown.members)
		if len(before) < 2 || len(after) < 2 {
			w.join(before, after)
			continue
		}
		gate := &box{key: key{app: shown.app, shape: Gate, wave: w.items[w.waves[shown.wave][0]].wave}}
		w.boxes = append(w.boxes, gate)
		w.join(before, []*box{gate})
		w.join([]*box{gate}, after)
	}
}

func (w *drawing) join(before, after []*box) {
	for _, from := range before {
		for _, to := range after {
			w.add(from, to, Then)
		}
	}
}

// shownWave is a wave that waits for another one, with its items.
type shownWave struct {
	wave
	members []int
}

// wavesShown returns the waves that wait for others, in the order of their first items.
func (w *drawing) wavesShown() (all []*shownWave) {
	known := map[wave]*shownWave{}
	for i := range w.items {
		it := &w.items[i]
		key := wave{it.app, it.wave}
		if it.shape != Workload || len(w.waves[key]) == 0 {
			continue
		}
		if known[key] == nil {
			known[key] = &shownWave{wave: key}
			all = append(all, known[key])
		}
		known[key].members = append(known[key].members, i)
	}
	return all
}

// boxesOf returns the boxes of items, without repetition.
func (w *drawing) boxesOf(items []int) (all []*box) {
	known := map[*box]bool{}
	for _, i := range items {
		if b := w.boxOf[i]; !known[b] {
			known[b] = true
			all = append(all, b)
		}
	}
	return all
}

// joinArrows replaces arrows from a box to all workloads of another application by one to its frame, and arrows from
// all workloads of an application to a box or a frame by one from its frame.
func (w *drawing) joinArrows() {
	workloads := map[string]int{}
	for _, b := range w.boxes {
		if w.isFramed(b) && b.key.shape == Workload {
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
		if b := joined.box; b != nil && b.key.shape == Workload && w.isFramed(b) && b.key.app != other.app() {
			*joined = end{frame: b.key.app}
			found[place] = append(found[place], a)
		}
	}
	for place, all := range found {
		if joined, _ := ends(&place); len(all) > 1 && len(all) == workloads[joined.frame] {
			for _, a := range all {
				delete(w.arrows, a)
			}
			w.arrows[place] = true
		}
	}
}

// app returns the application of an end; empty for a box of none.
func (e end) app() string {
	if e.box == nil {
		return e.frame
	}
	return e.box.key.app
}
