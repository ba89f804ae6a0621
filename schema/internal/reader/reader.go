// Package reader turns a text into the records of its documents.
//
// The text is split into documents, which go.yaml.in/yaml/v3 parses and a converter turns into records. The parser's nodes take twenty times the
// bytes of their text, so a long document is parsed in batches, and small documents are parsed together. A text that cannot be cut, or in
// which anything is wrong, is parsed as a whole: the result is always that of the whole.
package reader

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// The bounds of a document. They are far beyond what an API server takes.
const (
	MaxSource   = 1 << 30
	maxDepth    = 1000
	maxExpanded = 1 << 28 // bytes, beyond its own, that a document's aliases and indentation may expand to
)

// Read reads a stream of YAML or JSON. It returns the documents that have content and can be read; a problem in one document does not keep
// the others from being read. A text longer than about two batches is cut where it can be; BatchSize is the right size but for tests.
func Read(file string, data []byte, batchSize int) (*record.Source, []*record.Document, []Problem) {
	source := &record.Source{File: file}
	switch {
	case len(data) > MaxSource:
		return source, nil, []Problem{{Rule: TooLarge, Detail: "the file is larger than 1 GiB"}}
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return source, nil, []Problem{{Rule: Syntax, Detail: "the text is UTF-16; save it as UTF-8"}}
	}
	source.Text = string(data)
	r := reader{source: source, batchSize: batchSize}
	for rest := split(source.Text); len(rest) > 0; {
		n := r.countSmall(rest)
		if n == 1 || !r.readTogether(rest[:n]) {
			for _, p := range rest[:n] {
				r.read(p)
			}
		}
		rest = rest[n:]
	}
	return source, r.documents, r.problems
}

// reader collects the documents of a source.
type reader struct {
	source    *record.Source
	batchSize int
	documents []*record.Document
	problems  []Problem
}

func (r *reader) read(p piece) {
	text := r.source.Text[p.start:p.end]
	if isBlank(text) || len(text) > 2*r.batchSize && r.readInBatches(p) {
		return
	}
	index := newLineIndex(text, p.start)
	documents, err := parse(index.text)
	if err != nil && isJSONEscape(err) {
		index = rewriteEscapes(text, p)
		documents, err = parse(index.text)
	}
	r.convert(documents, index, p)
	if err != nil {
		r.problems = append(r.problems, syntaxProblem(index, err))
	}
}

// countSmall returns how many of the first pieces are documents so small that they can be parsed as one text. A piece with an anchor
// is parsed alone: the parser would know the anchor in the documents behind it.
func (r *reader) countSmall(pieces []piece) int {
	if len(pieces) == 1 {
		return 1
	}
	n := 0
	for n < len(pieces) && pieces[n].end-pieces[0].start <= r.batchSize && (n == 0 || pieces[n].start == pieces[n-1].end) {
		text := r.source.Text[pieces[n].start:pieces[n].end]
		if pieces[n].json || unsplittable(text) || strings.ContainsAny(text, "&%") {
			break
		}
		n++
	}
	return max(n, 1)
}

// readTogether parses small documents as one text, and reports false when one of them has an error: then each is read by itself.
func (r *reader) readTogether(pieces []piece) bool {
	p := piece{start: pieces[0].start, end: pieces[len(pieces)-1].end}
	index := newLineIndex(r.source.Text[p.start:p.end], p.start)
	parsed, err := parse(index.text)
	if err != nil {
		return false
	}
	documents, problems := len(r.documents), len(r.problems)
	r.convert(parsed, index, p)
	if slices.ContainsFunc(r.problems[problems:], Problem.isError) {
		r.documents, r.problems = r.documents[:documents], r.problems[:problems]
		return false
	}
	return true
}

func (r *reader) convert(parsed []*yaml.Node, index *lineIndex, p piece) {
	for _, n := range parsed {
		c := r.newConverter(p, countRecords(n))
		c.index = index
		c.doc.Root = c.value(n, 0)
		r.add(c)
	}
}

func (r *reader) newConverter(p piece, records int) *converter {
	doc := record.New(r.source, records)
	return &converter{doc: &doc, text: r.source.Text, piece: p, batchSize: r.batchSize}
}

// add adds a document unless it has no content.
func (r *reader) add(c *converter) {
	r.problems = append(r.problems, c.problems...)
	if !c.isNull(c.doc.Root) {
		r.documents = append(r.documents, c.doc)
	}
}

// parse returns the documents of a text up to the first one with an error.
func parse(text string) (found []*yaml.Node, err error) {
	for decoder := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		if len(doc.Content) > 0 {
			found = append(found, doc.Content[0])
		}
	}
}

// countRecords returns how many records the parser's nodes become: a key is part of its value's record.
func countRecords(n *yaml.Node) int {
	count, step := 1, 1
	if n.Kind == yaml.MappingNode {
		step = 2
	}
	for i := step - 1; i < len(n.Content); i += step {
		count += countRecords(n.Content[i])
	}
	return count
}

// piece is a part of a source that is parsed by itself.
type piece struct {
	start, end int
	json       bool
}

// split cuts a stream at lines that begin with a document marker, as kubectl does, so that an error in one document does not hide the
// next one. A stream of JSON values is cut between them.
func split(text string) []piece {
	start := record.SkipMarks(text, 0)
	if pieces := splitJSON(text, start); pieces != nil {
		return pieces
	}
	var pieces []piece
	for at := start; ; {
		i := strings.Index(text[at:], "---")
		if i < 0 {
			return append(pieces, piece{start: skipPrefix(text, start), end: len(text)})
		}
		at += i
		if marker := beforeMarks(text, at); marker > start && text[marker-1] == '\n' && isMarker(text[at:]) {
			end := start + beforeDirectives(text[start:marker])
			pieces = append(pieces, piece{start: skipPrefix(text[:end], start), end: end})
			if start = end; end == marker {
				start = at
			}
		}
		at += len("---")
	}
}

// isMarker reports whether a line that begins with three dashes is a document marker.
func isMarker(line string) bool { return len(line) == 3 || strings.IndexByte(" \t\r\n", line[3]) >= 0 }

// beforeMarks returns where the byte order marks begin that end at an offset.
func beforeMarks(text string, at int) int {
	for strings.HasSuffix(text[:at], record.ByteOrderMark) {
		at -= len(record.ByteOrderMark)
	}
	return at
}

// skipPrefix returns where a document begins behind a byte order mark that follows its marker, comments or directives: the parser would
// read the mark as a part of the first key. Without such a mark it is the start.
func skipPrefix(text string, start int) int {
	for at := start; at < len(text); {
		if found := record.SkipMarks(text, at); found > at {
			start, at = found, found
		}
		line, _, _ := strings.Cut(text[at:], "\n")
		if !isPrefix(line) {
			break
		}
		at += len(line) + 1
	}
	return start
}

// isPrefix reports whether a line may come before a document without being a part of it.
func isPrefix(line string) bool {
	if rest, found := strings.CutPrefix(line, "---"); found && isMarker(line) {
		line = rest
	}
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line[0] == '%'
}

// beforeDirectives returns where the directives (%YAML 1.1) begin at the end of a piece, which belong to the next document: they follow
// the start or an end marker. Without directives it is the end.
func beforeDirectives(text string) int {
	if !strings.HasPrefix(text, "%") && !strings.Contains(text, "\n%") {
		return len(text)
	}
	at := 0
	if i := strings.LastIndex(text, "\n..."); i >= 0 {
		at = i + len("\n...")
	}
	for line := range strings.Lines(text[at:]) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line[0] != '%' {
			return len(text)
		}
	}
	return at
}

func splitJSON(text string, start int) []piece {
	if trimmed := strings.TrimLeft(text[start:], " \t\r\n"); trimmed == "" || trimmed[0] != '{' {
		return nil
	}
	var pieces []piece
	for values := json.NewDecoder(strings.NewReader(text[start:])); ; {
		var value json.RawMessage
		err := values.Decode(&value)
		if errors.Is(err, io.EOF) {
			return pieces
		}
		if err != nil {
			return nil // YAML in flow style
		}
		end := start + int(values.InputOffset())
		pieces = append(pieces, piece{end - len(value), end, true})
	}
}

// isBlank reports whether a piece has nothing but markers, comments and space. When in doubt it is false, and the parser decides: YAML has
// other line breaks, and forbids some characters in comments too.
func isBlank(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		content := strings.TrimLeft(line, " ")
		if content != "" && line != "---" && content[0] != '#' || strings.ContainsFunc(line, func(c rune) bool { return !scalar.Printable(c) }) {
			return false
		}
	}
	return true
}
