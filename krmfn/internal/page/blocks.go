package page

import (
	"bytes"
	"fmt"
	"slices"
)

// blockSize is how much JSON one of several blocks has, about: a browser unpacks one to show an object.
const blockSize = 512 << 10

// blocks writes a long list as several shorter ones, in the blocks name-0, name-1 and so on. The block of the name
// itself has the number of the first item of each.
type blocks struct {
	w      *writer
	name   string
	firsts []int
	open   [][]byte // items that are not written yet
	size   int      // of these
}

// add adds an item as JSON. Each item's number is one more than the number before it.
func (b *blocks) add(number int, item []byte) {
	if len(b.open) == 0 {
		b.firsts = append(b.firsts, number)
	}
	b.open, b.size = append(b.open, item), b.size+len(item)
	if b.size > blockSize {
		b.write()
	}
}

func (b *blocks) write() {
	text := slices.Concat([]byte("["), bytes.Join(b.open, []byte(",")), []byte("]"))
	b.w.block(fmt.Sprintf("%s-%d", b.name, len(b.firsts)-1), text)
	b.open, b.size = nil, 0
}

func (b *blocks) finish() {
	if len(b.open) > 0 {
		b.write()
	}
	b.w.json(b.name, append([]int{}, b.firsts...))
}
