package layout

import (
	"bytes"
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

// printer writes YAML in block style, with short lists and maps in flow style.
type printer struct {
	out      []byte
	b        *tree.Builder
	level    level
	longest  int               // line of the authors
	comments int               // lines of comments
	keys     map[string]string // as they are printed; empty for those that a colon cannot follow
}

// level is how much is put on one line.
type level uint8

const (
	easy   level = iota // what is easy to read there
	tight               // lists and maps of several levels too
	full                // what there is room for
	wide                // what there is room for in longer lines
	quoted              // short texts of several lines too
)

func (p *printer) isTight() bool { return p.level > easy }

func (p *printer) maxLine() int {
	if p.level >= wide {
		return min(max(p.longest, minWide), maxWide)
	}
	return maxLine
}

// notes writes comments of their own lines. The first line is padded already, and so is the line behind them.
func (p *printer) notes(comments []string, indent int) {
	for _, c := range comments {
		p.out = append(append(p.out, c...), '\n')
		p.pad(indent)
		p.comments++
	}
}

// below writes comments of their own lines, behind a line.
func (p *printer) below(comments []string, indent int) {
	for _, c := range comments {
		p.pad(indent)
		p.out = append(append(p.out, c...), '\n')
		p.comments++
	}
}

func (p *printer) pad(indent int) { p.out = append(p.out, strings.Repeat(" ", indent)...) }

// fields writes a map. Its first line is padded already.
func (p *printer) fields(fields []field, indent int) {
	for i, f := range fields {
		if i > 0 {
			p.pad(indent)
		}
		p.field(f, indent)
	}
}

func (p *printer) field(f field, indent int) {
	key, simple := p.key(f.key)
	c := f.value.comments
	flow, short := p.short(f.value, indent+utf8.RuneCountInString(key)+2)
	isLeaf := simple && !short && f.value.isLeaf() && f.value.style != words
	if isLeaf {
		text, hasBehind := p.leaf(f.value.scalarNode(p), indent+2, c.behind)
		if flow, short = text, true; !hasBehind {
			c = c.aboveOnly()
		}
		c.behind = ""
	}
	switch {
	case !simple:
		c = comments{above: f.value.allComments()}
	case !short && f.value.style == words:
		c = c.aboveOnly()
	}
	behind := ""
	if c.behind != "" {
		behind = " " + c.behind
	}
	p.notes(c.above, indent)
	switch {
	case simple && short:
		p.out = fmt.Appendf(p.out, "%s: %s%s\n", key, flow, behind)
	case simple && f.value.style == words:
		p.out = append(append(p.out, key...), ": ["...)
		parts, _ := p.parts(f.value)
		p.words(parts, indent+len(key)+3, indent+2)
		p.out = append(p.out, "]\n"...)
	case !simple:
		p.library(p.b.Map(tree.Node{}, tree.Field{Key: f.key, Value: p.node(f.value)}), indent)
	case f.value.kind == tree.Map:
		p.out = fmt.Appendf(p.out, "%s:%s\n", key, behind)
		p.pad(indent + 2)
		p.fields(f.value.fields, indent+2)
	default:
		p.out = fmt.Appendf(p.out, "%s:%s\n", key, behind)
		p.pad(indent)
		p.items(f.value.items, indent)
	}
	p.below(c.below, indent)
}

// words writes the parts of a list or map in flow style, from a column on, and further lines from an indentation on.
func (p *printer) words(parts []string, column, indent int) {
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
func (p *printer) flowLines(item value, indent int) bool {
	if p.level < wide || item.kind != tree.Map || item.isLeaf() || item.hasComments() || !item.comments.isEmpty() {
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
func (p *printer) items(items []value, indent int) {
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
			p.line("- "+flow, item.comments, indent)
			continue
		}
		if !p.flowLines(item, indent) {
			p.item(item, indent)
		}
	}
}

// line writes a line with the comments about it.
func (p *printer) line(text string, c comments, indent int) {
	p.notes(c.above, indent)
	if c.behind != "" {
		text += " " + c.behind
	}
	p.out = append(append(p.out, text...), '\n')
	p.below(c.below, indent)
}

// item writes an item that takes several lines, or none but a scalar.
func (p *printer) item(item value, indent int) {
	c := item.comments
	switch {
	case item.kind == tree.Map && !item.isLeaf():
		fields := slices.Clone(item.fields)
		first := &fields[0].value.comments // a dash and a key share the line
		c = c.aboveOnly().and(comments{above: first.above})
		first.above = nil
		p.notes(c.above, indent)
		p.out = append(p.out, "- "...)
		p.fields(fields, indent+2)
		p.below(c.below, indent)
	case item.isLeaf():
		text, hasBehind := p.leaf(item.scalarNode(p), indent+2, c.behind)
		if !hasBehind {
			c = c.aboveOnly()
		}
		c.behind = ""
		p.line("- "+text, c, indent)
	default:
		c = c.aboveOnly()
		p.notes(c.above, indent)
		p.out = append(p.out, "- "...)
		p.items(item.items, indent+2)
		p.below(c.below, indent)
	}
}

// library writes a value as AppendYAML prints it, further in. Its first line is padded already.
func (p *printer) library(n tree.Node, indent int) {
	for i, line := range bytes.SplitAfter(tree.AppendYAML(nil, p.b.Verbatim(n)), []byte("\n")) {
		if i > 0 && len(line) > 1 {
			p.pad(indent)
		}
		p.out = append(p.out, line...)
	}
}

func (p *printer) node(v value) tree.Node {
	switch v.kind {
	case tree.Map:
		field := func(f field) tree.Field { return tree.Field{Key: f.key, Value: p.node(f.value)} }
		return p.b.Map(tree.Node{}, each(v.fields, field)...)
	case tree.List:
		return p.b.List(tree.Node{}, each(v.items, p.node)...)
	}
	return v.scalar
}

// short returns a list or map in flow style, where it is easy to read on a line from a column on.
func (p *printer) short(v value, column int) (string, bool) {
	if v.isLeaf() || !v.isSimple(p.level) || v.hasComments() {
		return "", false
	}
	flow, ok := p.flow(v)
	return flow, ok && column+utf8.RuneCountInString(flow) <= p.maxLine()
}

// isSimple reports whether a reader takes in a list or map on one line.
func (v value) isSimple(l level) bool {
	scalars, depth := v.size()
	switch {
	case l >= full:
		return true
	case l == tight && v.style != lines:
		return scalars <= 8
	}
	switch v.style {
	case lines:
		return false
	case line, words:
		return true
	case dense:
		return scalars <= 6 && depth <= 4
	}
	return depth <= 2 && scalars <= 6 || depth == 3 && scalars <= 2 || scalars == 1 && depth == 4
}

// flow returns a value in flow style. It is false where that is not possible.
func (p *printer) flow(v value) (string, bool) {
	if v.isLeaf() {
		return p.scalar(p.node(v))
	}
	parts, ok := p.parts(v)
	if v.kind == tree.Map {
		return "{" + strings.Join(parts, ", ") + "}", ok
	}
	return "[" + strings.Join(parts, ", ") + "]", ok
}

// parts returns the fields or items of a value in flow style.
func (p *printer) parts(v value) (parts []string, ok bool) {
	for _, f := range v.fields {
		key, ok := p.key(f.key)
		below, possible := p.flow(f.value)
		if !ok || !possible || !isFlowKey(key) {
			return nil, false
		}
		parts = append(parts, key+": "+below)
	}
	for _, item := range v.items {
		below, possible := p.flow(item)
		if !possible {
			return nil, false
		}
		parts = append(parts, below)
	}
	return parts, true
}
