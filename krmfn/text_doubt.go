package krmfn

import (
	"iter"
	"slices"
	"strings"
)

// hasOddLines reports whether a line ends in anything else than a line feed, perhaps behind a carriage return, and
// whether there is a byte order mark, which means nothing at the beginning of a document only.
func hasOddLines(text string) bool {
	for _, odd := range []string{"\u0085", "\u2028", "\u2029", "\ufeff"} {
		if strings.Contains(text, odd) {
			return true
		}
	}
	return strings.Count(text, "\r") > strings.Count(text, "\r\n")
}

func (t *listText) sharesAnchors() bool {
	anchors := map[string]int{} // by name, the first part that has it
	for name, at := range marks(t.text, '&') {
		if _, known := anchors[name]; !known {
			anchors[name] = t.part(at)
		}
	}
	if len(anchors) == 0 {
		return false
	}
	for name, at := range marks(t.text, '*') {
		if part, known := anchors[name]; known && part != t.part(at) {
			return true
		}
	}
	return false
}

// hasMarkers reports whether a line may be the marker of a document, or would be one in an item that is a document.
func (t *listText) hasMarkers() bool {
	deepest := 0
	for _, i := range append(slices.Clone(t.list.items), t.list.config) {
		if i != nil {
			deepest = max(deepest, i.indent)
		}
	}
	return hasMarker(t.text, "---", deepest) || hasMarker(t.text, "...", deepest)
}

// hasMarker reports whether a line begins with a marker, behind some spaces. As the text's first line it does no harm.
func hasMarker(text, marker string, spaces int) bool {
	for at := 1; at < len(text); at++ {
		next := strings.Index(text[at:], marker)
		if next < 0 {
			return false
		}
		at += next
		before := at
		for before > 0 && text[before-1] == ' ' && at-before < spaces {
			before--
		}
		if before == 0 || text[before-1] == '\n' {
			return true
		}
	}
	return false
}

// part returns a number of the item or the field at an offset.
func (t *listText) part(at int) int {
	items := t.sections["items"]
	if at < items.start || at >= items.end || len(t.items) == 0 {
		return -2 - slices.IndexFunc([]string{"apiVersion", "kind", "functionConfig", "results"}, func(key string) bool {
			s := t.sections[key]
			return s.start <= at && at < s.end
		})
	}
	n, _ := slices.BinarySearchFunc(t.items, at, func(s span, at int) int { return s.end - at - 1 })
	return n
}

func marks(text string, mark byte) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for at := strings.IndexByte(text, mark); at >= 0; {
			if at > 0 && strings.IndexByte(" \t\n[{,", text[at-1]) >= 0 {
				if name := nameAt(text[at+1:]); name != "" && !yield(name, at) {
					return
				}
			}
			next := strings.IndexByte(text[at+1:], mark)
			if next < 0 {
				return
			}
			at += 1 + next
		}
	}
}

const maxName = 128

func nameAt(text string) string {
	text = text[:min(len(text), maxName)]
	if end := strings.IndexAny(text, " \t\r\n[]{},"); end >= 0 {
		text = text[:end]
	}
	return text
}
