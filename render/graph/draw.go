package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
)

// The limits of a picture. GitHub draws no Mermaid with more than 500 arrows or more than 50,000 characters, which
// are the defaults of Mermaid; long before that nobody can read it.
const (
	maxBoxes  = 120
	maxArrows = 250
	maxText   = 48_000
)

// Of draws a result. Objects that are alike are one box: a fleet of 1,000 clusters has the picture of three. Pictures
// that are too large are drawn coarser: first the applications with many boxes, then all applications as one box each,
// then each namespace as one box. There are no boxes where the options leave no object.
func Of(result render.Result, o Options) Graph {
	s := &picture{secrets: result.Secrets(), waves: map[wave][]*item{}, waved: map[string]bool{}}
	known := make(map[render.ID]*item, len(result.Objects))
	for _, object := range result.Objects {
		known[object.ID()] = s.add(itemOf(object))
	}
	s.link(result, known)
	s.gate(known)
	s.choose(o)
	finest := alike
	if o.Cluster != "" {
		finest = oneByOne
	}
	for d := finest; ; d++ {
		g := s.draw(d)
		fits := len(g.Boxes) <= maxBoxes && len(g.Arrows) <= maxArrows && len(g.mermaid()) <= maxText
		if fits || d == byNamespace {
			return g
		}
	}
}

func (s *picture) draw(d detail) Graph {
	w := &drawing{picture: s, detail: d, coarser: map[string]detail{}, spaces: s.spaces(), arrows: map[arrow]bool{},
		count: map[string]int{}}
	for w.assign(); w.coarsen(); {
		w.assign()
	}
	known := map[key]*box{}
	for _, it := range w.items {
		if known[it.key] == nil {
			known[it.key] = &box{key: it.key}
			w.boxes = append(w.boxes, known[it.key])
		}
		it.box = known[it.key]
		it.box.members = append(it.box.members, it)
	}
	w.joinSources()
	w.linkArrows()
	w.waveArrows()
	for _, b := range w.boxes {
		w.count[b.key.app]++
	}
	w.joinArrows()
	return w.graph()
}

func (w *drawing) graph() (g Graph) {
	slices.SortStableFunc(w.boxes, compareBoxes)
	ranks, frames := w.ranks(), map[string]int{}
	for i, b := range w.boxes {
		b.at = i
		frame := -1
		if app := b.key.app; w.isFramed(b) {
			if _, known := frames[app]; !known {
				frames[app] = len(g.Frames)
				g.Frames = append(g.Frames, drawnFrame{line(app)})
			}
			frame = frames[app]
		}
		g.Boxes = append(g.Boxes, drawnBox{b.key.shape, w.lines(b), frame, ranks[b], b.key.outside, len(b.members)})
	}
	at := func(e end) drawnEnd {
		if e.box == nil {
			return drawnEnd{frames[e.app], true}
		}
		return drawnEnd{Index: e.box.at}
	}
	for a := range w.arrows {
		g.Arrows = append(g.Arrows, drawnArrow{at(a.from), at(a.to), a.meaning})
	}
	slices.SortFunc(g.Arrows, func(a, b drawnArrow) int {
		return cmp.Or(compareEnds(a.From, b.From), compareEnds(a.To, b.To), cmp.Compare(a.Meaning, b.Meaning))
	})
	return g
}

func compareEnds(a, b drawnEnd) int {
	framesLast := map[bool]int{true: 1}
	return cmp.Or(cmp.Compare(framesLast[a.Frame], framesLast[b.Frame]), cmp.Compare(a.Index, b.Index))
}

// compareBoxes orders the boxes of an application as they begin: sources, the waves, each with the gate behind it, and
// what is around; others stay in the order of their objects. The boxes of no application are last, by kind and name.
func compareBoxes(a, b *box) int {
	byShape := cmp.Or(
		cmp.Compare(min(len(b.key.app), 1), min(len(a.key.app), 1)),
		strings.Compare(a.key.app, b.key.app),
		cmp.Compare(shapeOrder[a.key.shape], shapeOrder[b.key.shape]),
		cmp.Compare(a.key.wave, b.key.wave),
		cmp.Compare(b.key.shape, a.key.shape), // a gate is behind the workload of its wave
	)
	if byShape != 0 || a.key.app != "" {
		return byShape
	}
	return cmp.Or(strings.Compare(a.key.kind, b.key.kind), strings.Compare(a.key.name, b.key.name))
}

var shapeOrder = map[shape]int{sourceShape: 0, workloadShape: 1, gateShape: 1, aroundShape: 2}

func (w *drawing) ranks() map[*box]int {
	ranks, last, app := map[*box]int{}, 0, ""
	for i, b := range w.boxes {
		if !w.isOfWave(b) {
			continue
		}
		if b.key.app != app {
			app, last = b.key.app, 0
		}
		if last == 0 || w.boxes[i-1].key.wave != b.key.wave {
			last++
		}
		ranks[b] = last
	}
	return ranks
}

type box struct {
	key     key
	members []*item // in their order; none in a gate
	at      int     // its index in the graph
}

type arrow struct {
	from, to end
	meaning  meaning
}

// end is a box with its application, which is empty for some, or the frame of an application.
type end struct {
	box *box // nil for a frame
	app string
}

// drawing makes a graph of items that are put into boxes. An application with too many boxes has a coarser detail.
type drawing struct {
	*picture
	detail  detail
	coarser map[string]detail // of applications that have too many boxes
	spaces  map[string]bool   // the namespaces that have a box for themselves, where namespaces have boxes
	boxes   []*box
	arrows  map[arrow]bool
	count   map[string]int // of boxes, by their application: only several need a frame
}

func (w *drawing) isFramed(b *box) bool { return b.key.app != "" && w.count[b.key.app] > 1 }

// isOfWave reports whether all objects of a box are workloads of one wave of an application that has several.
func (w *drawing) isOfWave(b *box) bool {
	return b.key.shape == workloadShape && b.key.kind != "" && w.waved[b.key.app]
}
