package tree

import (
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
