package reader

import "github.com/fluxapp-dev/fluxapp/schema/internal/record"

func (p *parser) flowNode(depth int) int32 {
	if p.unsure || depth > record.MaxDepth {
		return p.leaveToLibrary()
	}
	switch p.peek(p.at) {
	case '{':
		return p.flowMap(depth)
	case '[':
		return p.flowList(depth)
	case '*':
		return p.alias(depth)
	case '&':
		return p.flowAnchor(depth)
	case '"', '\'':
		return p.quotedScalar(depth)
	}
	return p.flowPlain(depth)
}

func (p *parser) flowAnchor(depth int) int32 {
	at := p.at
	p.at++
	name := p.name()
	if name == "" || p.anchor != "" || p.peek(p.at) != ' ' {
		return p.leaveToLibrary()
	}
	p.skipSpaces()
	p.anchor, p.anchorAt = name, at
	return p.flowNode(depth)
}

func (p *parser) skipFlow() {
	for {
		switch c := p.peek(p.at); c {
		case ' ', '\t':
			p.at++
		case '\n', '\r':
			p.nextLine()
		case '#':
			if p.comment() != "" {
				p.leaveToLibrary()
			}
		default:
			if p.column() < 0 { // no marker and no end is between brackets
				p.leaveToLibrary()
			}
			return
		}
	}
}

func (p *parser) flowList(depth int) int32 {
	o := p.begin(p.at, depth, 0)
	list := p.Collection(o.At)
	p.at++
	for p.skipFlow(); p.peek(p.at) != ']'; p.skipFlow() {
		item := p.flowNode(depth + 1)
		if !p.flowEnds(']') {
			return p.leaveToLibrary()
		}
		p.AddItem(item)
	}
	p.at++
	p.EndList(list)
	return p.End(o)
}

func (p *parser) flowMap(depth int) int32 {
	o := p.begin(p.at, depth, 0)
	fields := p.Collection(o.At)
	p.at++
	for p.skipFlow(); p.peek(p.at) != '}'; p.skipFlow() {
		k, ok := p.flowKey()
		if !ok {
			return p.leaveToLibrary()
		}
		child := p.flowValue(depth + 1)
		if !p.flowEnds('}') {
			return p.leaveToLibrary()
		}
		p.field(&fields, k, child)
	}
	p.at++
	p.EndMap(fields)
	return p.End(o)
}

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

func (p *parser) flowKey() (k record.Key, ok bool) {
	k, ok = p.keyText(stopInFlow)
	switch p.peek(p.at) {
	case ':':
		return k, ok && p.at-int(k.At) <= maxKey
	case ',', '}':
		return k, ok
	}
	return k, false
}

func (p *parser) flowValue(depth int) int32 {
	if p.peek(p.at) == ':' {
		p.at++
		p.skipFlow()
	}
	if c := p.peek(p.at); c == ',' || c == '}' {
		return p.null(p.at, depth)
	}
	return p.flowNode(depth)
}

func (p *parser) flowPlain(depth int) int32 {
	if !p.startsPlain(true) {
		return p.leaveToLibrary()
	}
	start := p.at
	text := p.plainText(stopInFlow)
	more, _ := p.continued(p.indent, stopInFlow)
	return p.plainAt(start, depth, text+more)
}
