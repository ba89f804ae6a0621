package layout

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// maxLine is how long a line with a list or map can be.
const maxLine = 100

// printer writes YAML in block style, with short lists and maps in flow style.
type printer struct {
	out []byte
	b   *tree.Builder
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
	flow, short := p.short(f.value, indent+utf8.RuneCountInString(key)+2)
	switch {
	case simple && short:
		p.out = fmt.Appendf(p.out, "%s: %s\n", key, flow)
	case f.value.style == words:
		p.out = append(append(p.out, key...), ": ["...)
		p.words(f.value.items, indent+len(key)+3, indent+2)
	case !simple || f.value.isLeaf():
		p.library(p.b.Map(tree.Node{}, tree.Field{Key: f.key, Value: p.node(f.value)}), indent)
	case f.value.kind == tree.Map:
		p.out = append(append(p.out, key...), ":\n"...)
		p.pad(indent + 2)
		p.fields(f.value.fields, indent+2)
	default:
		p.out = append(append(p.out, key...), ":\n"...)
		p.pad(indent)
		p.items(f.value.items, indent)
	}
}

// words writes the items of a list in flow style, from a column on, and further lines from an indentation on.
func (p *printer) words(items []value, column, indent int) {
	for i, item := range items {
		text, _ := p.flow(item)
		switch length := len(text) + len(", "); {
		case i == 0:
			column += length
		case column+length > maxLine:
			p.out = append(p.out, ",\n"...)
			p.pad(indent)
			column = indent + length
		default:
			p.out = append(p.out, ", "...)
			column += length
		}
		p.out = append(p.out, text...)
	}
	p.out = append(p.out, "]\n"...)
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
		switch {
		case !long[item.shape()]:
			p.out = fmt.Appendf(p.out, "- %s\n", flows[i])
		case item.kind == tree.Map && !item.isLeaf():
			p.out = append(p.out, "- "...)
			p.fields(item.fields, indent+2)
		default:
			p.library(p.b.List(tree.Node{}, p.node(item)), indent)
		}
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
	if v.isLeaf() || !v.isSimple() {
		return "", false
	}
	flow, ok := p.flow(v)
	return flow, ok && column+utf8.RuneCountInString(flow) <= maxLine
}

// isSimple reports whether a reader takes in a list or map on one line.
func (v value) isSimple() bool {
	scalars, depth := v.size()
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
	var parts []string
	for _, f := range v.fields {
		key, ok := p.key(f.key)
		below, possible := p.flow(f.value)
		if !ok || !possible || !isFlowKey(key) {
			return "", false
		}
		parts = append(parts, key+": "+below)
	}
	for _, item := range v.items {
		below, possible := p.flow(item)
		if !possible {
			return "", false
		}
		parts = append(parts, below)
	}
	if v.kind == tree.Map {
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// scalar returns a scalar, or an empty list or map, in flow style; none for one with a comment or several lines.
func (p *printer) scalar(n tree.Node) (string, bool) {
	text := strings.TrimSuffix(string(tree.AppendYAML(nil, p.b.Verbatim(n))), "\n")
	if n.Setter() != "" || strings.Contains(text, "\n") {
		return "", false
	}
	if n.Kind() == tree.String && text[0] != '\'' && text[0] != '"' && !plainInFlow().MatchString(text) {
		text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text, true
}

// plainInFlow matches strings that are one plain scalar in flow style too, if they are one in block style.
var plainInFlow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL\pN./_$(~][\pL\pN./_$()~:@%+=<>*&!^;"' -]*$`)
})

// isFlowKey reports whether a key is written in flow style as in block style.
func isFlowKey(key string) bool {
	return key[0] == '\'' || key[0] == '"' || plainInFlow().MatchString(key)
}

// key returns a key as it is printed; false for one that a colon cannot follow.
func (p *printer) key(key string) (string, bool) {
	text := string(tree.AppendYAML(nil, p.b.Map(tree.Node{}, tree.Field{Key: key, Value: p.b.Bool(true, tree.Node{})})))
	key, ok := strings.CutSuffix(text, ": true\n")
	return key, ok && !strings.HasPrefix(key, "? ")
}
