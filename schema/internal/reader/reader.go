package reader

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
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
	if isBlank(text) || r.readInBatches(p) {
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

// convert adds the parsed documents of a piece.
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
