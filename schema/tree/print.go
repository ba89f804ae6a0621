package tree

import (
	"math"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// AppendYAML appends the value as one block-style YAML document that ends in a line break, and returns the longer
// slice. It appends nothing for an absent value. The text is what sigs.k8s.io/yaml prints for an equal value, with
// these exceptions:
//
//  1. A number keeps its Text: 1.10 is printed as 1.10.
//  2. A field whose value is null is left out, unless its map is a [Builder.Verbatim] value or below one. The nulls
//     of a list are printed.
//  3. A setter comment is printed behind its scalar, or behind the header of a block.
//  4. The key << is quoted, and line and paragraph separators are escaped, because not every reader would return them.
//
// Bytes that are no UTF-8 become U+FFFD, as in encoding/json.
func AppendYAML(dst []byte, n Node) []byte {
	return appendDocument(yamlPrinter{out: dst, line: len(dst)}, n)
}

// AppendContent is AppendYAML without setter comments, for digests: clients that drop comments must get the same ones.
func AppendContent(dst []byte, n Node) []byte {
	return appendDocument(yamlPrinter{out: dst, line: len(dst), content: true}, n)
}

func appendDocument(p yamlPrinter, n Node) []byte {
	if n.Exists() {
		p.value(n, 0, n.KeepsNulls(), false)
	}
	return p.out
}

// yamlPrinter writes block style: maps and scalars two columns further in than their parent, lists right below their
// key. The methods write at the end of out.
type yamlPrinter struct {
	out      []byte
	line     int      // where in out the current line begins
	compiled *Printer // notes the holes; nil when nothing is compiled
	content  bool     // setter comments are left out
}

// value writes what follows the colon of a key, which begins at column indent, or else a marker (`- `, `? `, `: `, or
// the beginning of the document), which ends there.
func (p *yamlPrinter) value(n Node, indent int, keep, afterKey bool) {
	v := n.value()
	if p.compiled != nil && p.gap(v, indent, keep, afterKey) {
		return
	}
	r, below, first := v.record(), indent, Node{}
	if afterKey {
		below += 2
	}
	if Kind(r.Kind) == Map {
		first = present(v.First(), keep)
	}
	switch {
	case first.Exists():
		p.breakBelow(afterKey, below)
		p.fields(first, below, keep)
	case Kind(r.Kind) == List && r.First() != 0:
		p.breakBelow(afterKey, indent)
		p.items(v, indent, keep)
	default:
		if afterKey {
			p.out = append(p.out, ' ')
		}
		p.leaf(v, max(below, 2))
		p.newline()
	}
}

func (p *yamlPrinter) breakBelow(afterKey bool, indent int) {
	if afterKey {
		p.lineBreak()
		p.pad(indent)
	}
}

func present(n Node, keep bool) Node {
	for !keep && n.Kind() == Null {
		n = n.Next()
	}
	return n
}

func (p *yamlPrinter) fields(n Node, indent int, keep bool) {
	for {
		below := keep || n.KeepsNulls()
		if p.key(n.Key(), indent) {
			p.value(n, indent, below, true)
		} else {
			p.value(n, indent+2, below, false)
		}
		if n = present(n.Next(), keep); !n.Exists() {
			return
		}
		p.pad(indent)
	}
}

// key writes a key with its colon. A long one is behind a question mark, its value on the next line: then it is false.
func (p *yamlPrinter) key(key string, indent int) (simple bool) {
	if len(key) <= maxSimpleKey && scalar.PlainSafe(key) {
		p.out = append(append(p.out, key...), ':')
		return true
	}
	how := scalar.PresentationOf(key)
	if how.InvalidUTF8 {
		key = toValidUTF8(key)
	}
	if key == "<<" {
		how.Style = scalar.DoubleQuoted
	}
	if len(key) <= maxSimpleKey && !how.HasBreaks {
		p.styled(key, how.Style, indent, unlimited)
		p.out = append(p.out, ':')
		return true
	}
	p.out = append(p.out, "? "...)
	p.text(key, how, indent+2, "")
	p.newline()
	p.pad(indent)
	p.out = append(p.out, ": "...)
	return false
}

// maxSimpleKey is the length in bytes up to which a key is written before its colon.
const maxSimpleKey = 128

func (p *yamlPrinter) items(list Node, indent int, keep bool) {
	if list.record().Flags&record.IsPrinted != 0 {
		if printed := list.tree.beside.printed[list.at]; printed.column == indent {
			p.out = append(p.out, printed.yaml...)
			p.line = len(p.out)
			return
		}
	}
	for n := list.First(); ; {
		p.out = append(p.out, "- "...)
		p.value(n, indent+2, keep || n.KeepsNulls(), false)
		if n = n.Next(); !n.Exists() {
			return
		}
		p.pad(indent)
	}
}

// leaf writes a scalar, or a list or map that has nothing to print. Lines after its first one begin at column indent.
func (p *yamlPrinter) leaf(v Node, indent int) {
	switch Kind(v.record().Kind) {
	case Null:
		p.out = append(p.out, "null"...)
	case List:
		p.out = append(p.out, "[]"...)
		return
	case Map:
		p.out = append(p.out, "{}"...)
		return
	case String:
		text := v.Text()
		p.text(text, scalar.PresentationOf(text), indent, p.setter(v))
		return
	case Number:
		p.out = append(p.out, scalar.YAMLNumber(v.Text())...)
	default:
		p.out = append(p.out, v.Text()...)
	}
	p.comment(p.setter(v))
}

// text writes a string. Lines after its first one begin at column indent.
func (p *yamlPrinter) text(s string, how scalar.Presentation, indent int, setter string) {
	if how.InvalidUTF8 {
		s = toValidUTF8(s)
	}
	if how.Style == scalar.Literal {
		p.block(s, indent, setter)
		return
	}
	width, limit := len(s), maxLine
	if how.Style != scalar.Plain {
		width = 1 + 4*width // an escape of each byte
	}
	if len(p.out)-p.line+width <= maxLine || strings.IndexByte(s, ' ') < 0 {
		limit = unlimited
	}
	p.styled(s, how.Style, indent, limit)
	p.comment(setter)
}

// maxLine is the column behind which a line is broken at the next space, and unlimited breaks none.
const (
	maxLine   = 80
	unlimited = math.MaxInt
)

// styled writes a string that is no block, and breaks lines that are longer than a limit.
func (p *yamlPrinter) styled(s string, style scalar.Style, indent, limit int) {
	switch {
	case style == scalar.DoubleQuoted:
		p.escaped(s, indent, limit)
	case style == scalar.Plain && limit == unlimited:
		p.out = append(p.out, s...)
	default:
		p.fold(s, indent, limit, style == scalar.SingleQuoted)
	}
}

func (p *yamlPrinter) setter(v Node) string {
	if p.content {
		return ""
	}
	return v.Setter()
}

func (p *yamlPrinter) comment(setter string) {
	if setter != "" {
		p.out = append(append(p.out, ' '), setter...)
	}
}

func (p *yamlPrinter) newline() {
	if len(p.out) > p.line {
		p.lineBreak()
	}
}

func (p *yamlPrinter) lineBreak() {
	p.out = append(p.out, '\n')
	p.line = len(p.out)
}

func (p *yamlPrinter) pad(indent int) { p.out = append(p.out, strings.Repeat(" ", indent)...) }

// Printer prints one value many times, with other values in its holes, and copies the text around these.
type Printer struct {
	template Node
	holes    map[Node]int
	text     []byte // of the template, without its holes
	gaps     []gap
	content  bool // as AppendContent prints
}

// gap is where in the text of a Printer the value of a hole belongs.
type gap struct {
	at, column int // offset in the text, and in its line
	indent     int
	hole       int
	afterKey   bool // the value follows the colon of a key; otherwise it follows a marker, or begins the document
	keepNulls  bool
}

// Compile prints the template and notes where its holes are. The holes are nodes below the template (or the template
// itself), by their Value, each with the index of its value. No hole is null in the template. Where only content
// counts, setter comments are left out, as AppendContent does.
func Compile(template Node, holes map[Node]int, content bool) *Printer {
	compiled := &Printer{template: template, holes: holes, content: content}
	compiled.text = appendDocument(yamlPrinter{compiled: compiled, content: content}, template)
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
			return appendDocument(yamlPrinter{out: dst[:start], line: start, content: p.content},
				NewBuilder().Fill(p.template, p.holes, values))
		}
		dst = append(dst, p.text[done:g.at]...)
		y := yamlPrinter{out: dst, line: len(dst) - g.column, content: p.content}
		y.value(value, g.indent, g.keepNulls || value.KeepsNulls(), g.afterKey)
		dst, done = y.out, g.at
	}
	return append(dst, p.text[done:]...)
}

// gap notes where the value of the hole n, its own Value, belongs. It is false for a node that is no hole.
func (p *yamlPrinter) gap(n Node, indent int, keep, afterKey bool) bool {
	hole, ok := p.compiled.holes[n]
	if !ok {
		return false
	}
	p.compiled.gaps = append(p.compiled.gaps, gap{at: len(p.out), column: len(p.out) - p.line, indent: indent, hole: hole,
		afterKey: afterKey, keepNulls: keep})
	p.line = len(p.out) // the value ends the line
	return true
}
