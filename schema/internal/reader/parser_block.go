package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// blockNode reads a value that begins its line, or follows a dash, in a collection with some indentation. It ends at the next content.
func (p *parser) blockNode(indent, depth int) int32 {
	if p.unsure {
		return 0
	}
	column := p.column()
	switch {
	case column <= indent:
		return p.giveUp()
	case p.isDash():
		return p.list(column, depth, false)
	case p.peek(p.at) == '&':
		return p.anchored(indent, depth, true)
	}
	if k, ok := p.key(); ok {
		return p.fields(k, column, depth)
	}
	return p.inline(indent, depth)
}

// isDash reports whether an item of a list begins here.
func (p *parser) isDash() bool { return p.peek(p.at) == '-' && p.endsToken(p.at+1) }

// list reads a list whose dashes are in a column. Those of the value of a key may be in the column of the key.
func (p *parser) list(column, depth int, belowKey bool) int32 {
	o := p.begin(p.at, depth, 0)
	mark := len(p.children)
	for !p.unsure {
		p.at++
		behind := p.at
		p.skipSpaces()
		var item int32
		if p.isBreak(p.at) || p.peek(p.at) == '#' && p.at > behind {
			p.at = behind
			p.endLine()
			if p.column() > column {
				item = p.blockNode(column, depth+1)
			} else {
				item = p.null(behind, depth+1)
			}
		} else {
			item = p.blockNode(column, depth+1)
		}
		p.children = append(p.children, item)
		if p.column() != column || !p.isDash() {
			break
		}
	}
	if p.column() > column || p.column() == column && !belowKey {
		p.giveUp()
	}
	if p.unsure {
		return 0
	}
	p.link(o.at, scalar.List, mark)
	return p.end(o)
}

// fields reads a map whose keys are in a column, from behind its first key on.
func (p *parser) fields(k key, column, depth int) int32 {
	o := p.begin(k.at, depth, 0)
	mark := len(p.children)
	var merges []merge
	for !p.unsure {
		isAlias, child := p.fieldValue(column, depth+1)
		if p.unsure {
			return 0
		}
		if k.isMerge() {
			merges = append(merges, merge{uint32(k.at), child, isAlias})
		} else {
			p.setKey(k, child)
			p.children = append(p.children, child)
		}
		if p.column() != column {
			break
		}
		var ok bool
		if k, ok = p.key(); !ok {
			return p.giveUp()
		}
	}
	if p.unsure || p.column() > column {
		return p.giveUp()
	}
	p.linkFields(o.at, mark, merges)
	return p.end(o)
}

// fieldValue reads the value behind a colon, and reports whether it is an alias.
func (p *parser) fieldValue(column, depth int) (isAlias bool, at int32) {
	behind := p.at
	p.skipSpaces()
	if !p.isBreak(p.at) && p.text[p.at] != '#' {
		isAlias = p.text[p.at] == '*'
		if p.text[p.at] == '&' {
			return false, p.anchored(column, depth, false)
		}
		return isAlias, p.inline(column, depth)
	}
	p.at = behind
	p.endLine()
	return p.peek(p.at) == '*' && p.column() > column, p.below(behind, column, depth)
}

// below reads the value of a key in the lines below it; null if there is none.
func (p *parser) below(behind, column, depth int) int32 {
	switch next := p.column(); {
	case next > column:
		return p.blockNode(column, depth)
	case next == column && p.isDash():
		return p.list(column, depth, true)
	}
	return p.null(behind, depth)
}

// anchored reads a value behind its anchor. The anchor of a key, and one of nothing, are not read.
func (p *parser) anchored(indent, depth int, beginsLine bool) int32 {
	at := p.at
	p.at++
	name := p.name()
	if name == "" || p.anchor != "" || !p.endsToken(p.at) {
		return p.giveUp()
	}
	p.skipSpaces()
	p.anchor, p.anchorAt = name, at
	switch {
	case p.isBreak(p.at):
		p.endLine()
		next := p.column()
		if next > indent && p.peek(p.at) != '&' {
			return p.blockNode(indent, depth)
		}
		if next == indent && !beginsLine && p.isDash() {
			return p.list(next, depth, true)
		}
		return p.giveUp()
	case beginsLine:
		if _, ok := p.key(); ok || p.isDash() {
			return p.giveUp()
		}
	}
	return p.inline(indent, depth)
}

// name reads the name of an anchor.
func (p *parser) name() string {
	start := p.at
	for strings.IndexByte(anchorBytes, p.peek(p.at)) >= 0 {
		p.at++
	}
	return p.text[start:p.at]
}

// anchorBytes are those that names of anchors are made of.
const anchorBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"

// inline reads a value that is no block collection, and ends at the next content behind its line.
func (p *parser) inline(indent, depth int) int32 {
	switch p.peek(p.at) {
	case '*':
		at := p.aliasNode(depth)
		p.endLine()
		return at
	case '{', '[':
		at := p.flowNode(depth)
		p.endLine()
		return at
	case '|', '>':
		return p.block(indent, depth)
	case '"', '\'':
		q, ok := p.quoted()
		if !ok {
			return p.giveUp()
		}
		at := p.quotedScalar(q, depth)
		p.endScalar(at)
		return at
	}
	return p.plainLines(indent, depth)
}

func (p *parser) aliasNode(depth int) int32 {
	start := p.at
	p.at++
	name := p.name()
	from, known := p.anchors.named[name]
	if _, complete := p.anchors.ended[from]; !known || !complete || p.anchor != "" {
		return p.giveUp()
	}
	o := p.begin(start, depth, len(name))
	p.alias(o.at, from, depth)
	return p.end(o)
}

// block reads a literal or folded block behind the header that begins here.
func (p *parser) block(indent, depth int) int32 {
	b := block{parser: p, start: p.at, folded: p.text[p.at] == '>'}
	if !b.header(indent) {
		return p.giveUp()
	}
	text := b.lines(indent)
	if p.unsure {
		return 0
	}
	o := p.begin(b.start, depth, len(text))
	p.string(o.at, text)
	p.skipLines()
	return p.end(o)
}
