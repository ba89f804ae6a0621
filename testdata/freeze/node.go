package main

import (
	"fmt"
	"slices"
	"strings"
)

// node is a value of YAML: a map, a list, or a scalar as it is written.
type node struct {
	kind   kind
	text   string // of a scalar: as written, quotes included; of a block: its lines
	keys   []string
	values []*node // of a map, behind their keys; of a list, its items
	anchor string
	flow   bool // is written in one line
}

type kind int

const (
	scalar kind = iota
	block       // a text of several lines
	list
	object
)

func text(s string) *node { return &node{text: s} }

func items(values ...*node) *node { return &node{kind: list, values: values} }

// fields returns a map of the pairs given.
func fields(pairs ...any) *node {
	n := &node{kind: object}
	for i := 0; i+1 < len(pairs); i += 2 {
		n.set(pairs[i].(string), pairs[i+1])
	}
	return n
}

// set sets a field to a node, or to what a text in flow style means.
func (n *node) set(key string, value any) *node {
	v, ok := value.(*node)
	if !ok {
		v = parse(value.(string))
	}
	if i := slices.Index(n.keys, key); i >= 0 {
		n.values[i] = v
		return n
	}
	n.add(key, v)
	return n
}

// add adds a field, which may be there already.
func (n *node) add(key string, value *node) {
	n.keys, n.values = append(n.keys, key), append(n.values, value)
}

// get walks down maps; nil where there is nothing.
func (n *node) get(path ...string) *node {
	for _, key := range path {
		i := slices.Index(n.keys, key)
		if i < 0 {
			return nil
		}
		n = n.values[i]
	}
	return n
}

func (n *node) remove(i int) {
	if n.kind == object {
		n.keys = slices.Delete(slices.Clone(n.keys), i, i+1)
	}
	n.values = slices.Delete(slices.Clone(n.values), i, i+1)
}

func (n *node) clone() *node {
	c := *n
	c.keys, c.values = slices.Clone(n.keys), nil
	for _, v := range n.values {
		c.values = append(c.values, v.clone())
	}
	return &c
}

// walk visits a node and all below it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, v := range n.values {
		v.walk(visit)
	}
}

// parse reads the flow style of this package's own tables: maps, lists, and scalars of one line.
func parse(flow string) *node {
	p := &flowReader{rest: flow}
	n := p.value()
	if p.space(); p.rest != "" {
		panic("not read: " + p.rest + " of " + flow)
	}
	return n
}

type flowReader struct{ rest string }

func (p *flowReader) space() { p.rest = strings.TrimLeft(p.rest, " ") }

func (p *flowReader) value() *node {
	p.space()
	switch {
	case strings.HasPrefix(p.rest, "&"):
		anchor, rest, _ := strings.Cut(p.rest[1:], " ")
		p.rest = rest
		n := p.value()
		n.anchor = anchor
		return n
	case strings.HasPrefix(p.rest, "{"):
		return p.collection(object, "}")
	case strings.HasPrefix(p.rest, "["):
		return p.collection(list, "]")
	}
	return text(p.token(",]}"))
}

func (p *flowReader) collection(k kind, end string) *node {
	n := &node{kind: k}
	for p.rest = p.rest[1:]; ; {
		p.space()
		if strings.HasPrefix(p.rest, end) {
			p.rest = p.rest[1:]
			return n
		}
		if k == object {
			n.keys = append(n.keys, p.token(":"))
			p.rest = p.rest[1:]
		}
		n.values = append(n.values, p.value())
		if p.space(); strings.HasPrefix(p.rest, ",") {
			p.rest = p.rest[1:]
		}
	}
}

// token reads a scalar up to a character that ends it; the whole rest where nothing does.
func (p *flowReader) token(ends string) string {
	p.space()
	at := strings.IndexAny(p.rest, ends)
	if quote := p.rest[:min(1, len(p.rest))]; quote == `"` || quote == "'" {
		at = strings.Index(p.rest[1:], quote) + 2
	} else if at < 0 {
		at = len(p.rest)
	}
	token := strings.TrimRight(p.rest[:at], " ")
	p.rest = p.rest[at:]
	return token
}

// String prints a document.
func (n *node) String() string {
	var b strings.Builder
	if n.kind == object && !n.flow && len(n.keys) > 0 {
		n.print(&b, "")
	} else {
		b.WriteString(n.inline() + "\n")
	}
	return b.String()
}

// print prints the lines of a map or list, each behind an indentation.
func (n *node) print(b *strings.Builder, indent string) {
	for i, v := range n.values {
		head := "-"
		if n.kind == object {
			head = n.keys[i] + ":"
		}
		below := indent + "  "
		switch {
		case v.kind == block:
			fmt.Fprintf(b, "%s%s |%s\n%s", indent, head, v.anchored(), indented(v.text, below))
		case v.flow || len(v.values) == 0:
			fmt.Fprintf(b, "%s%s %s\n", indent, head, v.inline())
		case n.kind == list && v.kind == object && v.anchor == "":
			var inner strings.Builder
			v.print(&inner, below)
			b.WriteString(indent + "- " + inner.String()[len(below):])
		default:
			fmt.Fprintf(b, "%s%s%s\n", indent, head, v.anchored())
			if v.kind == list && n.kind == object {
				below = indent // as most people write lists
			}
			v.print(b, below)
		}
	}
}

func (n *node) anchored() string {
	if n.anchor == "" {
		return ""
	}
	return " &" + n.anchor
}

// inline returns a node in one line.
func (n *node) inline() string {
	text := n.text
	var parts []string
	for i, v := range n.values {
		part := v.inline()
		if n.kind == object {
			part = n.keys[i] + ": " + part
		}
		parts = append(parts, part)
	}
	switch n.kind {
	case block:
		text = fmt.Sprintf("%q", n.text)
	case list:
		text = "[" + strings.Join(parts, ", ") + "]"
	case object:
		text = "{" + strings.Join(parts, ", ") + "}"
	}
	return strings.TrimPrefix(n.anchored()+" "+text, " ")
}
