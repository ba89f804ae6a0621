package tree

import (
	"iter"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/internal/reader"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// Rule is what a [Problem] is about.
type Rule uint8

// The rules of a text, in the order of package reader. From YAML11 on they are remarks: readers differ.
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
	StraySetter              // a setter comment behind no scalar
	NullSetter               // a setter comment behind a null, which may not be printed
	BadMarker                // nearly a setter comment of image automation; no reader takes it for one
)

// Problem is one violation of a rule.
type Problem struct {
	Rule     Rule
	Position Position
	Node     Node   // the value that it is about; absent when there is none
	OnKey    bool   // it is about the node's key
	Other    Node   // DuplicateKey: the first of the two
	Key      string // BadKey: the key in Node, a map, as it was written; empty if it is no scalar
	// The message of Syntax, BadKey and TooLarge, the tag, the escape, the key of MergeOrder, or else the scalar's Text.
	Detail string
}

// Parse reads a stream of YAML or JSON documents. It returns the documents that have content and can be read; a
// problem in one document does not keep the others from being read.
func Parse(file string, data []byte) ([]*Tree, []Problem) {
	trees, problems := Read(file, data)
	return trees, slices.Collect(problems)
}

// ParseValue reads a value that a program has written as JSON. Its nodes have no positions.
func ParseValue(data []byte) Node {
	trees, _ := Parse("", data)
	if len(trees) != 1 {
		return Node{}
	}
	trees[0].doc.Source.Unplaced = true
	return trees[0].Root()
}

// Read is Parse with problems that are made one at a time: a text may have as many as scalars.
func Read(file string, data []byte) ([]*Tree, iter.Seq[Problem]) {
	source, documents, found := reader.Read(file, data)
	trees := make([]*Tree, len(documents))
	for i, d := range documents {
		trees[i] = &Tree{doc: *d}
	}
	return trees, func(yield func(Problem) bool) {
		if len(found) == 0 {
			return
		}
		known := map[*record.Document]*Tree{}
		for i, d := range documents {
			known[d] = trees[i]
		}
		for _, p := range found {
			problem := Problem{Rule: Rule(p.Rule), Position: position(source, p.At), OnKey: p.OnKey, Key: p.Key,
				Detail: p.Detail}
			if d := p.Document; d != nil {
				if known[d] == nil { // it has no content
					known[d] = &Tree{doc: *d}
				}
				problem.Node, problem.Other = known[d].node(p.Record), known[d].node(p.Other)
			}
			if !yield(problem) {
				return
			}
		}
	}
}
