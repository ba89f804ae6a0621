package tree

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// All yields a value that exists and all values in it, each before those that it holds.
func (n Node) All() iter.Seq[Node] {
	return func(yield func(Node) bool) { _ = !n.Exists() || n.all(yield) }
}

func (n Node) all(yield func(Node) bool) bool {
	if !yield(n) {
		return false
	}
	for c := n.First(); c.Exists(); c = c.Next() {
		if !c.all(yield) {
			return false
		}
	}
	return true
}

// Has reports whether a value that exists, or one in it, is as asked.
func (n Node) Has(asked func(Node) bool) bool {
	return each.Any(n.All(), asked)
}

// Walk visits a value that exists and all values in it, as [Node.All] does, with their paths from the value. Where
// visit returns false, it is not asked about what the value holds. The path is valid during the call.
func (n Node) Walk(visit func(at Path, n Node) bool) {
	if n.Exists() {
		visitor{visit: visit}.below(n)
	}
}

type visitor struct {
	path  Path
	visit func(Path, Node) bool
}

func (v visitor) below(n Node) {
	if !v.visit(v.path, n) {
		return
	}
	isList, index := n.Kind() == List, 0
	for c := range n.Children() {
		step := pathStep{Key: c.Key(), node: c}
		if isList {
			step = pathStep{Index: index, List: true}
			index++
		}
		visitor{append(v.path, step), v.visit}.below(c)
	}
}

// Path leads from a value to one that it holds.
type Path []pathStep

type pathStep struct {
	Key   string
	Index int
	List  bool

	node Node // that has the key
}

// String returns the path as [Paths] does, with keys as Kubernetes reads them: spec.values.hosts[0].
func (p Path) String() string { return p.text(func(s pathStep) string { return s.Key }) }

// Written returns the path with keys as their author wrote them, see [Node.WrittenKey]. Of two values that are
// compared, it is the author of before, unless only after has the key.
func (p Path) Written() string { return p.text(func(s pathStep) string { return s.node.WrittenKey() }) }

func (p Path) text(key func(pathStep) string) string {
	var b strings.Builder
	for _, s := range p {
		if s.List {
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		} else {
			b.WriteString(Step(key(s)))
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// Step returns what a key adds to a path.
func Step(key string) string {
	if key == "" || strings.ContainsAny(key, "./[]= \t\n\"'") {
		return "[" + key + "]"
	}
	return "." + key
}

// ItemStep is Step for keys of which a number is the index of an item.
func ItemStep(key string) string {
	if strings.Trim(key, "0123456789") == "" {
		return "[" + key + "]"
	}
	return Step(key)
}

// Compare orders paths: by key, and in lists by index.
func (p Path) Compare(other Path) int {
	return slices.CompareFunc(p, other,
		func(a, b pathStep) int { return cmp.Or(strings.Compare(a.Key, b.Key), cmp.Compare(a.Index, b.Index)) })
}

// Keys returns the keys down to the value, or to the first list that it is in.
func (p Path) Keys() (keys []string) {
	for _, s := range p {
		if s.List {
			break
		}
		keys = append(keys, s.Key)
	}
	return keys
}

// Is reports whether the path has these keys, and no others.
func (p Path) Is(keys ...string) bool {
	return slices.EqualFunc(p, keys, func(s pathStep, key string) bool { return !s.List && s.Key == key })
}

// Paths returns the path of each node within its document, for example `spec.deploy[1].destination`, or
// `metadata.labels[a/b]` for a key that is no plain word. It walks through each document once, because a node does not
// know its parent. A built node has the path of its origin; it is empty for an absent node, and without an origin.
func Paths(nodes []Node) []string {
	paths, trees := map[Node]string{}, map[*Tree]bool{}
	for _, n := range nodes {
		if n = n.parsed(); n.Exists() {
			paths[n], trees[n.tree] = "", true
		}
	}
	for t := range trees {
		seen := make([]bool, len(t.doc.Records)) // aliases share nodes: the first path to a node counts
		t.Root().Walk(func(at Path, n Node) bool {
			if seen[n.at] {
				return false
			}
			if _, asked := paths[n]; asked {
				paths[n] = at.Written()
			}
			seen[n.at] = true
			return true
		})
	}
	return each.Of(nodes, func(n Node) string { return paths[n.parsed()] })
}

// Size returns about how many bytes the value has as JSON: escapes are not counted, and nulls are. Beyond most it stops
// counting, because aliases may repeat any number of values.
func (n Node) Size(most int) int {
	n = n.value()
	switch r := n.record(); {
	case Kind(r.Kind) == Absent:
		return 0
	case r.Flags&record.IsPrinted != 0:
		return len(n.tree.beside.printed[n.at].json)
	case Kind(r.Kind) == String:
		return len(n.Written()) + len(`""`)
	case Kind(r.Kind) < List:
		return max(1, len(n.Written()))
	}
	size := len("{")
	for c := n.First(); c.Exists() && size <= most; c = c.Next() {
		if key := c.Key(); key != "" {
			size += len(key) + len(`"":`)
		}
		size += len(",")
		size += c.Size(most - size)
	}
	return max(size, len("{}"))
}

// Heaviest returns the deepest value that has more than half of the Size of n: n itself, or one below it.
func (n Node) Heaviest(most int) Node {
	return n.heavierThan(n.Size(most) / 2)
}

func (n Node) heavierThan(half int) Node {
	for c := range n.Children() {
		if c.Size(half) > half {
			return c.heavierThan(half)
		}
	}
	return n
}

// Position is a place in a file. Lines and columns count from one, columns in characters. The zero Position is unknown.
type Position struct {
	File         string
	Line, Column int
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

func position(source *record.Source, offset uint32) Position {
	line, column := source.Position(offset)
	return Position{source.File, line, column}
}

// Position returns where the value begins. A built value has the position of its origin.
func (n Node) Position() Position {
	if n = n.parsed(); !n.Exists() {
		return Position{}
	}
	return position(n.tree.doc.Source, n.record().At)
}

// KeyPosition returns where the value's key begins; of an item or a document, where the value begins.
func (n Node) KeyPosition() Position {
	n = n.parsed()
	if r := n.self().record(); r.Key > 0 || r.KeyAt > 0 || r.Flags&(record.InTable<<record.OfKey) != 0 {
		return position(n.tree.doc.Source, r.KeyAt)
	}
	return n.Position()
}

// PositionIn returns where the file has a line and a column of the Text, both counted from one. It is the Position of a
// value that is neither a literal block nor on one line as it is, for example with escapes or a replaced reference.
func (n Node) PositionIn(line, column int) Position {
	at, whole, text := n.Position(), n.Source().FileText(), strings.Split(strings.TrimSuffix(n.Text(), "\n"), "\n")
	if line < 1 || line > len(text) || whole == "" || n.parsed().Kind() != String {
		return at
	}
	if spelling := n.Spelling(); spelling != "" {
		if quote := strings.Index(spelling, n.Text()); quote >= 0 {
			at.Column += quote + column - 1
		}
		return at
	}
	start, _ := n.Span()
	file := strings.SplitN(whole[start:], "\n", line+2)
	header, _, _ := strings.Cut(file[0], " #")
	if !strings.HasSuffix(strings.TrimRight(header, " \r+-0123456789"), "|") || line >= len(file) {
		return at
	}
	indent, isLine := strings.CutSuffix(strings.TrimRight(file[line], "\r"), strings.TrimRight(text[line-1], "\r"))
	if isLine {
		at.Line += line
		at.Column = utf8.RuneCountInString(indent) + max(column, 1)
	}
	return at
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
		n = n.tree.beside.links[n.record().At]
	}
	return n
}
