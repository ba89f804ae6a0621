package record

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is the text of one file. The documents of a file share it.
type Source struct {
	File, Text string

	findLines  sync.Once
	lines      []uint32 // offset of each line's first byte
	countRunes sync.Once
	runes      []uint32 // number of characters before each block of the text: a file may be one long line
}

// block is up to how many bytes are counted for a position.
const block = 1024

// Position returns the line and the column of an offset. Both count from one, the column in characters; byte order marks do not count.
// Lines are found when a position is asked for the first time.
func (s *Source) Position(offset uint32) (line, column int) {
	s.findLines.Do(func() { s.lines = lineStarts(s.Text) })
	line, found := slices.BinarySearch(s.lines, offset)
	if !found {
		line-- // the line that began before the offset
	}
	start := uint32(SkipMarks(s.Text, int(s.lines[line])))
	return line + 1, int(s.runesBetween(start, max(offset, start))) + 1
}

// ByteOrderMark is no part of a document. Each file of a stream may have begun with one.
const ByteOrderMark = "\ufeff"

// SkipMarks returns the offset behind the byte order marks at an offset.
func SkipMarks(text string, at int) int {
	for strings.HasPrefix(text[at:], ByteOrderMark) {
		at += len(ByteOrderMark)
	}
	return at
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

// countRunes counts where characters begin: a text may be cut within one.
func countRunes(text string) (count uint32) {
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
