// Package record stores the values of a document compactly: records in one slice, whose keys and scalars are spans of
// the source text.
//
// An [Assembler] makes a [Document] from what a parser finds in a text; package tree hands out its values. There are
// two parsers: one of our own and go.yaml.in/yaml/v3. Both call it in the same order, so that both make the same
// records, problems and texts.
package record

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Document is the values of one document, or of what a builder made.
type Document struct {
	Source  *Source // nil when it was not read
	Records []Record
	Strings []string         // texts that the source spells otherwise
	Setters map[int32]string // setter comments of scalars, by their records
	Root    int32
}

// Record is one value and, inside a map, its key. It has no pointers, so the garbage collector does not scan it.
// Records[0] of a document is unused, so that 0 can mean none.
type Record struct {
	KeyAt, At uint32 // offsets in the source; of a built value, At is defined by the builder
	Key       uint32 // length in the source, from the offset on; with InTable, an index into Document.Strings
	Content   int32  // of a scalar, like Key; of a list or map, the first child; of a link, defined by the builder
	Next      int32  // next sibling
	Kind      scalar.Kind
	Flags     Flags
}

// First returns the first child of a list or map, or 0.
func (r *Record) First() int32 {
	if r.Kind < scalar.List {
		return 0
	}
	return r.Content
}

// Flags are properties of a record.
type Flags uint16

// The flags of a record. InTable and Quoted are the text's, and shifted by OfKey the key's.
const (
	InTable      Flags = 1 << iota // the text is in Document.Strings
	Quoted                         // the text follows a quote
	_                              // InTable of the key
	_                              // Quoted of the key
	NonCanonical                   // the meaning of a plain scalar is not its text: 0123, on, 1_000
	IsLink                         // a built value that stands for a value of another document
	KeepNulls                      // nulls below the value are values; elsewhere they mean absent fields
	HasSetter                      // the scalar is in Document.Setters
	IsPrinted                      // a list whose text is stored beside the tree

	OfKey = 2
)

// New returns a document without values, with room for some records.
func New(source *Source, records int) Document {
	return Document{Source: source, Records: make([]Record, 1, records+1)}
}

// Add appends a record and returns its index.
func (d *Document) Add(r Record) int32 {
	d.Records = append(d.Records, r)
	return int32(len(d.Records) - 1)
}

// AddString stores a text that the source does not spell so, and returns its index.
func (d *Document) AddString(text string) uint32 {
	d.Strings = append(d.Strings, text)
	return uint32(len(d.Strings) - 1)
}

// SetSetter stores the setter comment of a scalar.
func (d *Document) SetSetter(at int32, comment string) {
	if d.Setters == nil {
		d.Setters = map[int32]string{}
	}
	d.Setters[at] = comment
	d.Records[at].Flags |= HasSetter
}

// Key returns the key of a record as kubectl reads it; empty outside of maps.
func (d *Document) Key(at int32) string {
	r := &d.Records[at]
	return d.text(r.KeyAt, r.Key, r.Flags>>OfKey)
}

// Written returns a scalar as the author wrote it, without quotes; empty for a list or map.
func (d *Document) Written(at int32) string {
	r := &d.Records[at]
	if r.Kind < scalar.Null || r.Kind > scalar.String {
		return ""
	}
	return d.text(r.At, uint32(r.Content), r.Flags)
}

// QuotedAt returns the quoted scalar that a text begins with; empty without one that ends in its line.
func QuotedAt(text string) string {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		return ""
	}
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch {
		case text[i] == '\\' && text[0] == '"', strings.HasPrefix(text[i:], "''") && text[0] == '\'':
			i++
		case text[i] == text[0]:
			return text[:i+1]
		}
	}
	return ""
}

func (d *Document) text(at, n uint32, how Flags) string {
	switch {
	case how&InTable != 0:
		return d.Strings[n]
	case n == 0:
		return ""
	case how&Quoted != 0:
		at++
	}
	return d.Source.Text[at : at+n]
}

// Source is the text of one file. The documents of a file share it.
type Source struct {
	File, Text string
	// Unplaced says that nobody has seen the text, so that its places mean nothing: Position is zero.
	Unplaced bool

	findLines  sync.Mutex
	lines      []uint32 // offset of each line's first byte, as far as a position was asked for
	countRunes sync.Once
	runes      []uint32 // number of characters before each block of the text: a file may be one long line
}

// block is up to how many bytes are counted for a position.
const block = 1024

// Position returns the line and the column of an offset. Both count from one, the column in characters; byte order
// marks do not count. Lines are found up to the position that is asked for: of a large file, most findings ask for few.
func (s *Source) Position(offset uint32) (line, column int) {
	if s.Unplaced {
		return 0, 0
	}
	line, start := s.lineOf(offset)
	start = uint32(SkipMarks(s.Text, int(start)))
	return line, int(s.runesBetween(start, max(offset, start))) + 1
}

func (s *Source) lineOf(offset uint32) (line int, start uint32) {
	s.findLines.Lock()
	defer s.findLines.Unlock()
	if s.lines == nil {
		s.lines = []uint32{0}
	}
	for last := s.lines[len(s.lines)-1]; last <= offset; {
		length := strings.IndexByte(s.Text[last:], '\n') + 1
		if length == 0 {
			break
		}
		last += uint32(length)
		s.lines = append(s.lines, last)
	}
	line, found := slices.BinarySearch(s.lines, offset)
	if found {
		line++
	}
	return line, s.lines[line-1]
}

// ByteOrderMark is no part of a document. Each file of a stream may have begun with one.
const ByteOrderMark = "\ufeff"

// SkipMarks returns the offset behind the byte order marks at an offset.
func SkipMarks(text string, at int) int {
	return len(text) - len(strings.TrimLeft(text[at:], ByteOrderMark))
}

func (s *Source) runesBetween(start, end uint32) uint32 {
	if end-start <= block {
		return countRunes(s.Text[start:end])
	}
	s.countRunes.Do(func() { s.runes = runesBeforeBlocks(s.Text) })
	return s.runesBefore(end) - s.runesBefore(start)
}

func (s *Source) runesBefore(offset uint32) uint32 {
	return s.runes[offset/block] + countRunes(s.Text[offset/block*block:offset])
}

func runesBeforeBlocks(text string) []uint32 {
	counts := []uint32{0}
	for at := 0; at+block <= len(text); at += block {
		counts = append(counts, counts[len(counts)-1]+countRunes(text[at:at+block]))
	}
	return counts
}

func countRunes(text string) (count uint32) {
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			count++
		}
	}
	return count
}
