package tree

import (
	"iter"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/internal/reader"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// Problem is one violation of a rule.
type Problem struct {
	// Rule is for package schema, which makes a finding of the problem.
	Rule record.Rule
	// Remark says that the text has a meaning, but not the same one to every reader.
	Remark bool
	// Ends says that nobody knows what is behind the place: the text is too deep, or its aliases expand to too much.
	Ends     bool
	Position Position
	Node     Node   // the value that it is about; absent when there is none
	OnKey    bool   // it is about the node's key
	Other    Node   // the first of two equal keys; absent for any other rule
	Key      string // the key in Node, a map, as it was written, when it is null or no scalar; empty if it is no scalar
	// The message of a text that cannot be read, the tag, the escape, the merged key, or else the scalar's Text.
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
			problem := Problem{Rule: p.Rule, Remark: p.Rule >= record.YAML11, Ends: p.Rule == record.TooLarge,
				Position: position(source, p.At), OnKey: p.OnKey, Key: p.Key, Detail: p.Detail}
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
