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
		p.add(number, text)
	}
	return number
}

// packed is view.Details as texts: the lines of its YAML, and behind them its leaves as JSON. A number from 0 on is
// that of a piece; one below 0 tells how many texts are those of the object before, at the same places. A NUL is for
// the name of the object's cluster, so that the objects of an application are alike.
type packed struct {
	Lines int   `json:"lines"`
	Texts []any `json:"texts"`
}

// packer packs objects one after the other.
type packer struct {
	*pieces
	before []any // the texts of the last object of the same block; nil for none
}

func (p *packer) pack(d view.Details, cluster string) packed {
	var texts []any
	add := func(text string) {
		if text = p.w.secrets.Hide(text); cluster != "" {
			text = strings.ReplaceAll(text, cluster, "\x00")
		}
		texts = append(texts, text)
	}
	for _, part := range p.cut(d.YAML) {
		text, isText := part.(string)
		for line := range strings.Lines(text) {
			add(line)
		}
		if !isText {
			texts = append(texts, part)
		}
	}
	out := packed{Lines: len(texts)}
	for _, leaf := range d.Leaves {
		p.packLeaf(&leaf)
		text, err := json.Marshal(leaf)
		p.w.check(err)
		add(string(text))
	}
	same := 0 // texts in a row
	flush := func() {
		if same > 0 {
			out.Texts, same = append(out.Texts, -same), 0
		}
	}
	for i, text := range texts {
		if i < len(p.before) && text == p.before[i] {
			same++
			continue
		}
		flush()
		out.Texts = append(out.Texts, text)
	}
	flush()
	p.before = texts
	return out
}

// packLeaf leaves out the value that sets a field where its author wrote it as it is.
func (p *pieces) packLeaf(leaf *view.Leaf) {
	leaf.Params, leaf.Covers = p.packSettings(leaf.Params), p.packSettings(leaf.Covers)
	value := leaf.Value.Value
	leaf.Value.Value, leaf.Piece = p.take(value)
	if leaf.Set != nil {
		set := *leaf.Set
		if leaf.Set = &set; bytes.Equal(set.Value, value) {
			set.Value = nil
		}
		set.Value, set.Piece = p.take(set.Value)
	}
}

func (p *pieces) packSettings(from []explained.Setting) []explained.Setting {
	all := slices.Clone(from)
	for i := range all {
		all[i].Value, all[i].Piece = p.take(all[i].Value)
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

// add adds an item. Its number is one more than the number before it.
func (b *blocks) add(number int, item any) {
	text, err := json.Marshal(item)
	b.w.check(err)
	if len(b.open) == 0 {
		b.firsts = append(b.firsts, number)
	}
	b.open, b.size = append(b.open, text), b.size+len(text)
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
