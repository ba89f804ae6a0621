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
	Escape                   // \ud83d\ude00 in YAML: other readers know this escape in JSON only
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

// refuses reports whether the problem keeps a text from being used.
func (p Problem) refuses() bool { return p.Rule < YAML11 }

// The bounds within which a document is read. They are far beyond what an API server takes.
const (
	maxDepth    = 1000
	maxSource   = 1 << 30
	maxExpanded = 1 << 28 // bytes, beyond what it holds, that a document's aliases and indentation may stand for
)

// Parse reads a stream of YAML or JSON documents and returns those that can be read; documents without content are left
// out. A problem in one document does not keep the others from being read.
func Parse(file string, data []byte) ([]*Tree, []Problem) {
	return parse(file, data, batchSize)
}

// parse is Parse, with the size from which on a text is worth being cut.
func parse(file string, data []byte, batch int) ([]*Tree, []Problem) {
	src := &source{file: file, text: string(data)}
	switch {
	case len(data) > maxSource:
		return nil, []Problem{{Rule: TooLarge, Position: Position{file, 1, 1}, Detail: "the file is larger than 1 GiB"}}
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return nil, []Problem{{Rule: Syntax, Position: Position{file, 1, 1}, Detail: "the text is UTF-16; save it as UTF-8"}}
	}
	r := reader{src: src, batch: batch}
	for rest := pieces(src.text); len(rest) > 0; {
		n := r.neighbours(rest)
		if n == 1 || !r.together(rest[:n]) {
			for _, p := range rest[:n] {
				r.read(p)
			}
		}
		rest = rest[n:]
	}
	return r.trees, r.problems
}

// reader collects what a source says.
type reader struct {
	src      *source
	batch    int
	trees    []*Tree
	problems []Problem
}

func (r *reader) read(p piece) {
	text := r.src.text[p.start:p.end]
	if blank(text) || r.inParts(p) {
		return
	}
	at := newPlaces(text, p.start)
	documents, err := decode(at.text)
	if err != nil && isEscape(err) {
		at = rewriteEscapes(text, p)
		documents, err = decode(at.text)
	}
	r.fill(documents, at, p)
	if err != nil {
		r.problems = append(r.problems, syntaxProblem(r.src, at, err))
	}
}

// fill makes trees of the documents of a piece.
func (r *reader) fill(documents []*yaml.Node, at *places, p piece) {
	for _, doc := range documents {
		f := filler{tree: &Tree{source: r.src, nodes: make([]node, 1, countNodes(doc)+1)}, part: part{places: at}, piece: p}
		f.tree.root = f.value(doc, 0)
		r.take(&f)
	}
}

func (r *reader) take(f *filler) {
	r.problems = append(r.problems, f.problems...)
	if f.tree.Root().Kind() != Null {
		r.trees = append(r.trees, f.tree)
	}
}

// decode returns the documents of a text up to the first one that cannot be read.
func decode(text string) (found []*yaml.Node, err error) {
	for documents := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc yaml.Node
		err := documents.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		if len(doc.Content) > 0 {
			found = append(found, doc.Content[0])
		}
	}
}

// countNodes returns how many nodes a tree has for what the parser made: keys have none.
func countNodes(n *yaml.Node) int {
	count, step := 1, 1
	if n.Kind == yaml.MappingNode {
		step = 2
	}
	for i := step - 1; i < len(n.Content); i += step {
		count += countNodes(n.Content[i])
	}
	return count
}
