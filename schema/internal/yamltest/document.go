package yamltest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Document returns a random document, rarely a stream of a few, as people write them: valid YAML in one style of
// indentation, quotes and collections, which differs from document to document.
func Document(r *rand.Rand) []byte {
	var out []byte
	for {
		w := newWriter(r, out)
		w.document()
		out = w.out
		if r.IntN(6) > 0 {
			break
		}
	}
	return endings(r, out)
}

func endings(r *rand.Rand, out []byte) []byte {
	if r.IntN(8) == 0 {
		out = bytes.TrimRight(out, "\n")
	}
	if r.IntN(8) == 0 {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	return out
}

// writer writes a document in the style of one author. The numbers are shares out of 100.
type writer struct {
	*rand.Rand
	out  []byte
	left int // how many values it may still write

	indent, listIndent                   int
	flow, comment, blank, block, quoted  int
	anchor, null, odd, space, setter, nl int

	anchors, maps []string // of values that are complete, and of maps
	names         int
}

func newWriter(r *rand.Rand, out []byte) *writer {
	w := &writer{Rand: r, out: out, left: 3 + r.IntN(40)}
	w.indent = w.of(2, 2, 2, 2, 4, 4, 3, 1, 8)
	w.listIndent = w.of(0, 0, 2, w.indent, 1)
	w.flow, w.comment, w.blank = w.of(0, 5, 20, 50), w.of(0, 0, 5, 30), w.of(0, 0, 5, 20)
	w.block, w.quoted, w.anchor = w.of(0, 5, 20), w.of(0, 10, 40, 90), w.of(0, 0, 10, 30)
	w.null, w.odd, w.space = w.of(0, 3, 10), w.of(0, 5, 30), w.of(0, 0, 0, 10)
	w.setter, w.nl = w.of(0, 0, 3, 20), w.of(0, 0, 5, 20)
	return w
}

func (w *writer) of(numbers ...int) int { return numbers[w.IntN(len(numbers))] }

// may is true in a share of 100 calls.
func (w *writer) may(share int) bool { return share > 0 && w.IntN(100) < share }

func (w *writer) write(texts ...string) {
	for _, text := range texts {
		w.out = append(w.out, text...)
	}
}

func (w *writer) margin(n int) { w.write(strings.Repeat(" ", max(n, 0))) }

func (w *writer) document() {
	if len(w.out) > 0 || w.IntN(4) == 0 {
		w.write("---")
		w.endLine()
	}
	w.between(0)
	switch w.IntN(20) {
	case 0:
		w.scalar(0, false)
		w.endLine()
	case 1:
		w.flowValue(0, 0)
		w.endLine()
	case 2, 3, 4:
		w.list(0, 0, false)
	default:
		w.mapping(0, 0, false)
	}
	w.between(0)
	if w.IntN(12) == 0 {
		w.write("...\n")
	}
}

func (w *writer) between(indent int) {
	for w.may(w.blank) {
		w.margin(w.of(0, 0, 0, w.IntN(9)))
		w.write("\n")
	}
	for w.may(w.comment) {
		w.margin(w.of(indent, indent, 0, w.IntN(9)))
		w.write(w.pick(comments), "\n")
	}
}

func (w *writer) endLine() { w.endScalar(false) }

func (w *writer) endScalar(isScalar bool) {
	switch {
	case isScalar && w.may(w.setter):
		w.write(w.pick([]string{" ", "  "}), w.pick(setters))
	case w.may(w.comment):
		w.write(w.pick([]string{" ", "   "}), w.pick(comments))
	case w.may(w.space):
		w.write(w.pick([]string{" ", "   "}))
	}
	w.write("\n")
}

func (w *writer) pick(texts []string) string { return texts[w.IntN(len(texts))] }

// mapping writes a map whose keys are indented so far. The first key may follow the dash of a list.
func (w *writer) mapping(indent, depth int, compact bool) {
	known := map[string]bool{}
	for i := range w.size() {
		if i > 0 || !compact {
			w.between(indent)
			w.margin(indent)
		}
		if len(w.maps) > 0 && (i == 0 && w.IntN(2) == 0 || w.IntN(30) == 0) && !known["<<"] {
			known["<<"] = true
			w.merge()
			continue
		}
		w.key(known, false)
		w.write(":")
		w.value(indent, depth, false)
	}
}

func (w *writer) merge() {
	w.write("<<: ")
	if w.IntN(3) == 0 {
		w.write("[*", w.pick(w.maps), ", *", w.pick(w.maps), "]")
	} else {
		w.write("*", w.pick(w.maps))
	}
	w.endLine()
}

func (w *writer) size() int { return 1 + w.IntN(4) }

// list writes a list whose dashes are indented so far.
func (w *writer) list(indent, depth int, compact bool) {
	for i := range w.size() {
		if i > 0 || !compact {
			w.between(indent)
			w.margin(indent)
		}
		w.write("-")
		w.value(indent, depth, true)
	}
}

// value writes what follows a colon or a dash, with the end of the line.
func (w *writer) value(indent, depth int, item bool) {
	w.left--
	if w.may(w.null) {
		w.endLine()
		return
	}
	if len(w.anchors) > 0 && w.may(w.anchor) {
		w.write(" *", w.pick(w.anchors))
		w.endLine()
		return
	}
	name := w.begin(w.anchor / 2)
	if w.left <= 0 || depth > 8 || w.IntN(5) < 2 {
		w.leaf(indent, depth)
		w.end(name, false)
		return
	}
	isMap := w.IntN(3) > 0
	w.collection(indent, depth+1, item && name == "", isMap)
	w.end(name, isMap)
}

// begin may write an anchor, and returns its name.
func (w *writer) begin(share int) string {
	if !w.may(share) {
		return ""
	}
	w.names++
	name := w.pick([]string{"x", "base", "a-b_1"}) + strconv.Itoa(w.names)
	if len(w.anchors) > 0 && w.IntN(4) == 0 {
		name = w.pick(w.anchors)
	}
	w.write(" &", name)
	return name
}

// end registers the anchor of a value that is complete.
func (w *writer) end(name string, isMap bool) {
	if name == "" {
		return
	}
	w.anchors = append(w.anchors, name)
	if w.maps = slices.DeleteFunc(w.maps, func(n string) bool { return n == name }); isMap {
		w.maps = append(w.maps, name)
	}
}

// collection writes a list or a map in block style. The collection of an item may begin behind its dash.
func (w *writer) collection(indent, depth int, item, isMap bool) {
	if item && w.IntN(8) > 0 {
		gap := w.of(1, 1, 1, 3)
		w.margin(gap)
		if isMap {
			w.mapping(indent+1+gap, depth, true)
		} else {
			w.list(indent+1+gap, depth, true)
		}
		return
	}
	w.endLine()
	switch {
	case isMap:
		w.mapping(indent+w.indent, depth, false)
	case item:
		w.list(indent+max(w.listIndent, 1), depth, false)
	default:
		w.list(indent+w.listIndent, depth, false)
	}
}

func (w *writer) leaf(indent, depth int) {
	switch {
	case w.may(w.flow):
		w.write(" ")
		w.flowValue(indent+1, depth)
		w.endLine()
	case w.may(w.block):
		w.blockScalar(indent)
	default:
		w.margin(w.of(1, 1, 1, 1, 4))
		w.scalar(indent+1, false)
		w.endScalar(true)
	}
}
