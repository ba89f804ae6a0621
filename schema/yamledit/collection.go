package yamledit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type collection struct {
	place
	all   []place
	wants map[int]tree.Node   // of the places that stay; absent for a null that counts for nothing
	added map[int][]tree.Node // what is new behind each place; -1 is in front of all
}

func (e *editor) collection(p place) collection {
	return collection{p, e.children(p), map[int]tree.Node{}, map[int][]tree.Node{}}
}

func (e *editor) fields(p place, want tree.Node, keep bool) string {
	c, known, behind := e.collection(p), map[string]int{}, -1
	for i, child := range c.all {
		w := want.Find(child.node.Key())
		if known[child.node.Key()] = i; isField(w, keep) || !isField(child.node, keep) {
			c.wants[i], behind = w, i
		}
	}
	for w := range want.Children() {
		i, isKnown := known[w.Key()]
		switch {
		case isKnown && isField(w, keep):
			behind = i
		case isField(w, keep) && !p.node.Find(w.Key()).Exists(): // no merge key brings it in
			c.added[behind] = append(c.added[behind], w)
		}
	}
	return e.joined(c, want, keep)
}

func (e *editor) items(p place, want tree.Node, keep bool) string {
	c, behind := e.collection(p), -1
	wanted := slices.Collect(want.Children())
	for i, at := range align(c.all, wanted, keep) {
		if at < 0 {
			c.added[behind] = append(c.added[behind], wanted[i])
		} else {
			c.wants[at], behind = wanted[i], at
		}
	}
	return e.joined(c, want, keep)
}

// align returns the place of each item of a list, or -1. Equal items at the end keep theirs; from the start on, an item
// takes the next place with a version of it. Items between these are paired one by one, with names only where all are.
func align(places []place, items []tree.Node, keep bool) []int {
	pairs := slices.Repeat([]int{-1}, len(items))
	n, m := len(items), len(places)
	for ; n > 0 && m > 0 && isEqual(places[m-1].node, items[n-1], keep); n, m = n-1, m-1 {
		pairs[n-1] = m - 1
	}
	done, next := 0, 0
	for i := range n + 1 {
		at := m
		if i < n {
			at = next + slices.IndexFunc(places[next:m], func(p place) bool { return isVersion(p.node, items[i], keep) })
			if at < next {
				continue
			}
			pairs[i] = at
		}
		for isAll := i-done == at-next; done < i; done++ {
			if next < at && (isAll || !items[done].Get("name").Exists()) {
				pairs[done], next = next, next+1
			}
		}
		done, next = i+1, at+1
	}
	return pairs
}

func isVersion(has, want tree.Node, keep bool) bool {
	if name, wanted := has.Get("name"), want.Get("name"); name.Exists() && wanted.Exists() {
		return name.Text() == wanted.Text()
	}
	return isEqual(has, want, keep)
}

// joined returns the text of what stays in a list or map, and of what is new. Where nothing stays, all is printed anew.
func (e *editor) joined(c collection, want tree.Node, keep bool) string {
	if len(c.wants) == 0 || e.failed {
		return e.replaced(c.place, want, keep)
	}
	first, out := c.all[0], []byte(nil)
	put := func(between, text string) {
		if first.flow && len(out) == 0 {
			e.failed = e.failed || strings.Contains(between, "#")
			between = ""
		}
		out = append(append(out, between...), text...)
	}
	e.add(put, first, c.added[-1], keep)
	floor, between := first.outer, ", "
	for i, p := range c.all {
		if i > 0 || !p.flow {
			between = e.part(floor, p.outer)
		}
		text := e.part(p.outer, p.tail)
		w, stays := c.wants[i]
		switch floor = p.tail; {
		case !stays && p.flow:
			e.failed = e.failed || strings.Contains(between+text, "#")
			between, text = "", ""
		case !stays:
			text = ""
		case w.Exists():
			text = e.part(p.outer, p.head) + e.value(p, w, keep || w.KeepsNulls())
		}
		if i == 0 && text != "" {
			text = e.indentation(first) + text
		}
		put(between, text)
		e.add(put, p, c.added[i], keep)
	}
	if e.indentation(first) != "" {
		out = bytes.TrimLeft(out, " \r\n")
	}
	return e.part(c.head, first.outer) + string(out) + e.part(floor, c.tail)
}

// indentation returns what would be before a place in a line of its own, if it is behind the dash of its map or list.
func (e *editor) indentation(p place) string {
	if p.flow || p.outer < p.start {
		return ""
	}
	return strings.Repeat(" ", p.column)
}

func (e *editor) add(put func(between, text string), p place, added []tree.Node, keep bool) {
	for _, n := range added {
		if !p.flow {
			put("", e.lines(printed(p, n.Key(), n, keep), p.column))
			continue
		}
		e.failed = e.failed || e.byteAt(e.skip(p.tail, ", \t")) == '#' // it would be the comment of another one
		text := e.inline(n, 0, keep)
		if p.field {
			text = e.inlineKey(n) + text
		}
		put(", ", text)
	}
}
