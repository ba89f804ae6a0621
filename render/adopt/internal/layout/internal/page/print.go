package page

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// maxLine is how long a line with a list or map can be. In a text that would have too many lines it can be as long as
// its authors write lines, between minWide and maxWide.
const (
	maxLine = 100
	minWide = 120
	maxWide = 160
)

// Printer writes YAML in block style, with short lists and maps in flow style.
type Printer struct {
	B        *tree.Builder
	Longest  int // line of the authors
	level    Level
	out      []byte
	comments int               // lines of comments
	keys     map[string]string // as they are printed
}

// Print returns a map as YAML, and how many of its lines are comments.
func (p *Printer) Print(v Value, l Level) (text []byte, comments int) {
	p.level, p.out, p.comments = l, nil, 0
	p.fields(v.Fields, 0)
	return p.out, p.comments
}

// Level is how much is put on one line.
type Level uint8

const (
	Easy   Level = iota // what is easy to read there
	full                // what there is room for
	wide                // what there is room for in longer lines
	Quoted              // short texts of several lines too
)

func (p *Printer) isTight() bool { return p.level > Easy }

func (p *Printer) maxLine() int {
	if p.level >= wide {
		return min(max(p.Longest, minWide), maxWide)
	}
	return maxLine
}

// notes writes comments of their own lines. The first line is padded already, and so is the line behind them.
func (p *Printer) notes(comments []string, indent int) {
	for _, c := range comments {
		p.out = append(append(p.out, c...), '\n')
		p.pad(indent)
		p.comments++
	}
}

// below writes comments of their own lines, behind a line.
func (p *Printer) below(comments []string, indent int) {
	for _, c := range comments {
		p.pad(indent)
		p.out = append(append(p.out, c...), '\n')
		p.comments++
	}
}

func (p *Printer) pad(indent int) { p.out = append(p.out, strings.Repeat(" ", indent)...) }

// fields writes a map. Its first line is padded already.
func (p *Printer) fields(fields []Field, indent int) {
	for i, f := range fields {
		if i > 0 {
			p.pad(indent)
		}
		p.field(f, indent)
	}
}

func (p *Printer) field(f Field, indent int) {
	key, c := p.key(f.Key), f.Value.Comments
	flow, short := p.short(f.Value, indent+utf8.RuneCountInString(key)+2)
	isWords := f.Value.Style == Words && !short
	switch {
	case isWords:
		c = c.AboveOnly()
	case !short && f.Value.isLeaf():
		text, hasBehind := p.leaf(f.Value.node(p.B), indent+2, c.Behind)
		if flow, short = text, true; !hasBehind {
			c = c.AboveOnly()
		}
		c.Behind = ""
	}
	behind := ""
	if c.Behind != "" {
		behind = " " + c.Behind
	}
	p.notes(c.Above, indent)
	switch {
	case short:
		p.out = fmt.Appendf(p.out, "%s: %s%s\n", key, flow, behind)
	case isWords:
		p.out = append(append(p.out, key...), ": ["...)
		parts, _ := p.parts(f.Value)
		p.words(parts, indent+len(key)+3, indent+2)
		p.out = append(p.out, "]\n"...)
	case f.Value.Kind == tree.Map:
		p.out = fmt.Appendf(p.out, "%s:%s\n", key, behind)
		p.pad(indent + 2)
		p.fields(f.Value.Fields, indent+2)
	default:
		p.out = fmt.Appendf(p.out, "%s:%s\n", key, behind)
		p.pad(indent)
		p.items(f.Value.Items, indent)
	}
	p.below(c.Below, indent)
}

// words writes the parts of a list or map in flow style, from a column on, and further lines from an indentation on.
func (p *Printer) words(parts []string, column, indent int) {
	for i, text := range parts {
		switch length := utf8.RuneCountInString(text) + len(", "); {
		case i == 0:
			column += length
		case column+length > p.maxLine():
			p.out = append(p.out, ",\n"...)
			p.pad(indent)
			column = indent + length
		default:
			p.out = append(p.out, ", "...)
			column += length
		}
		p.out = append(p.out, text...)
	}
}

// flowLines writes an item that is a map in flow style over several lines. It is false where that is not asked for, and
// where it is not possible.
func (p *Printer) flowLines(item Value, indent int) bool {
	if p.level < wide || item.Kind != tree.Map || item.isLeaf() || item.hasComments() || !item.Comments.isEmpty() {
		return false
	}
	parts, ok := p.parts(item)
	if ok {
		p.out = append(p.out, "- {"...)
		p.words(parts, indent+3, indent+2)
		p.out = append(p.out, "}\n"...)
	}
	return ok
}

// items writes a list. Items with the same keys look alike: when one of them does not fit on a line, none is on one.
func (p *Printer) items(items []Value, indent int) {
	flows, long := make([]string, len(items)), map[string]bool{}
	for i, item := range items {
		flow, short := p.short(item, indent+2)
		if flows[i] = flow; !short {
			long[item.shape()] = true
		}
	}
	for i, item := range items {
		if i > 0 {
			p.pad(indent)
		}
		if flow := flows[i]; !long[item.shape()] {
			p.line("- "+flow, item.Comments, indent)
			continue
		}
		if !p.flowLines(item, indent) {
			p.item(item, indent)
		}
	}
}

// line writes a line with the comments about it.
func (p *Printer) line(text string, c Comments, indent int) {
	p.notes(c.Above, indent)
	if c.Behind != "" {
		text += " " + c.Behind
	}
	p.out = append(append(p.out, text...), '\n')
	p.below(c.Below, indent)
}

// item writes an item that takes several lines, or none but a scalar.
func (p *Printer) item(item Value, indent int) {
	c := item.Comments
	switch {
	case item.Kind == tree.Map && !item.isLeaf():
		fields := slices.Clone(item.Fields)
		first := &fields[0].Value.Comments // a dash and a key share the line
		c = c.AboveOnly().And(Comments{Above: first.Above})
		first.Above = nil
		p.notes(c.Above, indent)
		p.out = append(p.out, "- "...)
		p.fields(fields, indent+2)
		p.below(c.Below, indent)
	case item.isLeaf():
		text, hasBehind := p.leaf(item.node(p.B), indent+2, c.Behind)
		if !hasBehind {
			c = c.AboveOnly()
		}
		c.Behind = ""
		p.line("- "+text, c, indent)
	default:
		c = c.AboveOnly()
		p.notes(c.Above, indent)
		p.out = append(p.out, "- "...)
		p.items(item.Items, indent+2)
		p.below(c.Below, indent)
	}
}

// short returns a list or map in flow style, where it is easy to read on a line from a column on.
func (p *Printer) short(v Value, column int) (string, bool) {
	if v.isLeaf() || p.level == Easy && !v.isSimple() || v.hasComments() {
		return "", false
	}
	flow, ok := p.flow(v)
	return flow, ok && column+utf8.RuneCountInString(flow) <= p.maxLine()
}

// isSimple reports whether a reader takes in a list or map on one line.
func (v Value) isSimple() bool {
	scalars, depth := v.Size()
	switch v.Style {
	case ManyLines:
		return false
	case OneLine, Words:
		return true
	case Dense:
		return scalars <= 6 && depth <= 4
	}
	return depth <= 2 && scalars <= 6 || depth == 3 && scalars <= 2 || scalars == 1 && depth == 4
}

// flow returns a value in flow style. It is false where that is not possible.
func (p *Printer) flow(v Value) (string, bool) {
	if v.isLeaf() {
		return p.scalar(v.node(p.B))
	}
	parts, ok := p.parts(v)
	if v.Kind == tree.Map {
		return "{" + strings.Join(parts, ", ") + "}", ok
	}
	return "[" + strings.Join(parts, ", ") + "]", ok
}

// parts returns the fields or items of a value in flow style.
func (p *Printer) parts(v Value) (parts []string, ok bool) {
	for _, f := range v.Fields {
		key := p.key(f.Key)
		below, possible := p.flow(f.Value)
		if !possible || !isFlowKey(key) {
			return nil, false
		}
		parts = append(parts, key+": "+below)
	}
	for _, item := range v.Items {
		below, possible := p.flow(item)
		if !possible {
			return nil, false
		}
		parts = append(parts, below)
	}
	return parts, true
}
