package tree

import (
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Stencil is the YAML of a map with holes. Filling them is how one of many values is printed that differ in little.
type Stencil struct {
	text  []byte
	holes []hole
}

// hole is where in the text of a stencil a value stands behind its key.
type hole struct {
	number             int
	item               bool // behind the marker of an item, and no key
	at, column, indent int  // offsets in the text and in its line, and the column of what is below the key
	keep               bool
}

// Filling is what stands in a hole: a node, or without one a string that stands nowhere.
type Filling struct {
	Node Node
	Text string
}

// Hole returns what stands for a value that a Stencil lacks, by its number. It is for a field of a map, whose key is short and plain,
// and for nothing but NewStencil.
func (b *Builder) Hole(number int) Node {
	b.begin(0)
	r := record.Record{Kind: scalar.String, Flags: record.IsHole}
	r.Text = uint32(number)
	return b.add(r)
}

// NewStencil prints a map with its holes. So are values below it that vary, by their numbers.
func NewStencil(n Node, varying map[Node]int) *Stencil {
	s := &Stencil{}
	p := yamlPrinter{stencil: s, varying: varying}
	p.value(n, 0, n.KeepsNulls())
	s.text = p.out
	return s
}

// AppendYAML appends what AppendYAML of package tree would, had the values stood in the place of the holes when the map was printed.
// Every hole has a value that is not null.
func (s *Stencil) AppendYAML(dst []byte, values []Filling) []byte {
	done := 0
	for i := range s.holes {
		h := &s.holes[i]
		dst = append(dst, s.text[done:h.at]...)
		done = h.at
		value := &values[h.number]
		text, bare := value.text()
		if !bare {
			dst = h.append(dst, value.node())
			continue
		}
		if !h.item {
			dst = append(dst, ' ')
		}
		dst = append(append(dst, text...), '\n')
	}
	return append(dst, s.text[done:]...)
}

// append appends a value and ends its line.
func (h *hole) append(dst []byte, value Node) []byte {
	p := yamlPrinter{out: dst, line: len(dst) - h.column}
	if keep := h.keep || value.KeepsNulls(); h.item {
		p.value(value, h.indent, keep)
	} else {
		p.field(value, h.indent, keep)
	}
	return p.out
}

// text returns a string, and whether it is an everyday one that is all there is to print of the value.
func (f *Filling) text() (text string, bare bool) {
	if !f.Node.Exists() {
		return f.Text, f.Text != "" && scalar.PlainSafe(f.Text)
	}
	n := f.Node.value()
	r := n.record()
	if Kind(r.Kind) != String || r.Flags&(record.NonCanonical|record.HasSetter) != 0 {
		return "", false
	}
	text = n.tree.doc.Written(n.at)
	return text, text != "" && scalar.PlainSafe(text)
}

func (f *Filling) node() Node {
	if !f.Node.Exists() {
		return NewBuilder().String(f.Text, Node{})
	}
	return f.Node
}

// hole notes where a value belongs, behind a key or as an item, if it is a hole of the stencil that is being made.
func (p *yamlPrinter) hole(n Node, indent int, keep, item bool) bool {
	if p.stencil == nil {
		return false
	}
	number, varies := p.varying[n]
	switch {
	case varies:
	case n.record().Flags&record.IsHole != 0:
		number = int(n.record().Text)
	default:
		return false
	}
	p.stencil.holes = append(p.stencil.holes, hole{number, item, len(p.out), len(p.out) - p.line, indent, keep})
	p.line = len(p.out) // the value ends the line
	return true
}
