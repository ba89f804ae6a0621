package krmfn

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// edited returns the text of the list after the run, in pieces. It is false where kyaml may read something else: where
// a comment behind a removed item may belong to the next one, or where something follows a block without an end.
func (t *listText) edited(items []*item, results string) (pieces []string, ok bool) {
	if !t.mayMove(items) {
		return nil, false
	}
	section := t.sections["items"]
	pieces = t.withoutResults(pieces, span{0, section.start})
	pieces = t.appendItems(pieces, items)
	pieces = append(t.withoutResults(pieces, span{section.end, len(t.text)}), results)
	return pieces, endLines(pieces)
}

// mayMove reports whether no item that goes, or is moved behind others, ends in a comment.
func (t *listText) mayMove(items []*item) bool {
	stays, last := make([]bool, len(t.items)), -1
	for _, i := range items {
		if i.index > last {
			stays[i.index], last = true, i.index
		}
	}
	for _, i := range t.list.items {
		if !stays[i.index] && lastComment(i.raw) >= 0 {
			return false
		}
	}
	return true
}

func (t *listText) withoutResults(pieces []string, part span) []string {
	results, found := t.sections["results"]
	if !found || results.start < part.start || results.start >= part.end {
		return append(pieces, part.in(t.text))
	}
	return append(pieces, t.text[part.start:results.start], t.text[results.end:part.end])
}

func (t *listText) appendItems(pieces []string, items []*item) []string {
	section := t.sections["items"]
	switch {
	case slices.Equal(items, t.list.items):
		return append(pieces, section.in(t.text))
	case len(items) == 0:
		return append(pieces, "items: []\n")
	case len(t.items) == 0:
		pieces = append(pieces, "items:\n")
	default:
		pieces = append(pieces, t.text[section.start:t.items[0].start])
	}
	for _, i := range items {
		if i.index == isNew {
			pieces = append(pieces, dashed(i.raw, t.indent))
		} else {
			pieces = append(pieces, t.items[i.index].in(t.text))
		}
	}
	return pieces
}

func dashed(text string, column int) string {
	var b strings.Builder
	b.Grow(len(text) + strings.Count(text, "\n")*(column+2))
	margin := strings.Repeat(" ", column)
	indent := margin + "- "
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(indent)
		}
		b.WriteString(line)
		indent = margin + "  "
	}
	return b.String()
}

// endLines ends each piece but the last with a line break. It is false for one that may end in a block: it would grow.
func endLines(pieces []string) bool {
	last := len(pieces) - 1
	for last > 0 && pieces[last] == "" {
		last--
	}
	for n, piece := range pieces[:last] {
		if piece == "" || strings.HasSuffix(piece, "\n") {
			continue
		}
		if strings.ContainsAny(piece, "|>") {
			return false
		}
		pieces[n] += "\n"
	}
	return true
}

func writeAll(w io.Writer, pieces []string) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for _, piece := range pieces {
		if _, err := out.WriteString(piece); err != nil {
			return err
		}
	}
	return out.Flush()
}
