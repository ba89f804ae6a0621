package reader

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// flowNode reads a value in flow style, and ends behind it.
func (p *parser) flowNode(depth int) int32 {
	if p.unsure || depth > maxDepth {
		return p.giveUp()
	}
	switch c := p.peek(p.at); {
	case c == '{':
		return p.flowMap(depth)
	case c == '[':
		return p.flowList(depth)
	case c == '*':
		return p.aliasNode(depth)
	case c == '&':
		return p.flowAnchor(depth)
	case c == '"' || c == '\'':
		q, ok := p.quoted()
		if !ok {
			return p.giveUp()
		}
		return p.quotedScalar(q, depth)
	case startsPlain(c) || c == '-' && startsPlain(p.peek(p.at+1)):
		start := p.at
		p.at = p.plainEnd(true)
		text := p.text[start:p.at]
		o := p.begin(start, depth, len(text))
		p.plain(o.at, text)
		return p.end(o)
	}
	return p.giveUp()
}

func (p *parser) flowAnchor(depth int) int32 {
	at := p.at
	p.at++
	name := p.name()
	if name == "" || p.anchor != "" || p.peek(p.at) != ' ' {
		return p.giveUp()
	}
	p.skipSpaces()
	p.anchor, p.anchorAt = name, at
	return p.flowNode(depth)
}

// skipFlow moves to the next token between brackets, in this line or another one.
func (p *parser) skipFlow() {
	for {
		switch c := p.peek(p.at); {
		case c == ' ' || c == '\t':
			p.at++
		case c == '\n' || c == '\r':
			p.nextLine()
		case c == '#':
			before := p.peek(max(p.at-1, 0))
			if comment := p.skipComment(); before != ' ' && before != '\n' || strings.Contains(comment, "$") {
				p.giveUp()
				return
			}
		default:
			return
		}
	}
}

func (p *parser) flowList(depth int) int32 {
	o := p.begin(p.at, depth, 0)
	mark := len(p.children)
	p.at++
	for p.skipFlow(); p.peek(p.at) != ']'; p.skipFlow() {
		item := p.flowNode(depth + 1)
		if !p.flowEnds(']') {
			return p.giveUp()
		}
		p.children = append(p.children, item)
	}
	p.at++
	p.link(o.at, scalar.List, mark)
	return p.end(o)
}

func (p *parser) flowMap(depth int) int32 {
	o := p.begin(p.at, depth, 0)
	mark := len(p.children)
	var merges []merge
	p.at++
	for p.skipFlow(); p.peek(p.at) != '}'; p.skipFlow() {
		k, ok := p.flowKey()
		if !ok {
			return p.giveUp()
		}
		isAlias, child := p.flowValue(depth + 1)
		if !p.flowEnds('}') {
			return p.giveUp()
		}
		if k.isMerge() {
			merges = append(merges, merge{uint32(k.at), child, isAlias})
		} else {
			p.setKey(k, child)
			p.children = append(p.children, child)
		}
	}
	p.at++
	p.linkFields(o.at, mark, merges)
	return p.end(o)
}

// flowValue reads the value behind a colon, and reports whether it is an alias.
func (p *parser) flowValue(depth int) (isAlias bool, at int32) {
	p.skipFlow()
	switch p.peek(p.at) {
	case ',', '}':
		return false, p.null(p.at, depth)
	}
	return p.peek(p.at) == '*', p.flowNode(depth)
}

// flowEnds moves behind the comma that follows an item, and reports whether there is one, or the bracket at the end.
func (p *parser) flowEnds(bracket byte) bool {
	p.skipFlow()
	switch p.peek(p.at) {
	case ',':
		p.at++
		return !p.unsure
	case bracket:
		return !p.unsure
	}
	return false
}

// flowKey reads a key and its colon, and reports false when there is none.
func (p *parser) flowKey() (k key, ok bool) {
	k.at = p.at
	switch c := p.peek(p.at); {
	case c == '"' || c == '\'':
		q, found := p.quoted()
		if !found || q.lines {
			return k, false
		}
		k.text, k.quoted, k.inText = q.text, true, q.inText
	case startsPlain(c):
		start := p.at
		p.at = p.plainEnd(true)
		k.text, k.inText = p.text[start:p.at], true
	}
	p.skipSpaces()
	if p.at == k.at || p.peek(p.at) != ':' || p.at-k.at > maxKey {
		return k, false
	}
	p.at++
	return k, true
}
