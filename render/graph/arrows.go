package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
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
			case kinds.Feeds, kinds.Scanned:
				w.add(to, from, Feeding)
			case kinds.Precedes:
				w.add(to, from, Then)
			default:
				w.add(from, to, Writing)
			}
		}
	}
}

// waveArrows adds the arrows between a wave and the one before. A gate between several boxes keeps the arrows few.
func (w *drawing) waveArrows() {
	members, order := map[wave][]int{}, []wave(nil) // of waves that wait for others, in the order of their first items
	for i := range w.items {
		shown := wave{w.items[i].app, w.items[i].wave}
		if w.items[i].shape != Workload || len(w.waves[shown]) == 0 {
			continue
		}
		if members[shown] == nil {
			order = append(order, shown)
		}
		members[shown] = append(members[shown], i)
	}
	for _, shown := range order {
		before, after := w.boxesOf(w.waves[shown]), w.boxesOf(members[shown])
		if len(before) < 2 || len(after) < 2 {
			w.join(before, after)
			continue
		}
		gate := []*box{{key: key{app: shown.app, shape: Gate, wave: w.items[w.waves[shown][0]].wave}}}
		w.boxes = append(w.boxes, gate...)
		w.join(before, gate)
		w.join(gate, after)
	}
}

func (w *drawing) join(before, after []*box) {
	for _, from := range before {
		for _, to := range after {
			w.add(from, to, Then)
		}
	}
}

func (w *drawing) boxesOf(items []int) []*box {
	return distinct(items, func(i int) *box { return w.boxOf[i] })
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

// fewAlike is how many sources that have arrows to the same boxes are drawn one by one.
const fewAlike = 3

// joinSources makes one box of more than a few sources of one kind that have arrows to the same boxes.
func (w *drawing) joinSources() {
	signature, groups := w.signatures(), map[string][]*box{}
	for _, b := range w.boxes {
		if b.key.kind != "" && (b.key.shape == Source || b.key.outside) {
			id := fmt.Sprintf("%s\n%s\n%t\n%s", b.key.app, b.key.kind, b.key.outside, signature(b))
			groups[id] = append(groups[id], b)
		}
	}
	for _, group := range groups {
		if len(group) > fewAlike {
			w.merge(group)
		}
	}
}

func (w *drawing) merge(group []*box) {
	first := group[0]
	for _, b := range group[1:] {
		first.members = append(first.members, b.members...)
		for _, i := range b.members {
			w.boxOf[i] = first
		}
		b.members = nil
	}
	slices.Sort(first.members)
	w.boxes = slices.DeleteFunc(w.boxes, func(b *box) bool { return len(b.members) == 0 })
}

// signatures returns a function that is the same for sources that feed the same boxes, or such sources, also in cycles.
func (w *drawing) signatures() (signature func(*box) string) {
	consumers, names, known := map[*box][]*box{}, map[*box]string{}, map[*box]string{}
	for n, b := range w.boxes {
		names[b] = fmt.Sprint(n)
		var to []int
		for _, i := range b.members {
			for _, l := range w.items[i].links {
				to = append(to, l.to)
			}
		}
		for _, source := range w.boxesOf(to) {
			consumers[source] = append(consumers[source], b)
		}
	}
	signature = func(b *box) string {
		if found, isKnown := known[b]; isKnown {
			return found
		}
		known[b] = ""
		var all []string
		for _, to := range consumers[b] {
			if to.key.shape == Source {
				all = append(all, "("+to.key.kind+signature(to)+")")
			} else {
				all = append(all, names[to])
			}
		}
		slices.Sort(all)
		known[b] = strings.Join(slices.Compact(all), " ")
		return known[b]
	}
	return signature
}
