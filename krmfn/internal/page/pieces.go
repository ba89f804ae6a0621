package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
)

// pieceSize is how long a text is that is kept once for all objects that have it. Shorter ones are left to gzip.
const pieceSize = 4 << 10

// pieces are long texts that many objects share: with 1,000 clusters, a wave's dependencies are most of each object.
type pieces struct {
	blocks
	known map[[sha256.Size]byte]int // the number of each text
}

func (p *pieces) number(text string) int {
	sum := sha256.Sum256([]byte(text))
	number, found := p.known[sum]
	if !found {
		number = len(p.known)
		p.known[sum] = number
		item, err := json.Marshal(text)
		p.w.check(err)
		p.add(number, item)
	}
	return number
}

// packed is view.Details with the numbers of its long texts.
type packed struct {
	Object int `json:"object"`
	// YAML is a list of texts and of numbers of pieces.
	YAML   []any        `json:"yaml"`
	Leaves []packedLeaf `json:"leaves"`
}

// packedLeaf is a view.Leaf. Piece is the number of its value, where that is long.
type packedLeaf struct {
	view.Leaf
	Piece  *int            `json:"piece,omitempty"`
	Set    *packedSetting  `json:"set,omitempty"`
	Params []packedSetting `json:"params,omitempty"`
	Covers []packedSetting `json:"covers,omitempty"`
}

// packedSetting is an explained.Setting. Piece is a long value's number. It has neither where its author wrote it.
type packedSetting struct {
	explained.Setting
	Value json.RawMessage `json:"value,omitempty"`
	Piece *int            `json:"piece,omitempty"`
}

// packedDifference is a view.Difference. UsualPiece is the number of the usual value, where that is long.
type packedDifference struct {
	Object int `json:"object"`
	packedLeaf
	Usual      json.RawMessage `json:"usual,omitempty"`
	UsualPiece *int            `json:"usualPiece,omitempty"`
}

func (p *pieces) pack(d view.Details) packed {
	out := packed{Object: d.Object, YAML: p.cut(d.YAML), Leaves: make([]packedLeaf, 0, len(d.Leaves))}
	for _, leaf := range d.Leaves {
		out.Leaves = append(out.Leaves, p.packLeaf(leaf))
	}
	return out
}

func (p *pieces) packDifference(d view.Difference) packedDifference {
	out := packedDifference{Object: d.Object, packedLeaf: p.packLeaf(d.Leaf)}
	out.Usual, out.UsualPiece = p.take(json.RawMessage(d.Usual))
	return out
}

func (p *pieces) packLeaf(leaf view.Leaf) packedLeaf {
	out := packedLeaf{Leaf: leaf, Params: p.packSettings(leaf.Params), Covers: p.packSettings(leaf.Covers)}
	out.Value.Value, out.Piece = p.take(leaf.Value.Value)
	if leaf.Set != nil {
		out.Set = &packedSetting{Setting: *leaf.Set}
		if !bytes.Equal(leaf.Set.Value, leaf.Value.Value) {
			out.Set.Value, out.Set.Piece = p.take(leaf.Set.Value)
		}
	}
	return out
}

func (p *pieces) packSettings(from []explained.Setting) (all []packedSetting) {
	for _, s := range from {
		out := packedSetting{Setting: s}
		out.Value, out.Piece = p.take(s.Value)
		all = append(all, out)
	}
	return all
}

// take returns a short value itself, and of a long one the number.
func (p *pieces) take(value json.RawMessage) (json.RawMessage, *int) {
	if len(value) < pieceSize {
		return value, nil
	}
	number := p.number(string(value))
	return nil, &number
}

// cut returns the parts of an object's YAML: long fields of its spec as numbers, and all between them as texts.
func (p *pieces) cut(yaml string) (parts []any) {
	short := 0
	for at := 0; at < len(yaml); {
		end := at + fieldEnd(yaml[at:])
		if end-at >= pieceSize {
			if short < at {
				parts = append(parts, yaml[short:at])
			}
			parts, short = append(parts, p.number(yaml[at:end])), end
		}
		at = end
	}
	if short < len(yaml) {
		parts = append(parts, yaml[short:])
	}
	return parts
}

// fieldEnd returns where the next field of the second level, or of the first, begins behind the first line of a text.
func fieldEnd(yaml string) int {
	for at := 0; ; {
		line := strings.IndexByte(yaml[at:], '\n')
		if line < 0 {
			return len(yaml)
		}
		at += line + 1
		indent := len(yaml[at:]) - len(strings.TrimLeft(yaml[at:], " "))
		if rest := yaml[at+indent:]; indent <= 2 && rest != "" && rest[0] != '\n' && rest[0] != '-' {
			return at
		}
	}
}

// blockSize is how much JSON one of several blocks has, about: a browser unpacks one to show an object.
const blockSize = 512 << 10

// blocks writes a long list in the blocks name-0, name-1 and so on. The block name has the number of each one's first.
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
