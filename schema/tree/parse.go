package tree

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/reader"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// Rule is what a [Problem] is about.
type Rule uint8

// The rules of a text, in the order of package reader. From YAML11 on they are remarks: the text has a meaning, but not the same one to every reader.
const (
	Syntax       Rule = iota // no YAML
	DuplicateKey             // a key twice in one map
	BadKey                   // a key that is no scalar, or null
	BadTag                   // a tag that changes what a scalar is
	TooLarge                 // too deep, or aliases expand to too much
	NotJSON                  // .inf and .nan
	YAML11                   // on, 0123: readers of YAML 1.1 and 1.2 differ
	LostDigits               // 1.10: a reader that stores floats prints 1.1
	MergeOrder               // a key before a merge key that has it too: readers differ
	Escape                   // \ud83d\ude00 in YAML: other readers know this escape in JSON only
)

// Problem is one violation of a rule.
type Problem struct {
	Rule     Rule
	Position Position
	Node     Node   // the value that it is about; absent when there is none
	OnKey    bool   // it is about the node's key
	Other    Node   // DuplicateKey: the first of the two
	Key      string // BadKey: the key in Node, a map, as it was written; empty if it is no scalar
	Detail   string // Syntax, BadKey, TooLarge: the message; BadTag: the tag; Escape: the escape; MergeOrder: the key; otherwise the scalar's Text
}

// Parse reads a stream of YAML or JSON documents. It returns the documents that have content and can be read; a problem in one document
// does not keep the others from being read.
func Parse(file string, data []byte) ([]*Tree, []Problem) { return parse(file, data, reader.BatchSize) }

// ParseValue reads a value that a program has written as JSON. Its nodes have no positions.
func ParseValue(data []byte) Node {
	trees, _ := Parse("", data)
	if len(trees) != 1 {
		return Node{}
	}
	trees[0].doc.Source.Unplaced = true
	return trees[0].Root()
}

// parse is Parse with another size of batches.
func parse(file string, data []byte, batchSize int) (trees []*Tree, problems []Problem) {
	source, documents, found := reader.Read(file, data, batchSize)
	known := map[*record.Document]*Tree{} // problems may be about documents without content too
	treeOf := func(d *record.Document) *Tree {
		if known[d] == nil {
			known[d] = &Tree{doc: *d}
		}
		return known[d]
	}
	for _, d := range documents {
		trees = append(trees, treeOf(d))
	}
	for _, p := range found {
		problem := Problem{Rule: Rule(p.Rule), Position: position(source, p.At), OnKey: p.OnKey, Key: p.Key, Detail: p.Detail}
		if p.Document != nil {
			t := treeOf(p.Document)
			problem.Node, problem.Other = t.node(p.Record), t.node(p.Other)
		}
		problems = append(problems, problem)
	}
	return trees, problems
}

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

// Paths returns the path of each node within its document, for example `spec.deploy[1].destination`, or `metadata.labels[a/b]` for a key
// that is no plain word. It walks through each document once, because a node does not know its parent. The path of a built node is that
// of its origin; it is empty for an absent node, and without an origin.
func Paths(nodes []Node) []string {
	wanted := map[*Tree]map[int32]string{}
	parsed := make([]Node, len(nodes))
	for i, n := range nodes {
		if n = n.parsed(); !n.Exists() {
			continue
		}
		parsed[i] = n
		if wanted[n.tree] == nil {
			wanted[n.tree] = map[int32]string{}
		}
		wanted[n.tree][n.at] = ""
	}
	for t, paths := range wanted {
		w := walker{paths: paths, wanted: slices.Sorted(maps.Keys(paths)), seen: make([]bool, len(t.doc.Records))}
		w.walk(t.Root())
	}
	found := make([]string, len(nodes))
	for i, n := range parsed {
		if n.Exists() {
			found[i] = wanted[n.tree][n.at]
		}
	}
	return found
}

// walker finds the paths of some nodes of a document.
type walker struct {
	paths   map[int32]string
	wanted  []int32 // the nodes of paths, in order
	parents []parent
	seen    []bool // aliases share nodes: the first path to a node counts
}

// parent is a child on the way down to a node. It becomes text only for a node of paths.
type parent struct {
	child Node
	index int
	inMap bool
}

func (w *walker) walk(n Node) {
	if !n.Exists() || w.seen[n.at] {
		return
	}
	w.seen[n.at] = true
	if _, ok := w.paths[n.at]; ok {
		w.paths[n.at] = w.path()
	}
	s := parent{inMap: n.Kind() == Map}
	for c := n.First(); c.Exists(); c = c.Next() {
		s.child = c
		if s.inMap || w.wants(c) {
			w.parents = append(w.parents, s)
			w.walk(c)
			w.parents = w.parents[:len(w.parents)-1]
		}
		s.index++
	}
}

// wants reports whether a wanted node was read as a part of an item, before the next item. Lists are long, and few items have findings.
func (w *walker) wants(item Node) bool {
	i, _ := slices.BinarySearch(w.wanted, item.at)
	return i < len(w.wanted) && (!item.Next().Exists() || w.wanted[i] < item.Next().at)
}

func (w *walker) path() string {
	var path strings.Builder
	for _, s := range w.parents {
		if s.inMap {
			path.WriteString(Step(s.child.WrittenKey()))
		} else {
			path.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	return strings.TrimPrefix(path.String(), ".")
}

// Step returns what a key adds to a path.
func Step(key string) string {
	if key == "" || strings.ContainsAny(key, "./[] \t\n\"'") {
		return "[" + key + "]"
	}
	return "." + key
}
