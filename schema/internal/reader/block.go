package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// blockNode reads a value that begins its line, or follows a dash, below some indentation, up to the next content.
func (p *parser) blockNode(indent, depth int) int32 {
	if p.unsure {
		return 0
	}
	column := p.column()
	switch {
	case column <= indent:
		return p.leaveToLibrary()
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

func (p *parser) isDash() bool { return p.peek(p.at) == '-' && p.endsToken(p.at+1) }

func (p *parser) list(column, depth int, belowKey bool) int32 {
	o := p.begin(p.at, depth, 0)
	list := p.Collection(o.At)
	for {
		p.at++
		behind := p.at
		p.skipSpaces()
		var item int32
		if c := p.peek(p.at); c != '#' && !p.isBreak(p.at) {
			item = p.blockNode(column, depth+1)
		} else if p.endLine(); p.column() > column {
			item = p.blockNode(column, depth+1)
		} else {
			item = p.null(behind, depth+1)
		}
		p.AddItem(item)
		if p.unsure || p.column() != column || !p.isDash() {
			break
		}
	}
	if p.unsure || p.column() > column || p.column() == column && !belowKey {
		return p.leaveToLibrary()
	}
	p.EndList(list)
	return p.End(o)
}

func (p *parser) fields(k record.Key, column, depth int) int32 {
	o := p.begin(int(k.At), depth, 0)
	fields := p.Collection(o.At)
	for ok := true; ; k, ok = p.key() {
		if !ok {
			return p.leaveToLibrary()
		}
		child := p.fieldValue(column, depth+1)
		if p.unsure {
			return 0
		}
		p.field(&fields, k, child)
		if p.column() != column {
			break
		}
	}
	if p.column() > column {
		return p.leaveToLibrary()
	}
	p.EndMap(fields)
	return p.End(o)
}

func (p *parser) fieldValue(column, depth int) int32 {
	behind := p.at
	p.skipBlanks()
	switch c := p.peek(p.at); {
	case c == '&':
		return p.anchored(column, depth, false)
	case c != '#' && !p.isBreak(p.at):
		return p.inline(column, depth)
	}
	p.endLine()
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
		return p.leaveToLibrary()
	}
	p.skipBlanks()
	p.anchor, p.anchorAt = name, at
	switch {
	case p.isBreak(p.at):
		p.endLine()
		if next := p.column(); next == indent && !beginsLine && p.isDash() {
			return p.list(next, depth, true)
		}
		return p.blockNode(indent, depth)
	case p.text[p.at] == '#': // the library joins this comment with the next one, unless a key is next
		p.endLine()
		column := p.column()
		if k, ok := p.key(); ok && column > indent {
			return p.fields(k, column, depth)
		}
		return p.leaveToLibrary()
	case beginsLine:
		if _, ok := p.key(); ok || p.isDash() {
			return p.leaveToLibrary()
		}
	}
	return p.inline(indent, depth)
}

func (p *parser) name() string {
	start := p.at
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], anchorBytes))
	return p.text[start:p.at]
}

const anchorBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"

func (p *parser) inline(indent, depth int) int32 {
	var at int32
	switch line := p.line; p.peek(p.at) {
	case '*':
		at = p.alias(depth)
	case '{', '[':
		p.indent = indent
		// the library may join comments between the brackets with the one behind them
		if at = p.flowNode(depth); p.line != line {
			p.endLine()
			return at
		}
	case '"', '\'':
		at = p.quotedScalar(depth)
	case '|', '>':
		return p.block(indent, depth)
	default:
		return p.plainScalar(indent, depth)
	}
	p.endValue(at)
	return at
}

func (p *parser) alias(depth int) int32 {
	start := p.at
	p.at++
	name := p.name()
	from := p.Anchored(name)
	if !p.IsComplete(from) || p.anchor != "" {
		return p.leaveToLibrary()
	}
	o := p.begin(start, depth, len(name))
	p.Alias(o.At, from, depth)
	return p.End(o)
}
