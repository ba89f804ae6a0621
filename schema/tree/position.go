package tree

import "github.com/fluxapp-dev/fluxapp/schema/internal/record"

// Position is a place in a file. Lines and columns count from one, columns in characters. The zero Position is unknown.
type Position struct {
	File         string
	Line, Column int
}

func position(source *record.Source, offset uint32) Position {
	line, column := source.Position(offset)
	return Position{source.File, line, column}
}

// Position returns where the value begins. The position of a built value is that of its origin.
func (n Node) Position() Position {
	if n = n.parsed(); !n.Exists() {
		return Position{}
	}
	return position(n.tree.doc.Source, n.record().At)
}

// KeyPosition returns where the value's key begins; of an item or a document, where the value begins.
func (n Node) KeyPosition() Position {
	if n = n.parsed(); !n.Exists() {
		return Position{}
	}
	if r := n.record(); r.Key > 0 || r.KeyAt > 0 || r.Flags&(record.InTable<<record.OfKey) != 0 {
		return position(n.tree.doc.Source, r.KeyAt)
	}
	return n.Position()
}

// Source returns the document that the value, or its origin, was read from; nil when there is none.
func (n Node) Source() *Tree { return n.parsed().tree }

// parsed follows links and origins to the value that was read; absent when there is none.
func (n Node) parsed() Node {
	for n.Exists() {
		n = n.value()
		if n.tree.doc.Source != nil {
			break
		}
		n = n.tree.links[n.record().At]
	}
	return n
}
