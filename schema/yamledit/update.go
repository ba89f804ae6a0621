package yamledit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/reader"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Update returns the text of one document with another value, and keeps all that this does not touch. A text with this
// value is returned as it is. It is not ok for a text that is not one document without mistakes, and where no change of
// single values gives exactly the wanted one.
func Update(text []byte, want tree.Node) (updated []byte, ok bool) {
	root, ok := read(text)
	switch keep := want.KeepsNulls(); {
	case !ok || !want.Exists():
		return nil, false
	case isEqual(root, want, keep):
		return text, true
	}
	e := &editor{text: string(text), eol: lineEnd(text), json: json.Valid(text)}
	open := !strings.HasSuffix(e.text, "\n")
	if open {
		e.text += e.eol
	}
	document := place{node: root, tail: len(e.text), column: -1}
	document.from, _ = root.Span()
	document.end = e.end(document)
	result := e.value(document, want, want.KeepsNulls())
	if open {
		result = strings.TrimSuffix(result, e.eol)
	}
	if root, ok = read([]byte(result)); e.failed || !ok || !isEqual(root, want, want.KeepsNulls()) {
		return nil, false
	}
	return []byte(result), true
}

// read returns the value of a text that is one document without mistakes.
func read(text []byte) (root tree.Node, ok bool) {
	trees, problems := tree.Parse("", text)
	if len(trees) != 1 || slices.ContainsFunc(problems, func(p tree.Problem) bool { return p.Rule < record.NotJSON }) {
		return tree.Node{}, false
	}
	return trees[0].Root(), true
}

// isEqual reports whether a text has a value that is wanted. Keep says that nulls are values.
func isEqual(has, want tree.Node, keep bool) bool {
	c := tree.Comparison{Before: tree.NullsLikeAfter}
	if keep {
		c.After = tree.AllNulls
	}
	return c.Equal(has, want)
}

type editor struct {
	text   string // ends in a line end
	eol    string
	json   bool // all of the text is JSON
	failed bool
}

// value returns a place's text with another value. An alias stays: it has what is wanted once its anchor has.
func (e *editor) value(p place, want tree.Node, keep bool) string {
	switch has := p.node; {
	case isEqual(has, want, keep), e.opens(p, "*"):
		return e.part(p.head, p.tail)
	case has.Kind() == tree.Map && has.Len() > 0 && want.Kind() == tree.Map && hasChildren(want, keep):
		return e.fields(p, want, keep)
	case has.Kind() == tree.List && has.Len() > 0 && want.Kind() == tree.List && want.Len() > 0:
		return e.items(p, want, keep)
	}
	return e.replaced(p, want, keep)
}

// hasChildren reports whether a value is a list of items, or a map of fields that are not absent.
func hasChildren(n tree.Node, keep bool) bool {
	return each.Any(n.Children(), func(child tree.Node) bool { return n.Kind() == tree.List || isField(child, keep) })
}

func isField(n tree.Node, keep bool) bool { return n.Exists() && (keep || n.Kind() != tree.Null) }

// Document is a part of a file.
type Document struct {
	// Separator is what is before the text: a byte order mark, directives, --- with its line. Nil is a new document.
	Separator []byte
	// Text is the document with its comments. It may have nothing but comments, or be empty.
	Text []byte
}

// Split cuts a file where [tree.Parse] does. [Join] makes the same bytes of the documents.
func Split(file []byte) (docs []Document) {
	at := 0
	for _, p := range reader.Pieces(file) {
		start := p.Start + header(string(file[p.Start:p.End]))
		docs = append(docs, Document{file[at:start:start], file[start:p.End:p.End]})
		at = p.End
	}
	if at < len(file) {
		docs = append(docs, Document{Separator: file[at:]})
	}
	return docs
}

// header returns where the content of a document begins, behind directives and the line of the marker.
func header(text string) (at int) {
	for line := range strings.Lines(text) {
		rest, isMarker := strings.CutPrefix(line, "---")
		rest = strings.TrimSpace(rest)
		switch {
		case isMarker && rest != "" && rest[0] != '#':
			return at + len("---")
		case isMarker:
			return at + len(line)
		case line[0] != '%':
			return at
		}
		at += len(line)
	}
	return at
}

// Join returns the file of some documents. A new one is separated from the one before it.
func Join(docs []Document) (file []byte) {
	for i, d := range docs {
		if eol := lineEnd(file); i > 0 && d.Separator == nil {
			if !bytes.HasSuffix(file, []byte("\n")) {
				file = append(file, eol...)
			}
			file = append(file, "---"+eol...)
		}
		file = append(append(file, d.Separator...), d.Text...)
	}
	return file
}

func lineEnd(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
