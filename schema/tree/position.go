package tree

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// Position is a place in a file. Lines and columns count from one, columns in characters. The zero Position is unknown.
type Position struct {
	File         string
	Line, Column int
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

func position(source *record.Source, offset uint32) Position {
	line, column := source.Position(offset)
	return Position{source.File, line, column}
}

// Position returns where the value begins. A built value has the position of its origin.
func (n Node) Position() Position {
	if n = n.parsed(); !n.Exists() {
		return Position{}
	}
	return position(n.tree.doc.Source, n.record().At)
}

// KeyPosition returns where the value's key begins; of an item or a document, where the value begins.
func (n Node) KeyPosition() Position {
	n = n.parsed()
	if r := n.self().record(); r.Key > 0 || r.KeyAt > 0 || r.Flags&(record.InTable<<record.OfKey) != 0 {
		return position(n.tree.doc.Source, r.KeyAt)
	}
	return n.Position()
}

// PositionIn returns where the file has a line and a column of the Text, both counted from one. It is the Position of a
// value that is neither a literal block nor on one line as it is, for example with escapes or a replaced reference.
func (n Node) PositionIn(line, column int) Position {
	at, whole, text := n.Position(), n.Source().FileText(), strings.Split(strings.TrimSuffix(n.Text(), "\n"), "\n")
	if line < 1 || line > len(text) || whole == "" || n.parsed().Kind() != String {
		return at
	}
	if spelling := n.Spelling(); spelling != "" {
		if quote := strings.Index(spelling, n.Text()); quote >= 0 {
			at.Column += quote + column - 1
		}
		return at
	}
	start, _ := n.Span()
	file := strings.SplitN(whole[start:], "\n", line+2)
	header, _, _ := strings.Cut(file[0], " #")
	if !strings.HasSuffix(strings.TrimRight(header, " \r+-0123456789"), "|") || line >= len(file) {
		return at
	}
	indent, isLine := strings.CutSuffix(strings.TrimRight(file[line], "\r"), strings.TrimRight(text[line-1], "\r"))
	if isLine {
		at.Line += line
		at.Column = utf8.RuneCountInString(indent) + max(column, 1)
	}
	return at
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
		n = n.tree.beside.links[n.record().At]
	}
	return n
}
