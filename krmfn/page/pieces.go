package page

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
)

// pieceSize is how long a text is that is kept once for all objects that have it. Shorter ones are left to gzip.
const pieceSize = 4 << 10

// pieces are long texts that several objects can have, for example the dependencies of a wave: with 1,000 clusters, these are most of each
// object. The blocks pieces-N have them as lists, and the block pieces has the first number of each list.
type pieces struct {
	w      *writer
	known  map[[sha256.Size]byte]int // the number of each text
	firsts []int
	block  []string // not yet written
	size   int
}

// add returns the number of a text.
func (p *pieces) add(text string) int {
	sum := sha256.Sum256([]byte(text))
	number, found := p.known[sum]
	if found {
		return number
	}
	number = len(p.known)
	p.known[sum] = number
	if len(p.block) == 0 {
		p.firsts = append(p.firsts, number)
	}
	p.block, p.size = append(p.block, text), p.size+len(text)
	if p.size > blockSize {
		p.flush()
	}
	return number
}

func (p *pieces) flush() {
	if len(p.block) > 0 {
		p.w.json(fmt.Sprintf("pieces-%d", len(p.firsts)-1), p.block)
		p.block, p.size = nil, 0
	}
}

// finish writes what is left.
func (p *pieces) finish() {
	p.flush()
	p.w.json("pieces", append([]int{}, p.firsts...))
}

// packed is view.Details with the numbers of its long texts.
type packed struct {
	Object int `json:"object"`
	// YAML is a list of texts and of numbers of pieces.
	YAML   []any        `json:"yaml"`
	Leaves []packedLeaf `json:"leaves"`
}

// packedLeaf is a leaf, with the numbers of pieces whose texts are its value and that of what set it as JSON.
type packedLeaf struct {
	view.Leaf
	Piece    *int `json:"piece,omitempty"`
	SetPiece *int `json:"setPiece,omitempty"`
}

// pack takes the long texts out of details.
func (p *pieces) pack(d view.Details) packed {
	out := packed{Object: d.Object, YAML: p.cut(d.YAML), Leaves: make([]packedLeaf, 0, len(d.Leaves))}
	for _, leaf := range d.Leaves {
		l := packedLeaf{Leaf: leaf}
		l.Piece = p.take(&l.Value.Value)
		if leaf.Set != nil {
			set := *leaf.Set
			if l.SetPiece = p.take(&set.Value); l.SetPiece != nil {
				set.Value = json.RawMessage("null")
			}
			l.Set = &set
		}
		out.Leaves = append(out.Leaves, l)
	}
	return out
}

// take takes a long value away and returns its number; nil for a short one.
func (p *pieces) take(value *json.RawMessage) *int {
	if len(*value) < pieceSize {
		return nil
	}
	number := p.add(string(*value))
	*value = nil
	return &number
}

// cut returns the parts of an object's YAML: the long fields of its spec as numbers, and all that is between them as texts.
func (p *pieces) cut(yaml string) (parts []any) {
	short := 0
	for at := 0; at < len(yaml); {
		end := at + fieldEnd(yaml[at:])
		if end-at >= pieceSize {
			if short < at {
				parts = append(parts, yaml[short:at])
			}
			parts, short = append(parts, p.add(yaml[at:end])), end
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
