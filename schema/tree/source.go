package tree

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// source is one file's text. Trees of one file share it.
type source struct {
	file string
	text string

	findLines  sync.Once
	lines      []uint32 // offset of each line's first byte
	countRunes sync.Once
	runes      []uint32 // number of characters before each block of text; a file may be one long line
}

// block is how many bytes of text are counted again for each position.
const block = 1024

// Position is a place in a file. Lines and columns count from one; columns count characters. The zero Position is unknown.
type Position struct {
	File         string
	Line, Column int
}

// position is worked out on demand: most nodes are never asked.
func (s *source) position(offset uint32) Position {
	s.findLines.Do(func() { s.lines = lineStarts(s.text) })
	line, found := slices.BinarySearch(s.lines, offset)
	if !found {
		line-- // the line that began before offset
	}
	start := uint32(behindMarks(s.text, int(s.lines[line]))) // nobody sees a byte order mark
	column := s.runesBetween(start, max(offset, start)) + 1
	return Position{File: s.file, Line: line + 1, Column: int(column)}
}

func (s *source) runesBetween(start, end uint32) uint32 {
	if end-start <= block {
		return runeStarts(s.text[start:end])
	}
	s.countRunes.Do(func() { s.runes = runeCounts(s.text) })
	return s.runesBefore(end) - s.runesBefore(start)
}

func (s *source) runesBefore(offset uint32) uint32 {
	start := offset / block * block
	return s.runes[offset/block] + runeStarts(s.text[start:offset])
}

func runeCounts(text string) []uint32 {
	counts := []uint32{0}
	for at := 0; at+block <= len(text); at += block {
		counts = append(counts, counts[len(counts)-1]+runeStarts(text[at:at+block]))
	}
	return counts
}

func runeStarts(text string) (count uint32) {
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			count++
		}
	}
	return count
}

func lineStarts(text string) []uint32 {
	starts := []uint32{0}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, uint32(at))
	}
}

// Position returns where the value begins. A value that was built stands where the value that it was made from stands.
func (n Node) Position() Position {
	n, ok := n.parsed()
	if !ok {
		return Position{}
	}
	return n.tree.source.position(n.record().at)
}

// KeyPosition returns where the value's key begins; of a list item or a document, where the value begins.
func (n Node) KeyPosition() Position {
	n, ok := n.parsed()
	if !ok {
		return Position{}
	}
	if r := n.record(); r.flags&isTwin == 0 && (r.key > 0 || r.keyAt > 0) || r.flags&(elsewhere<<ofKey) != 0 {
		return n.tree.source.position(r.keyAt)
	}
	return n.Position()
}

// parsed follows links and origins to the node of a source; false when there is none.
func (n Node) parsed() (Node, bool) {
	for n.Exists() {
		n = n.value()
		if n.tree.source != nil {
			return n, true
		}
		n = n.tree.links[n.record().at]
	}
	return Node{}, false
}

// Source returns the document that the value was read from, or made from; nil when there is none.
func (n Node) Source() *Tree {
	n, ok := n.parsed()
	if !ok {
		return nil
	}
	return n.tree
}
