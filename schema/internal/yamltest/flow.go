package yamltest

import (
	"math/rand/v2"
	"strings"
)

type flowStyle struct {
	*writer
	indent     int  // of other lines
	inside     bool // spaces inside of brackets
	overLines  bool
	afterComma string
}

func (w *writer) flowValue(indent, depth int) {
	f := flowStyle{writer: w, indent: indent + w.of(0, 1, w.indent), inside: w.IntN(4) == 0, overLines: w.IntN(4) == 0}
	f.afterComma = w.pick([]string{" ", " ", " ", "", "  "})
	f.collection(depth)
}

func (f flowStyle) collection(depth int) {
	isMap := f.IntN(2) == 0
	opened, closed := "[", "]"
	if isMap {
		opened, closed = "{", "}"
	}
	f.write(opened)
	known := map[string]bool{}
	for i := range f.IntN(4) {
		if i > 0 {
			f.write(",")
		}
		f.gap(i == 0)
		if isMap {
			f.field(known, depth)
		} else {
			f.item(depth)
		}
	}
	if f.IntN(10) == 0 && f.out[len(f.out)-1] != opened[0] {
		f.write(",")
	}
	f.gap(true)
	f.write(closed)
}

// gap writes what is between two items, or inside of a bracket.
func (f flowStyle) gap(bracket bool) {
	switch {
	case f.overLines && f.IntN(2) == 0:
		if f.may(f.comment) {
			f.write(" ", f.pick(comments))
		}
		f.write("\n")
		f.margin(f.indent)
	case bracket && f.inside, !bracket:
		f.write(f.afterComma)
	}
}

func (f flowStyle) field(known map[string]bool, depth int) {
	f.key(known, true)
	isJSON := f.out[len(f.out)-1] == '"'
	switch {
	case f.IntN(300) == 0: // without a value
		return
	case f.may(f.null):
		f.write(": ")
		return
	case isJSON && f.IntN(3) == 0:
		f.write(":")
	default:
		f.write(": ")
	}
	f.item(depth)
}

func (f flowStyle) item(depth int) {
	switch f.left--; {
	case f.left > 0 && depth < 8 && f.IntN(5) == 0:
		f.collection(depth + 1)
	case len(f.anchors) > 0 && f.may(f.anchor):
		f.write("*", f.pick(f.anchors), " ")
	default:
		f.scalar(f.indent, true)
	}
}

// JSON returns a random document in JSON, or a few in a row: in one line, or indented by spaces or tabs.
func JSON(r *rand.Rand) []byte {
	w := newWriter(r, nil)
	indent := w.pick([]string{"", "  ", "\t", "    "})
	for {
		w.jsonObject(0, indent)
		if w.IntN(5) > 0 {
			break
		}
		w.write(w.pick([]string{"", "\n", " ", "\n\n"}))
	}
	if w.IntN(3) > 0 {
		w.write("\n")
	}
	return w.out
}

func (w *writer) jsonObject(depth int, indent string) {
	w.jsonItems("{", "}", depth, indent, func() {
		w.write(w.jsonString(), ":")
		if indent != "" || w.IntN(4) == 0 {
			w.write(" ")
		}
		w.jsonValue(depth+1, indent)
	})
}

func (w *writer) jsonItems(opened, closed string, depth int, indent string, item func()) {
	w.write(opened)
	size := w.IntN(5)
	for i := range size {
		if i > 0 {
			w.write(",")
		}
		w.jsonLine(depth+1, indent)
		item()
	}
	if size > 0 {
		w.jsonLine(depth, indent)
	}
	w.write(closed)
}

func (w *writer) jsonLine(depth int, indent string) {
	if indent != "" {
		w.write("\n", strings.Repeat(indent, depth))
	}
}

func (w *writer) jsonValue(depth int, indent string) {
	w.left--
	switch kind := w.IntN(8); {
	case kind < 2 && w.left > 0 && depth < 9:
		w.jsonObject(depth, indent)
	case kind < 4 && w.left > 0 && depth < 9:
		w.jsonItems("[", "]", depth, indent, func() { w.jsonValue(depth+1, indent) })
	case kind < 6:
		w.write(w.pick([]string{"1", "0", "-1", "1.5", "1e3", "1.10", "123456789012345678901234567890", "true", "false",
			"null"}))
	default:
		w.write(w.jsonString())
	}
}

func (w *writer) jsonString() string {
	var text strings.Builder
	for range 1 + w.IntN(3) {
		text.WriteString(w.pick([]string{"a", "b", "name", "é", "日本", `\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, "😀",
			" ", ": ", "# c", `\t`, "1", "on", "//"}))
	}
	return `"` + text.String() + `"`
}
