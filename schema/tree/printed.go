package tree

import "bytes"

// printed is the text of a list, as it stands in the first column.
type printed struct{ yaml, json []byte }

// PrintedList is List for a list that many objects share: it is printed once, here, and copied wherever it stands.
func (b *Builder) PrintedList(origin Node, items ...Node) Node {
	list := b.List(origin, items...)
	text := printed{AppendYAML(nil, list), AppendJSON(nil, list)}
	if b.tree.printed == nil {
		b.tree.printed = map[int32]printed{}
	}
	b.tree.printed[list.at] = text
	list.record().flags |= isPrinted
	return list
}

// copied writes a list that is printed already, whose items begin at column indent, where out ends.
func (p *yamlPrinter) copied(v Node, indent int) {
	rest := v.tree.printed[v.at].yaml
	for {
		end := bytes.IndexByte(rest, '\n') + 1
		p.out = append(p.out, rest[:end]...)
		if rest = rest[end:]; len(rest) == 0 {
			p.line = len(p.out)
			return
		}
		if rest[0] != '\n' {
			p.pad(indent)
		}
	}
}
