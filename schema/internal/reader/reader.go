// Package reader turns a text into the records of its documents.
//
// The text is split into documents, which go.yaml.in/yaml/v3 parses and a converter turns into records. The parser's nodes take twenty times the
// bytes of their text, so a long document is parsed in batches, and small documents are parsed together. A text that cannot be cut, or in
// which anything is wrong, is parsed as a whole: the result is always that of the whole.
package reader

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
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
	n := 0
	for len(pieces) > 1 && n < len(pieces) && pieces[n].end-pieces[0].start <= r.batchSize && (n == 0 || pieces[n].start == pieces[n-1].end) {
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
	if len(r.problems) == 0 {
		r.problems = c.problems // which may be many
	} else {
		r.problems = append(r.problems, c.problems...)
	}
	if c.doc.Records[c.doc.Root].Kind != scalar.Null {
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

// lineIndex turns the lines and columns of the parser into offsets of the source. It remembers its last answer: the parser's nodes come
// nearly in order, and a JSON document is one long line.
type lineIndex struct {
	text      string // as the parser reads it
	start     int    // offset of the text in the source
	bytewise  bool   // each character is one byte
	lines     []int  // where each line begins in the text
	cuts      []cut  // where the text is shorter than the source
	rewritten bool   // some escapes differ from those of the source

	line, column, at int // the last answer
}

// cut is an offset of the text, and how many bytes of the source are missing up to there.
type cut struct{ at, missing int }

// newLineIndex finds the lines of a text as the parser counts them, by YAML 1.1.
func newLineIndex(text string, start int, cuts ...cut) *lineIndex {
	missing := 0
	for i := range cuts {
		missing += cuts[i].missing
		cuts[i].missing = missing
	}
	x := &lineIndex{text: text, start: start, bytewise: utf8.RuneCountInString(text) == len(text), cuts: cuts}
	x.lines = make([]int, 1, strings.Count(text, "\n")+1)
	if hasOtherBreaks(text) {
		for _, end := range lineBreak().FindAllStringIndex(text, -1) {
			x.lines = append(x.lines, end[1])
		}
		return x
	}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return x
		}
		at += i + 1
		x.lines = append(x.lines, at)
	}
}

// lineBreak matches what YAML 1.1 takes for the end of a line.
var lineBreak = pattern(`\r\n?|[\n\x{85}\x{2028}\x{2029}]`)

// pattern compiles a regular expression when it is used for the first time.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// hasOtherBreaks reports whether a line of the text ends in anything else than a line feed: a carriage return alone, or a break that only
// YAML 1.1 has.
func hasOtherBreaks(text string) bool {
	return strings.Contains(text, "\u0085") || strings.Contains(text, "\u2028") || strings.Contains(text, "\u2029") ||
		strings.Count(text, "\r") > strings.Count(text, "\r\n")
}

// offset returns the offset in the source of a line and a column. Both count from one, the column in characters.
func (x *lineIndex) offset(line, column int) uint32 {
	switch {
	case line < 1 || line > len(x.lines):
		return x.inSource(len(x.text))
	case x.bytewise:
		return x.inSource(min(x.lines[line-1]+column-1, len(x.text)))
	case line != x.line:
		x.line, x.column, x.at = line, 1, x.lines[line-1]
	}
	for x.column < column && x.at < len(x.text) {
		_, size := utf8.DecodeRuneInString(x.text[x.at:])
		x.at += size
		x.column++
	}
	for x.column > column && x.at > 0 {
		_, size := utf8.DecodeLastRuneInString(x.text[:x.at])
		x.at -= size
		x.column--
	}
	return x.inSource(x.at)
}

// inSource turns an offset of the text into one of the source.
func (x *lineIndex) inSource(at int) uint32 {
	if before := sort.Search(len(x.cuts), func(i int) bool { return x.cuts[i].at >= at }); before > 0 {
		at += x.cuts[before-1].missing
	}
	return uint32(x.start + at)
}

// lineAt returns the text of a line, without its line break.
func (x *lineIndex) lineAt(number int) string {
	text, _, _ := strings.Cut(x.text[x.lines[number-1]:], "\n")
	return strings.TrimSuffix(text, "\r")
}

// above returns the number of the last line above one that is not empty; the line's own number when there is none.
func (x *lineIndex) above(number int) int {
	for above := number - 1; above > 0; above-- {
		if strings.TrimSpace(x.lineAt(above)) != "" {
			return above
		}
	}
	return number
}
