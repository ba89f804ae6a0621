package krmfn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
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
		return append(pieces, part.of(t.text))
	}
	return append(pieces, t.text[part.start:results.start], t.text[results.end:part.end])
}

func (t *listText) appendItems(pieces []string, items []*item) []string {
	section := t.sections["items"]
	switch {
	case slices.Equal(items, t.list.items):
		return append(pieces, section.of(t.text))
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
			pieces = append(pieces, t.items[i.index].of(t.text))
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

// annotation is an annotation of a client. Without a value there is none.
type annotation struct{ name, value string }

// annotationsHead begins the annotations in the text of a rendered object or list: both are rendered-from something.
const annotationsHead = "\nmetadata:\n  annotations:\n"

func annotated(o render.Object, annotations []annotation) []byte {
	n := o.Tree()
	text := tree.AppendYAML(nil, n)
	if slices.ContainsFunc(annotations, func(a annotation) bool { return bytes.Contains(text, []byte(a.name)) }) {
		return rebuilt(n, annotations)
	}
	return annotate(text, annotations)
}

// annotate adds annotations of a client behind those that fluxapp has written into a text.
func annotate(text []byte, annotations []annotation) []byte {
	end := bytes.Index(text, []byte(annotationsHead)) + len(annotationsHead)
	for end < len(text) && (text[end] == '\n' || bytes.HasPrefix(text[end:], []byte("    "))) {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	out := append(make([]byte, 0, len(text)+100*len(annotations)), text[:end]...)
	for _, a := range annotations {
		if a.value != "" {
			out = append(append(append(out, "    "...), a.name...), ": "...)
			out = append(append(out, quotedValue(a.value)...), '\n')
		}
	}
	return append(out, text[end:]...)
}

// quotedValue quotes the value of an annotation as kyaml does, in single quotes where that is possible in one line.
func quotedValue(value string) string {
	if strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		text, _ := json.Marshal(value) // no error: it is a string
		return string(text)
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

// rebuilt prints an object whose author has written an annotation of a client too. The client's annotation counts.
func rebuilt(n tree.Node, annotations []annotation) []byte {
	b, metadata := tree.NewBuilder(), n.Get("metadata")
	fields := metadata.Get("annotations").Fields()
	for _, a := range annotations {
		if a.value != "" {
			fields = append(fields, tree.Field{Key: a.name, Value: b.String(a.value, tree.Node{})})
		}
	}
	annotated := b.Map(metadata, append(metadata.Fields(),
		tree.Field{Key: "annotations", Value: b.Map(metadata, fields...)})...)
	return tree.AppendYAML(nil, b.Map(n, append(n.Fields(), tree.Field{Key: "metadata", Value: annotated})...))
}
