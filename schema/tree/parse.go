package tree

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Rule names what a text may break, or what is worth saying of it.
type Rule uint8

// The rules of a text. Those from YAML11 on are remarks: the text has a meaning, but not the same to every reader.
const (
	Syntax       Rule = iota // no YAML
	DuplicateKey             // a key twice in one map
	BadKey                   // a key that is no scalar, or null
	BadTag                   // a tag that changes what a scalar is
	TooLarge                 // too deep, or too much behind aliases
	NotJSON                  // .inf and .nan
	YAML11                   // on, 0123: YAML 1.1 and 1.2 readers differ
	LostDigits               // 1.10: a reader that knows floats only makes 1.1 of it
	MergeOrder               // a key before the merge key that brings it too: readers differ
)

// Problem is one broken rule. Position says where; Node is the value it is about, absent when there is no tree.
type Problem struct {
	Rule     Rule
	Position Position
	Node     Node
	OnKey    bool   // it is about the node's key
	Other    Node   // DuplicateKey: the first of the two
	Key      string // BadKey: the key of Node, a map, as it was written; empty if it is no scalar
	Detail   string // what the rule found; the words of Syntax and TooLarge
}

// The bounds within which a document is read. They are far beyond what an API server takes.
const (
	maxDepth    = 1000
	maxSource   = 1 << 30
	maxExpanded = 1 << 28 // bytes, beyond what it holds, that a document's aliases and indentation may stand for
)

// Parse reads a stream of YAML or JSON documents and returns those that can be read; documents without content are left
// out. A problem in one document does not keep the others from being read.
func Parse(file string, data []byte) ([]*Tree, []Problem) {
	src := &source{file: file, text: string(data)}
	switch {
	case len(data) > maxSource:
		return nil, []Problem{{Rule: TooLarge, Position: Position{file, 1, 1}, Detail: "the file is larger than 1 GiB"}}
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return nil, []Problem{{Rule: Syntax, Position: Position{file, 1, 1}, Detail: "the text is UTF-16; save it as UTF-8"}}
	}
	var trees []*Tree
	var problems []Problem
	for _, p := range pieces(src.text) {
		ts, ps := parsePiece(src, p)
		trees = append(trees, ts...)
		problems = append(problems, ps...)
	}
	return trees, problems
}

func parsePiece(src *source, p piece) (trees []*Tree, problems []Problem) {
	text := src.text[p.start:p.end]
	if blank(text) {
		return nil, nil
	}
	at := newPlaces(text, p.start)
	trees, problems, err := decode(src, at, p.end)
	if err != nil && isEscape(err) {
		at = rewriteEscapes(text, p)
		trees, problems, err = decode(src, at, p.end)
	}
	if err != nil {
		problems = append(problems, syntaxProblem(src, at, err))
	}
	return trees, problems
}

// decode reads the documents of a piece up to the first one that cannot be read.
func decode(src *source, at *places, end int) (trees []*Tree, problems []Problem, err error) {
	for documents := yaml.NewDecoder(strings.NewReader(at.text)); ; {
		var doc yaml.Node
		err := documents.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return trees, problems, nil
		}
		if err != nil {
			return trees, problems, err
		}
		if len(doc.Content) == 0 {
			continue
		}
		f := filler{tree: &Tree{source: src, nodes: make([]node, 1, countNodes(&doc)+1)}, places: at, end: end}
		f.tree.root = f.value(doc.Content[0], 0)
		if problems = append(problems, f.problems...); f.tree.Root().Kind() != Null {
			trees = append(trees, f.tree)
		}
	}
}

func countNodes(n *yaml.Node) int {
	count := 1
	for _, c := range n.Content {
		count += countNodes(c)
	}
	return count
}
