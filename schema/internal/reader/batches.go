package reader

import (
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A long document is parsed in batches: first what is around its long lists and maps, and then the items or fields of these, some at a
// time. Only the parser's nodes of one batch exist at once.
//
// Where an item of a block list begins, the parser's state is always the same: inside the list, and in nothing else. So a batch of items
// in the column of the list, which is a complete document by itself, means within the list what it means alone, if it begins where an
// item begins. The first batch does so if the parser finds an item at its place in the text around the list, and each batch ends where
// the next one begins. The same is true of the fields of a map. Only anchors reach further: a batch gets a stub in front for each anchor
// that it names. When in doubt, or when anything is wrong, the whole document is parsed, and that result counts.

// BatchSize is how many bytes are parsed at once where a text can be cut. Small batches keep the parser's nodes in the caches of the
// processor; each batch costs a parser.
const BatchSize = 64 << 10

// maxBatchDepth limits batches within batches: each one is searched for long collections again.
const maxBatchDepth = 8

// batch is a stretch of a document that the parser reads at once, without its long collections.
type batch struct {
	index *lineIndex
	long  []longCollection // those that the converter has not met yet
	stubs []string         // the names of the anchors for which there are stubs in front
	depth int
}

// readInBatches reads a piece in batches, and reports false when that cannot be done.
func (r *reader) readInBatches(p piece) bool {
	text := r.source.Text[p.start:p.end]
	if p.json || unsplittable(text) {
		return false
	}
	c := r.newConverter(p, 0)
	c.enterBatch(p.start, p.end, -1)
	if len(c.long) == 0 {
		return false
	}
	root := c.parseBatch()
	if root == nil {
		return false
	}
	c.doc.Root = c.value(root, 0)
	if c.stopped || len(c.long) > 0 || slices.ContainsFunc(c.problems, Problem.isError) {
		return false
	}
	r.add(c)
	return true
}

// enterBatch begins the batch between two offsets, without the long collections below a level.
func (c *converter) enterBatch(start, end int, below level) {
	text := c.text[start:end]
	c.batch = batch{depth: c.depth + 1}
	if len(text) > 2*c.batchSize && c.depth <= maxBatchDepth {
		c.long = findLongCollections(text, below, 2*c.batchSize)
	}
	c.stubs = c.anchors.namedIn(text)
	c.index = withoutCollections(below.anchorStubs(c.stubs), text, start, c.long)
	for i := range c.long {
		c.long[i].start += start
		c.long[i].end += start
	}
}

// parseBatch returns the parser's node for the batch, or nil when it is not one document by itself.
func (c *converter) parseBatch() *yaml.Node {
	hasAnchor := func(l longCollection) bool { return strings.Contains(c.text[l.start:l.end], "&") }
	if strings.Contains(c.index.text, "*") && slices.ContainsFunc(c.long, hasAnchor) {
		return nil // a collection may define an anchor again, and the text behind it may name that one
	}
	decoder := yaml.NewDecoder(strings.NewReader(c.index.text))
	var doc, more yaml.Node
	if decoder.Decode(&doc) != nil || len(doc.Content) == 0 || !errors.Is(decoder.Decode(&more), io.EOF) {
		return nil
	}
	return doc.Content[0]
}

// isStub reports whether an item or a field of the parser's nodes is the stub of the next long collection.
func (c *converter) isStub(parent *yaml.Node, i int) bool {
	l, n := c.long[0], parent.Content[i]
	at := l.start + l.level.indent() // the offset of the stub's scalar; a map begins where its first key begins
	if l.level.isList() {
		at += len("- ")
	}
	if n.Kind != yaml.ScalarNode || int(c.offset(n)) != at {
		return false
	}
	c.stopped = c.stopped || parent.Style != 0 || n.LineComment != "" || (parent.Kind == yaml.SequenceNode) != l.level.isList()
	return true
}

// eachBatch calls convert with the lists or maps that the batches of the next long collection parse to. It stops the converter when one
// is no batch.
func (c *converter) eachBatch(convert func(*yaml.Node)) {
	l := c.long[0]
	c.long = c.long[1:]
	around, nodes := c.batch, c.anchors.nodes
	for start := l.start; start < l.end && !c.stopped; {
		c.batch, c.anchors.nodes = around, nil
		end := l.cut(c.text, start, c.batchSize)
		c.enterBatch(start, end+indentation(c.text[end:c.piece.end]), l.level) // up to what follows, where the parser sees the end
		n := c.parseBatch()
		if n == nil || !l.isBatch(n) || !c.stripAnchorStubs(n) || endsInProperties(n) {
			c.stopped = true
			return
		}
		if start == l.start {
			c.doc.Records = slices.Grow(c.doc.Records, min(countRecords(n)*((l.end-l.start)/(end-start)+1), (l.end-l.start)/8))
		}
		convert(n)
		c.stopped = c.stopped || len(c.long) > 0
		start = end
	}
	c.batch, c.anchors.nodes = around, nodes
}

// isBatch reports whether a node is nothing but items or fields of the collection, from the first line on.
func (l longCollection) isBatch(n *yaml.Node) bool {
	kind := yaml.MappingNode
	if l.level.isList() {
		kind = yaml.SequenceNode
	}
	return n.Kind == kind && n.Style == 0 && n.Line == 1 && n.Column == l.level.indent()+1
}

// endsInProperties reports whether the last value of a batch is nothing but an anchor or a tag: the parser gives a comment behind them
// to the next value.
func endsInProperties(n *yaml.Node) bool {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Value == "" && n.Style&^yaml.TaggedStyle == 0 && (n.Anchor != "" || n.Style == yaml.TaggedStyle)
}

// stripAnchorStubs removes the stubs from a batch and registers them as the values that their anchors name.
func (c *converter) stripAnchorStubs(n *yaml.Node) bool {
	for _, name := range c.stubs {
		if n.Kind == yaml.MappingNode {
			n.Content = n.Content[1:]
		}
		stub := n.Content[0]
		if stub.Anchor != name {
			return false
		}
		c.anchors.register(stub, c.anchors.named[name])
		n.Content = n.Content[1:]
	}
	return true
}

// anchors are the values that aliases may name.
type anchors struct {
	nodes map[*yaml.Node]int32 // of the current batch
	named map[string]int32     // the last one of each name so far
	ended map[int32]expansion  // those that are converted completely
}

// expansion is how deep a value is, and how many bytes and values it expands to.
type expansion struct{ depth, bytes, values int }

func (a *anchors) begin(n *yaml.Node, at int32) {
	if a.ended == nil {
		a.named, a.ended = map[string]int32{}, map[int32]expansion{}
	}
	a.named[n.Anchor] = at
	a.register(n, at)
}

func (a *anchors) register(n *yaml.Node, at int32) {
	if a.nodes == nil {
		a.nodes = map[*yaml.Node]int32{}
	}
	a.nodes[n] = at
}

// find returns the record that an alias names; false if the alias is within it.
func (a *anchors) find(n *yaml.Node) (at int32, e expansion, ok bool) {
	at = a.nodes[n]
	e, ok = a.ended[at]
	return at, e, ok
}

// namedIn returns the names of the anchors before a text that the text seems to name, each once.
func (a *anchors) namedIn(text string) (names []string) {
	if len(a.named) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for {
		_, rest, found := strings.Cut(text, "*")
		if !found {
			return names
		}
		name := rest[:len(rest)-len(strings.TrimLeft(rest, anchorBytes))]
		if at, ok := a.named[name]; ok && !seen[name] {
			if _, ok := a.ended[at]; ok {
				names = append(names, name)
			}
			seen[name] = true
		}
		text = rest[len(name):]
	}
}

// anchorBytes are those that names of anchors are made of.
const anchorBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
