package tree

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// filler turns yaml.v3's nodes into a Tree.
type filler struct {
	part
	tree     *Tree
	piece    piece
	batch    int
	anchors  anchors
	stack    []int32 // children of the lists and maps that are open
	likes    []like  // items of the lists that are open
	aliased  int32   // the last of the values that aliases have named
	problems []Problem
	expanded int  // bytes that the document stands for, aliases and indentation written out
	values   int  // values that it stands for
	full     bool // nothing more is read
}

// tooDeep is what a document is that is nested deeper than maxDepth, or than the parser goes.
const tooDeep = "nested more than 1000 levels deep"

func (f *filler) value(n *yaml.Node, depth int) int32 {
	at := f.add(node{at: f.offset(n)})
	expanded, values := f.expanded, f.values
	f.expanded += len(n.Value) + 8 + 2*depth
	f.values++
	if n.Anchor != "" {
		f.anchors.begin(n, at)
	}
	if f.bareTag(n, f.tree.nodes[at].at) {
		f.refuse(BadTag, at, "!")
	}
	switch {
	case f.full:
	case depth > maxDepth:
		f.refuse(TooLarge, at, tooDeep)
		f.full = true
	case n.Kind == yaml.AliasNode:
		f.alias(n, at, depth)
	case n.Kind == yaml.ScalarNode:
		f.scalar(n, at)
	case n.Kind == yaml.SequenceNode:
		f.tag(n, at, "!!seq")
		f.list(n, at, depth)
	case n.Kind == yaml.MappingNode:
		f.tag(n, at, "!!map")
		f.mapping(n, at, depth)
	}
	if n.Anchor != "" {
		f.anchors.end(at, anchor{depth, f.expanded - expanded, f.values - values})
	}
	f.grow(0, at)
	return at
}

// grow counts bytes that the document stands for, and stops reading when they are too many.
func (f *filler) grow(by int, at int32) {
	if f.expanded += by; f.expanded > maxExpanded+4*(f.piece.end-f.piece.start) && !f.full {
		f.full = true
		f.refuse(TooLarge, at, "written out, the aliases and the indentation of this document take more than 256 MiB")
	}
}

func (f *filler) add(r node) int32 {
	f.tree.nodes = append(f.tree.nodes, r)
	return int32(len(f.tree.nodes) - 1)
}

// expect makes room for so many nodes.
func (f *filler) expect(nodes int) { f.tree.nodes = slices.Grow(f.tree.nodes, nodes) }

func (f *filler) offset(n *yaml.Node) uint32 {
	return f.places.offset(n.Line, n.Column)
}

// alias gives the record of an alias the value that it names; children are shared.
func (f *filler) alias(n *yaml.Node, at int32, depth int) {
	from, target, ok := f.anchors.find(n.Alias)
	if !ok {
		f.refuse(Syntax, at, fmt.Sprintf("the anchor %q contains itself", n.Value))
		return
	}
	f.expanded += target.expanded + 2*target.values*max(depth-target.depth, 0)
	f.values += target.values
	f.aliased = max(f.aliased, from)
	f.copyValue(at, from)
}

// copyValue gives one record the value of another and keeps its key and its place.
func (f *filler) copyValue(to, from int32) {
	r, v := &f.tree.nodes[to], f.tree.nodes[from]
	r.kind, r.first = v.kind, v.first
	if r.flags |= v.flags & odd; v.text > 0 || v.flags&elsewhere != 0 {
		r.text = f.keep(Node{f.tree, from}.Written())
		r.flags |= elsewhere
	}
	if setter, ok := f.tree.setters[from]; ok {
		f.setter(to, setter)
	}
}

func (f *filler) scalar(n *yaml.Node, at int32) {
	r := &f.tree.nodes[at]
	plain := n.Style&^yaml.TaggedStyle == 0
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.Tag
	}
	r.kind = String
	if plain && tag == "" {
		var text string
		r.kind, text = resolve(n.Value)
		if r.kind != String && r.kind != Null && text != n.Value {
			r.flags |= odd
		}
	}
	place, how := f.place(n.Value, r.at)
	r.text, r.flags = place, r.flags|how
	f.tagged(n, at, tag)
	if n.LineComment != "" && r.kind != Null {
		f.comment(n.LineComment, at)
	}
	f.remark(at, n, plain && tag == "", false)
	f.pairs(n, at)
	f.escape(n, at, r.at, false)
}

// comment keeps the comment behind a scalar if it is a setter comment; the parser may have joined another one to it.
func (f *filler) comment(text string, at int32) {
	if line, _, _ := strings.Cut(text, "\n"); isSetter(line) {
		f.setter(at, line)
	}
}

// isSetter recognises a setter comment as kyaml does: any number of #, and the JSON of one behind them.
func isSetter(comment string) bool {
	object, found := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(comment, "#"), " \t"), "{")
	return found && strings.HasPrefix(strings.TrimLeft(object, " \t"), `"$`)
}

// escape reports the surrogate pairs of a text in quotes. JSON has this escape, and a YAML reader other than this one refuses it.
func (f *filler) escape(n *yaml.Node, node int32, at uint32, onKey bool) {
	if !f.places.rewritten || f.piece.json || n.Style&yaml.DoubleQuotedStyle == 0 {
		return
	}
	if pair := firstPair(f.tree.source.text[at:f.piece.end]); pair != "" {
		f.problem(Problem{Rule: Escape, Node: Node{f.tree, node}, OnKey: onKey, Detail: pair})
	}
}

// pairs refuses text that rewriteEscapes has changed where escapes mean nothing.
func (f *filler) pairs(n *yaml.Node, at int32) {
	if f.places.rewritten && n.Style&yaml.DoubleQuotedStyle == 0 && joined().MatchString(n.Value) {
		f.refuse(Syntax, at, `escapes such as \ud83d\ude00 stand inside and outside of double quotes; write the character itself`)
	}
}

// place returns a text's length when it stands in the source just so, perhaps behind a quote, or else its index beside it.
func (f *filler) place(text string, at uint32) (place uint32, how flags) {
	rest := f.tree.source.text[at:f.piece.end]
	switch {
	case text == "", strings.HasPrefix(rest, text):
		return uint32(len(text)), 0
	case rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.HasPrefix(rest[1:], text):
		return uint32(len(text)), quoted
	}
	return f.keep(text), elsewhere
}

func (f *filler) keep(text string) uint32 {
	f.tree.strings = append(f.tree.strings, text)
	return uint32(len(f.tree.strings) - 1)
}

func (f *filler) setter(at int32, comment string) {
	if f.tree.setters == nil {
		f.tree.setters = map[int32]string{}
	}
	f.tree.setters[at] = comment
	f.tree.nodes[at].flags |= hasSetter
}

func (f *filler) list(n *yaml.Node, at int32, depth int) {
	mark, likes := len(f.stack), len(f.likes)
	f.items(n, depth+1, likes)
	f.likes = f.likes[:likes]
	f.link(at, List, mark)
}

// items fills the items of a list and puts them on the stack. Their likes begin at a mark.
func (f *filler) items(list *yaml.Node, depth, likes int) {
	for i, item := range list.Content {
		if run, ok := f.leftOut(list, i); ok {
			f.each(run, func(list *yaml.Node) { f.items(list, depth, likes) })
			continue
		}
		child := f.value(item, depth)
		f.compare(child, likes)
		f.stack = append(f.stack, child)
	}
}

// link chains the children that lie on the stack above mark.
func (f *filler) link(parent int32, kind Kind, mark int) {
	children := f.stack[mark:]
	f.tree.nodes[parent].kind = kind
	for i, child := range children {
		if i == 0 {
			f.tree.nodes[parent].first = child
		} else {
			f.tree.nodes[children[i-1]].next = child
		}
	}
	f.stack = f.stack[:mark]
}

func (f *filler) mapping(n *yaml.Node, at int32, depth int) {
	mark := len(f.stack)
	merges := f.fields(n, at, depth+1)
	sortKeys(f.stack[mark:], f.keyOf)
	f.duplicates(mark)
	if merges != nil {
		f.merges(merges, mark)
		sortKeys(f.stack[mark:], f.keyOf)
	}
	orderKeys(f.stack[mark:], f.keyOf)
	f.link(at, Map, mark)
}

// fields fills the fields of a map and puts them on the stack, but for those of merge keys.
func (f *filler) fields(n *yaml.Node, at int32, depth int) (merges []merge) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if run, ok := f.leftOut(n, i); ok {
			f.each(run, func(n *yaml.Node) { merges = append(merges, f.fields(n, at, depth)...) })
			continue
		}
		key, value := n.Content[i], n.Content[i+1]
		keyAt := f.offset(key)
		f.keyAnchors(key, depth)
		child := f.value(value, depth)
		if isMerge(key) {
			merges = append(merges, merge{keyAt, child, value.Kind == yaml.AliasNode})
			continue
		}
		if wrong := f.key(key, keyAt, child); wrong != "" {
			f.badKey(key, keyAt, at, wrong)
		} else {
			f.stack = append(f.stack, child)
		}
	}
	return merges
}

func (f *filler) keyOf(child int32) string { return Node{f.tree, child}.Key() }

// keyAnchors keeps what anchors of a key name. What is wrong with the key, key says.
func (f *filler) keyAnchors(n *yaml.Node, depth int) {
	if n.Anchor != "" || n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		kept := len(f.problems)
		f.value(n, depth)
		if !f.full {
			f.problems = f.problems[:kept]
		}
	}
}

// key reads the key of a child, or says what is wrong with it.
func (f *filler) key(n *yaml.Node, at uint32, child int32) (wrong string) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
		f.full = f.full || len(f.names) > 0 // it may be a head, which does not have the text
	}
	r := &f.tree.nodes[child]
	r.keyAt = at
	if n.Kind == yaml.MappingNode {
		return "{{ begins a map in a map"
	}
	if n.Kind != yaml.ScalarNode {
		return "a key must be a string"
	}
	text := n.Value
	plain := n.Style == 0
	switch {
	case n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str":
		f.problem(Problem{Rule: BadTag, Node: Node{f.tree, child}, OnKey: true, Detail: n.Tag})
	case f.bareTag(n, at):
		f.problem(Problem{Rule: BadTag, Node: Node{f.tree, child}, OnKey: true, Detail: "!"})
	}
	if plain {
		var ok bool
		if text, ok = keyText(n.Value); !ok {
			return text
		}
	}
	place, how := f.place(text, at)
	r.key, r.flags = place, r.flags|how<<ofKey
	f.expanded += len(text)
	f.remark(child, n, plain, true)
	f.escape(n, child, at, true)
	return ""
}

// badKey refuses a key. What stands behind it is in no tree: the problem is that of the map.
func (f *filler) badKey(n *yaml.Node, at uint32, parent int32, wrong string) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	f.problems = append(f.problems, Problem{
		Rule: BadKey, Position: f.tree.source.position(at), Node: Node{f.tree, parent}, Key: n.Value, Detail: wrong,
	})
}

// duplicates drops the second of two equal keys, which lie side by side once sorted.
func (f *filler) duplicates(mark int) {
	kept := f.stack[:mark]
	for i, child := range f.stack[mark:] {
		here := Node{f.tree, child}
		if i > 0 && len(kept) > mark {
			if first := (Node{f.tree, kept[len(kept)-1]}); first.Key() == here.Key() {
				f.problem(Problem{Rule: DuplicateKey, Node: here, OnKey: true, Other: first})
				continue
			}
		}
		kept = append(kept, child)
	}
	f.stack = kept
}

func (f *filler) refuse(rule Rule, at int32, detail string) {
	f.problem(Problem{Rule: rule, Node: Node{f.tree, at}, Detail: detail})
}

func (f *filler) problem(p Problem) {
	if p.OnKey {
		p.Position = f.tree.source.position(p.Node.record().keyAt)
	} else {
		p.Position = p.Node.Position()
	}
	f.problems = append(f.problems, p)
}
