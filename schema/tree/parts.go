package tree

import (
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A long document is read in parts: what is around its long runs, and the items or fields of these, a batch at a time. The
// parser's nodes take twenty times the bytes of their text, and those of one part only are alive at once.
//
// The parser is always in the same state where an item of a block list begins: inside of the list, and of nothing else. So a
// batch that is a complete document by itself, of items in the column of the list, says within the list what it says alone,
// if it begins where an item begins. The first one does when the parser sees an item at its place in what is around the
// list, and each one ends where the next one begins. The same goes for the fields of a map. Only anchors reach further: a batch
// that names some gets an item or a field in front for each. In any doubt, and where anything is wrong, the whole is parsed
// and decides.

// batchSize is how many bytes are parsed at once where a text can be cut. The fewer, the more of what the parser makes of them
// is in the processor's caches; each batch costs a parser.
const batchSize = 64 << 10

// maxParts is how deep parts lie in parts. Each is searched for runs again.
const maxParts = 8

// part is a stretch of a document that the parser reads by itself, without its long runs.
type part struct {
	places *places
	runs   []run    // of which the parser's nodes were not met yet
	names  []string // of anchors that lie before the part, which the parser gets to see in front of it
	depth  int
}

// inParts reads a piece in parts, and reports whether that can be done.
func (r *reader) inParts(p piece) bool {
	text := r.src.text[p.start:p.end]
	if p.json || len(text) <= 2*r.batch || isOdd(text) {
		return false
	}
	f := filler{tree: &Tree{source: r.src, nodes: make([]node, 1)}, piece: p, batch: r.batch}
	f.enter(p.start, p.end, -1)
	if len(f.runs) == 0 {
		return false
	}
	root := f.parse()
	if root == nil {
		return false
	}
	f.tree.root = f.value(root, 0)
	if f.full || len(f.runs) > 0 || slices.ContainsFunc(f.problems, Problem.refuses) {
		return false
	}
	r.take(&f)
	return true
}

// enter goes to the part between two places, without the long runs that are further in than a level.
func (f *filler) enter(start, end int, below level) {
	text := f.tree.source.text[start:end]
	f.part = part{depth: f.depth + 1}
	if len(text) > 2*f.batch && f.depth <= maxParts {
		f.runs = longRuns(text, below, 2*f.batch)
	}
	f.names = f.anchors.of(text)
	f.places = withoutRuns(below.heads(f.names), text, start, f.runs)
	for i := range f.runs {
		f.runs[i].start += start
		f.runs[i].end += start
	}
}

// parse returns what the parser makes of the part, nil if it is not one document by itself.
func (f *filler) parse() *yaml.Node {
	if strings.Contains(f.places.text, "*") && slices.ContainsFunc(f.runs, f.hasAnchor) {
		return nil // a run may define an anchor anew, and what is behind it name that one
	}
	documents := yaml.NewDecoder(strings.NewReader(f.places.text))
	var doc, more yaml.Node
	if documents.Decode(&doc) != nil || len(doc.Content) == 0 || !errors.Is(documents.Decode(&more), io.EOF) {
		return nil
	}
	return doc.Content[0]
}

func (f *filler) hasAnchor(r run) bool {
	return strings.Contains(f.tree.source.text[r.start:r.end], "&")
}

// leftOut returns the run that belongs in place of an item or of a field of the parser's nodes.
func (f *filler) leftOut(parent *yaml.Node, i int) (run, bool) {
	if len(f.runs) == 0 {
		return run{}, false
	}
	r, n := f.runs[0], parent.Content[i]
	at := r.start + r.level.indent() // where the stub's scalar is; a map begins where its first key does
	if r.level.isList() {
		at += len("- ")
	}
	if n.Kind != yaml.ScalarNode || int(f.offset(n)) != at {
		return run{}, false
	}
	f.runs = f.runs[1:]
	f.full = f.full || parent.Style != 0 || n.LineComment != "" || (parent.Kind == yaml.SequenceNode) != r.level.isList()
	return r, true
}

// each calls fill with the lists or maps that the batches of a run are.
func (f *filler) each(r run, fill func(*yaml.Node)) {
	text := f.tree.source.text
	around, nodes := f.part, f.anchors.nodes
	for start := r.start; start < r.end && !f.full; {
		f.part, f.anchors.nodes = around, nil
		end := r.cut(text, start, f.batch)
		f.enter(start, end+indentation(text[end:f.piece.end]), r.level) // up to what follows, where the parser sees the end
		n := f.parse()
		if n == nil || !r.isBatch(n) || !f.behead(n) || endsOpen(n) {
			f.full = true
			return
		}
		if start == r.start {
			f.expect(min(countNodes(n)*((r.end-r.start)/(end-start)+1), (r.end-r.start)/8))
		}
		fill(n)
		f.full = f.full || len(f.runs) > 0
		start = end
	}
	f.part, f.anchors.nodes = around, nodes
}

// isBatch reports whether a part is nothing but items or fields of a run, from its first line on.
func (r run) isBatch(n *yaml.Node) bool {
	kind := yaml.MappingNode
	if r.level.isList() {
		kind = yaml.SequenceNode
	}
	return n.Kind == kind && n.Style == 0 && n.Line == 1 && n.Column == r.level.indent()+1
}

// endsOpen reports whether the last value of a batch is nothing but an anchor or a tag. The parser gives a comment behind them
// to what follows.
func endsOpen(n *yaml.Node) bool {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Value == "" && n.Style&^yaml.TaggedStyle == 0 && (n.Anchor != "" || n.Style == yaml.TaggedStyle)
}

// behead takes the heads off a batch and remembers which values they stand for.
func (f *filler) behead(n *yaml.Node) bool {
	for _, name := range f.names {
		if n.Kind == yaml.MappingNode {
			n.Content = n.Content[1:]
		}
		head := n.Content[0]
		if head.Anchor != name {
			return false
		}
		f.anchors.mean(head, f.anchors.named[name])
		n.Content = n.Content[1:]
	}
	return true
}
