// Package reader turns a text into the records of its documents.
//
// The text is split into documents. There are two ways to read one, and both make the same records and problems,
// which tests compare:
//
//  1. A parser of our own reads the YAML that people write, ten times as fast as the library. It gives up a document
//     at anything else.
//  2. What it gives up, go.yaml.in/yaml/v3 parses, and a converter turns its nodes into records. The library knows
//     all of YAML and decides what an error is, so that every error has the same words whoever looks for it.
package reader

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

const maxSource = 1 << 30

// Read reads a stream of YAML or JSON. It returns the documents that have content and can be read; a problem in one
// document does not keep the others from being read.
func Read(file string, data []byte) (*record.Source, []*record.Document, []record.Problem) {
	r := reader{source: &record.Source{File: file}}
	for _, p := range r.pieces(data) {
		r.read(p)
	}
	return r.source, r.documents, r.problems
}

// Pieces returns where the documents of a stream lie, with those that are empty. It has none if Read reads nothing.
func Pieces(data []byte) []Piece { return (&reader{source: &record.Source{}}).pieces(data) }

type reader struct {
	source    *record.Source
	parser    parser
	documents []*record.Document
	problems  []record.Problem
}

// pieces makes the data the text of the source, cut into documents. There are none if it is no text to read.
func (r *reader) pieces(data []byte) []Piece {
	switch {
	case len(data) > maxSource:
		r.problems = []record.Problem{{Rule: record.TooLarge, Detail: "the file is larger than 1 GiB"}}
		return nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		r.problems = []record.Problem{{Rule: record.Syntax, Detail: "the text is UTF-16; save it as UTF-8"}}
		return nil
	}
	r.source.Text = string(data)
	return split(r.source.Text, data)
}

func (r *reader) read(p Piece) {
	switch text := r.source.Text[p.Start:p.End]; {
	case isBlank(text):
	case r.parser.parse(r.source, p):
		r.add(r.parser.Doc, r.parser.Problems)
	default:
		r.readWithLibrary(text, p)
	}
}

func (r *reader) readWithLibrary(text string, p Piece) {
	index := newLineIndex(text, p.Start)
	documents, err := nodesOf(text)
	for _, n := range documents {
		c := converter{source: r.source.Text, piece: p, index: index, nodes: map[*yaml.Node]int32{}}
		c.Start(r.source, p.Start, p.End)
		c.Doc.Root = c.value(n, 0)
		r.add(c.Doc, c.Problems)
	}
	if err != nil {
		r.problems = append(r.problems, syntaxProblem(index, err))
	}
}

func (r *reader) add(doc *record.Document, problems []record.Problem) {
	r.problems = append(r.problems, problems...)
	if doc.Records[doc.Root].Kind != scalar.Null {
		r.documents = append(r.documents, doc)
	}
}

func nodesOf(text string) (found []*yaml.Node, err error) {
	for decoder := yaml.NewDecoder(yielding{strings.NewReader(text)}); ; {
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

// yielding pauses its goroutine at each read, which are of 512 bytes. The library calls itself for each level of
// nesting, 10,000 at most. A pause takes the calls off the stack of WebAssembly, which cannot grow.
type yielding struct{ io.Reader }

func (y yielding) Read(p []byte) (int, error) {
	runtime.Gosched()
	return y.Reader.Read(p)
}
