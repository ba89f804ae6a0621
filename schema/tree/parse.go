package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

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

// piece is a part of a text that is read by itself.
type piece struct {
	start, end int
	json       bool
}

// pieces cuts a stream where a line begins with the document marker, as kubectl does, so that one broken document does not
// hide the next; a stream of JSON values is cut between them.
func pieces(text string) []piece {
	start := behindMarks(text, 0)
	if cut := jsonPieces(text, start); cut != nil {
		return cut
	}
	var cut []piece
	for at := start; ; {
		i := strings.Index(text[at:], "---")
		if i < 0 {
			return append(cut, piece{start: behindPrefix(text, start), end: len(text)})
		}
		at += i
		if marker := beforeMarks(text, at); marker > start && text[marker-1] == '\n' && isMarker(text[at:]) {
			end := start + beforeDirectives(text[start:marker])
			cut = append(cut, piece{start: behindPrefix(text[:end], start), end: end})
			if start = end; end == marker {
				start = at
			}
		}
		at += len("---")
	}
}

// isMarker reports whether a line that begins with three dashes is a document marker.
func isMarker(line string) bool {
	return len(line) == 3 || strings.IndexByte(" \t\r\n", line[3]) >= 0
}

// A byte order mark is no part of what a document says, and each file of a stream may have begun with one.
const byteOrderMark = "\ufeff"

// behindMarks returns where the text goes on behind the byte order marks at a place.
func behindMarks(text string, at int) int {
	for strings.HasPrefix(text[at:], byteOrderMark) {
		at += len(byteOrderMark)
	}
	return at
}

// beforeMarks returns where the byte order marks begin that stand right before a place.
func beforeMarks(text string, at int) int {
	for strings.HasSuffix(text[:at], byteOrderMark) {
		at -= len(byteOrderMark)
	}
	return at
}

// behindPrefix returns where a document begins behind a byte order mark that follows its marker, comments or directives: the
// parser would take the mark for a part of the first key. Without such a mark it is where the text begins.
func behindPrefix(text string, start int) int {
	for at := start; at < len(text); {
		if found := behindMarks(text, at); found > at {
			start, at = found, found
		}
		line, _, _ := strings.Cut(text[at:], "\n")
		if !isPrefix(line) {
			break
		}
		at += len(line) + 1
	}
	return start
}

// isPrefix reports whether a line may stand before a document without being a part of it.
func isPrefix(line string) bool {
	if rest, found := strings.CutPrefix(line, "---"); found && isMarker(line) {
		line = rest
	}
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line[0] == '%'
}

// beforeDirectives returns where the directives (%YAML 1.1) begin that stand at the end of a piece and belong to the next
// document: at the start, or behind an end marker. Without directives it is the end.
func beforeDirectives(text string) int {
	if !strings.HasPrefix(text, "%") && !strings.Contains(text, "\n%") {
		return len(text)
	}
	at := 0
	if i := strings.LastIndex(text, "\n..."); i >= 0 {
		at = i + len("\n...")
	}
	for line := range strings.Lines(text[at:]) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line[0] != '%' {
			return len(text)
		}
	}
	return at
}

func jsonPieces(text string, start int) []piece {
	if trimmed := strings.TrimLeft(text[start:], " \t\r\n"); trimmed == "" || trimmed[0] != '{' {
		return nil
	}
	var cut []piece
	for values := json.NewDecoder(strings.NewReader(text[start:])); ; {
		var value json.RawMessage
		err := values.Decode(&value)
		if errors.Is(err, io.EOF) {
			return cut
		}
		if err != nil {
			return nil // YAML in flow style
		}
		end := start + int(values.InputOffset())
		cut = append(cut, piece{end - len(value), end, true})
	}
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

// blank reports whether a piece holds nothing but markers, comments and space. In doubt the parser shall judge: YAML has more
// line breaks than one, and forbids some characters in comments too.
func blank(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		text := strings.TrimLeft(line, " ")
		if text != "" && line != "---" && text[0] != '#' || strings.ContainsFunc(line, func(c rune) bool { return !printable(c) }) {
			return false
		}
	}
	return true
}

func countNodes(n *yaml.Node) int {
	count := 1
	for _, c := range n.Content {
		count += countNodes(c)
	}
	return count
}
