package tree

import (
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Printer prints one value many times, each time with other values in its holes. Printing copies the text around the holes.
type Printer struct {
	template Node
	holes    map[Node]int
	text     []byte // of the template, without its holes
	gaps     []gap
}

// gap is where in the text of a Printer the value of a hole belongs.
type gap struct {
	at, column int // offset in the text, and in its line
	indent     int
	hole       int
	afterKey   bool // the value follows the colon of a key; otherwise it follows a marker, or begins the document
	keepNulls  bool
}

// Compile prints the template and notes where its holes are. The holes are nodes below the template (or the template itself), by
// their Value, each with the index of its value. No hole is null in the template.
func Compile(template Node, holes map[Node]int) *Printer {
	compiled := &Printer{template: template, holes: holes}
	if template.Exists() {
		p := yamlPrinter{compiled: compiled}
		p.value(template, 0, template.keepsNulls())
		compiled.text = p.out
	}
	return compiled
}

// AppendYAML appends what the function AppendYAML prints of the template with values[i] in the place of each hole i, as
// [Builder.Fill] puts them there, and returns the longer slice.
func (p *Printer) AppendYAML(dst []byte, values []Node) []byte {
	start, done := len(dst), 0
	for i := range p.gaps {
		g := &p.gaps[i]
		value := values[g.hole]
		if value.Kind() <= Null { // a field or an item may be left out
			return AppendYAML(dst[:start], NewBuilder().Fill(p.template, p.holes, values))
		}
		dst = append(dst, p.text[done:g.at]...)
		dst = g.append(dst, value)
		done = g.at
	}
	return append(dst, p.text[done:]...)
}

func (g *gap) append(dst []byte, value Node) []byte {
	if text := value.plainText(); text != "" {
		if g.afterKey {
			dst = append(dst, ' ')
		}
		return append(append(dst, text...), '\n')
	}
	p := yamlPrinter{out: dst, line: len(dst) - g.column}
	if keep := g.keepNulls || value.keepsNulls(); g.afterKey {
		p.field(value, g.indent, keep)
	} else {
		p.value(value, g.indent, keep)
	}
	return p.out
}

// plainText returns the text of a string that is printed as it is, without quotes, line breaks or a comment; empty for all others.
func (n Node) plainText() string {
	n = n.value()
	r := n.record()
	if Kind(r.Kind) != String || r.Flags&(record.NonCanonical|record.HasSetter) != 0 {
		return ""
	}
	if text := n.tree.doc.Written(n.at); text != "" && scalar.PlainSafe(text) {
		return text
	}
	return ""
}

// gap notes where the value of the hole n, which is its own Value, belongs. It reports false for a node that is no hole.
func (p *yamlPrinter) gap(n Node, indent int, keep, afterKey bool) bool {
	hole, ok := p.compiled.holes[n]
	if !ok {
		return false
	}
	p.compiled.gaps = append(p.compiled.gaps, gap{
		at: len(p.out), column: len(p.out) - p.line, indent: indent, hole: hole, afterKey: afterKey, keepNulls: keep,
	})
	p.line = len(p.out) // the value ends the line
	return true
}

// printed is the text of a list, as YAML with its items at a column.
type printed struct {
	column     int
	yaml, json []byte
}

// PrintedList is List for a list that many objects share: it is printed here, and that text is copied wherever the items begin at the
// column. At other columns it is printed like any other list.
func (b *Builder) PrintedList(column int, origin Node, items ...Node) Node {
	list := b.List(origin, items...)
	p := yamlPrinter{}
	p.pad(column) // the column at which long lines are folded counts from the beginning of the line
	if len(items) > 0 {
		p.items(list, column, false)
	}
	if b.tree.printed == nil {
		b.tree.printed = map[int32]printed{}
	}
	b.tree.printed[list.at] = printed{column, p.out[column:], AppendJSON(nil, list)}
	list.record().Flags |= record.IsPrinted
	return list
}

// copyPrinted writes a printed list if its text is for the column.
func (p *yamlPrinter) copyPrinted(list Node, column int) bool {
	if list.record().Flags&record.IsPrinted == 0 || list.tree.printed[list.at].column != column {
		return false
	}
	p.out = append(p.out, list.tree.printed[list.at].yaml...)
	p.line = len(p.out)
	return true
}
