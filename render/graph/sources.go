package graph

import (
	"fmt"
	"slices"
	"strings"
)

// fewAlike is how many sources that have arrows to the same boxes are drawn one by one.
const fewAlike = 3

// joinSources makes one box of more than a few sources of one kind that have arrows to the same boxes.
func (w *drawing) joinSources() {
	feeding := w.fed()
	groups, order := map[string][]*box{}, []string(nil)
	for _, b := range w.boxes {
		if b.key.kind == "" || b.key.shape != Source && !b.key.outside {
			continue
		}
		id := fmt.Sprintf("%s\n%s\n%t\n%s", b.key.app, b.key.kind, b.key.outside, feeding.signature(b))
		if groups[id] == nil {
			order = append(order, id)
		}
		groups[id] = append(groups[id], b)
	}
	for _, id := range order {
		if group := groups[id]; len(group) > fewAlike {
			w.merge(group)
		}
	}
}

// merge puts all items of some boxes into the first of them.
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

// consumers are the boxes that boxes feed.
type consumers struct {
	boxes map[*box][]*box
	known map[*box]string // signatures
	names map[*box]string
}

func (w *drawing) fed() *consumers {
	c := &consumers{boxes: map[*box][]*box{}, known: map[*box]string{}, names: map[*box]string{}}
	for n, b := range w.boxes {
		c.names[b] = fmt.Sprint(n)
		var to []int
		for _, i := range b.members {
			for _, l := range w.items[i].links {
				to = append(to, l.to)
			}
		}
		for _, source := range w.boxesOf(to) {
			c.boxes[source] = append(c.boxes[source], b)
		}
	}
	return c
}

// signature is the same for sources that feed the same boxes, or sources that do. Sources can include each other.
func (c *consumers) signature(b *box) string {
	if known, found := c.known[b]; found {
		return known
	}
	c.known[b] = ""
	var all []string
	for _, to := range c.boxes[b] {
		if to.key.shape == Source {
			all = append(all, "("+to.key.kind+c.signature(to)+")")
		} else {
			all = append(all, c.names[to])
		}
	}
	slices.Sort(all)
	c.known[b] = strings.Join(slices.Compact(all), " ")
	return c.known[b]
}
