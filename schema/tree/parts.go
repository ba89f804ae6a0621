package tree

import (
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A long document is read in parts: what is around its long lists, and the items of these, a batch at a time. The parser's
// nodes take twenty times the bytes of their text, and those of one part only are alive at once.
//
// The parser is always in the same state where an item of a block list begins: inside of the list, and of nothing else. So a
// batch that is a complete document by itself, of items in the column of the list, says within the list what it says alone,
// if it begins where an item begins. The first one does when the parser sees a list at the place of the list in what is
// around it, and each one ends where the next one begins. Only anchors reach further; who names one that is in another part
// is refused there. In any doubt, and where anything is wrong, the whole is parsed and decides.

// batchSize is how many bytes of a list are parsed at once. The smaller, the more of it is in the processor's caches; each
// batch costs a parser.
const batchSize = 64 << 10

// part is a stretch of a document that the parser reads by itself, without its long lists.
type part struct {
	places *places
	lists  []longList // of which the parser's nodes were not met yet
}

// inParts reads a piece in parts, and reports whether that can be done.
func (r *reader) inParts(p piece) bool {
	text := r.src.text[p.start:p.end]
	if p.json || len(text) <= 2*r.batch || otherBreaks(text) || len(longLists(text, -1, 2*r.batch)) == 0 {
		return false
	}
	f := filler{tree: &Tree{source: r.src, nodes: make([]node, 1)}, piece: p, batch: r.batch}
	root := f.open(p.start, p.end, -1)
	if root == nil {
		return false
	}
	f.tree.root = f.value(root, 0)
	if f.full || len(f.lists) > 0 || slices.ContainsFunc(f.problems, Problem.refuses) {
		return false
	}
	r.take(&f)
	return true
}

// open goes to the part between two places and returns what the parser makes of it, but for the long lists that are further
// in than below; nil if it is not one document by itself.
func (f *filler) open(start, end, below int) *yaml.Node {
	text := f.tree.source.text[start:end]
	f.part = part{}
	if len(text) > 2*f.batch {
		f.lists = longLists(text, below, 2*f.batch)
	}
	f.places = withoutLists(text, start, f.lists)
	for i := range f.lists {
		f.lists[i].start += start
		f.lists[i].end += start
	}
	if strings.Contains(f.places.text, "*") && slices.ContainsFunc(f.lists, f.hasAnchor) {
		return nil // a list may define an anchor anew, and what is behind it name that one
	}
	return onlyDocument(f.places.text)
}

func (f *filler) hasAnchor(l longList) bool {
	return strings.Contains(f.tree.source.text[l.start:l.end], "&")
}

// onlyDocument returns the one document of a text; nil if there is another one, none, or an error.
func onlyDocument(text string) *yaml.Node {
	documents := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	if documents.Decode(&doc) != nil || len(doc.Content) == 0 || !errors.Is(documents.Decode(&more), io.EOF) {
		return nil
	}
	return doc.Content[0]
}

// leftOut returns the long list that belongs in place of a list of the parser's.
func (f *filler) leftOut(n *yaml.Node, at int32) (longList, bool) {
	if len(f.lists) == 0 || int(f.tree.nodes[at].at) != f.lists[0].start+f.lists[0].indent {
		return longList{}, false
	}
	l := f.lists[0]
	f.lists = f.lists[1:]
	f.full = f.full || len(n.Content) != 1 || n.Style != 0 || n.Content[0].LineComment != ""
	return l, true
}

// longList fills the items of a long list and puts them on the stack.
func (f *filler) longList(l longList, depth int) {
	text := f.tree.source.text
	around := f.part
	for start := l.start; start < l.end && !f.full; {
		end := l.cut(text, start, f.batch)
		list := f.open(start, end+indentation(text[end:f.piece.end]), l.indent) // and where the text behind it begins
		if list == nil || list.Kind != yaml.SequenceNode || list.Style != 0 || list.Line != 1 || list.Column != l.indent+1 {
			f.full = true
			return
		}
		f.items(list, depth)
		f.full = f.full || len(f.lists) > 0
		start = end
	}
	f.part = around
}
