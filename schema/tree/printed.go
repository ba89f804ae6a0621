package tree

import "github.com/fluxapp-dev/fluxapp/schema/internal/record"

// printed is the text of a list whose items begin at a column.
type printed struct {
	column     int
	yaml, json []byte
}

// PrintedList is List for a list that many objects share: it is printed once, here, and copied wherever its items begin at the
// column. Elsewhere it is printed as any other.
func (b *Builder) PrintedList(column int, origin Node, items ...Node) Node {
	list := b.List(origin, items...)
	p := yamlPrinter{}
	p.pad(column) // long lines are folded by where they end
	if len(items) > 0 {
		p.items(list, column, false)
	}
	if b.tree.printed == nil {
		b.tree.printed = map[int32]printed{}
	}
	b.tree.printed[list.at] = printed{column, p.out[column:], AppendJSON(nil, list)}
	list.record().Flags |= record.IsPrinted
	return list
}

// copied writes a list that is printed already, if it is for the column where out ends.
func (p *yamlPrinter) copied(list Node, column int) bool {
	if list.record().Flags&record.IsPrinted == 0 || list.tree.printed[list.at].column != column {
		return false
	}
	p.out = append(p.out, list.tree.printed[list.at].yaml...)
	p.line = len(p.out)
	return true
}
