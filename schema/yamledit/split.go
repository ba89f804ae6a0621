package yamledit

import (
	"bytes"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/reader"
)

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
