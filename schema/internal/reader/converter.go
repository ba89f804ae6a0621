package reader

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// converter turns the parser's nodes into the records of a document.
type converter struct {
	batch
	doc       *record.Document
	text      string // of the source
	piece     piece
	batchSize int
	anchors   anchors
	children  []int32 // a stack: the children of the lists and maps that are open
	problems  []Problem
	expanded  expansion // of the document, without a depth
	stopped   bool      // nothing more is converted
}

// tooDeep is the detail of a document that is nested deeper than maxDepth, or than the parser goes.
const tooDeep = "nested more than 1000 levels deep"

// value converts a value and returns its record.
func (c *converter) value(n *yaml.Node, depth int) int32 {
	at := c.doc.Add(record.Record{At: c.offset(n)})
	before := c.expanded
	c.expanded.bytes += len(n.Value) + 8 + 2*depth
	c.expanded.values++
	if n.Anchor != "" {
		c.anchors.begin(n, at)
	}
	if c.hasBareTag(n, c.doc.Records[at].At) {
		c.report(BadTag, at, "!")
	}
	switch {
	case c.stopped:
	case depth > maxDepth:
		c.report(TooLarge, at, tooDeep)
		c.stopped = true
	case n.Kind == yaml.AliasNode:
		c.alias(n, at, depth)
	case n.Kind == yaml.ScalarNode:
		c.scalar(n, at)
	case n.Kind == yaml.SequenceNode:
		c.checkTag(n, at, "!!seq")
		c.list(n, at, depth)
	case n.Kind == yaml.MappingNode:
		c.checkTag(n, at, "!!map")
		c.mapping(n, at, depth)
	}
	if n.LineComment != "" {
		c.setter(n.LineComment, at)
	}
	if n.Anchor != "" {
		c.anchors.ended[at] = expansion{depth, c.expanded.bytes - before.bytes, c.expanded.values - before.values}
	}
	c.expand(0, at)
	return at
}

// expand counts bytes that the document expands to, and stops when they are too many.
func (c *converter) expand(bytes int, at int32) {
	if c.expanded.bytes += bytes; c.expanded.bytes > maxExpanded+4*(c.piece.end-c.piece.start) && !c.stopped {
		c.stopped = true
		c.report(TooLarge, at, "written out, the aliases and the indentation of this document take more than 256 MiB")
	}
}

func (c *converter) offset(n *yaml.Node) uint32 { return c.index.offset(n.Line, n.Column) }

// alias gives the record of an alias the value that it names. They share their children.
func (c *converter) alias(n *yaml.Node, at int32, depth int) {
	from, target, ok := c.anchors.find(n.Alias)
	if !ok {
		c.report(Syntax, at, fmt.Sprintf("the anchor %q contains itself", n.Value))
		return
	}
	c.expanded.bytes += target.bytes + 2*target.values*max(depth-target.depth, 0)
	c.expanded.values += target.values
	r, v := &c.doc.Records[at], c.doc.Records[from]
	r.Kind, r.First = v.Kind, v.First
	if r.Flags |= v.Flags & record.NonCanonical; v.Text > 0 || v.Flags&record.InTable != 0 {
		r.Text = c.doc.AddString(c.doc.Written(from))
		r.Flags |= record.InTable
	}
	if setter, ok := c.doc.Setters[from]; ok {
		c.doc.SetSetter(at, setter)
	}
}

func (c *converter) scalar(n *yaml.Node, at int32) {
	r := &c.doc.Records[at]
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.Tag
	}
	plain := n.Style&^yaml.TaggedStyle == 0 && tag == ""
	r.Kind = scalar.String
	if plain {
		var text string
		if r.Kind, text = scalar.Resolve(n.Value); r.Kind != scalar.String && r.Kind != scalar.Null && text != n.Value {
			r.Flags |= record.NonCanonical
		}
	}
	text, how := c.span(n.Value, r.At)
	r.Text, r.Flags = text, r.Flags|how
	c.applyTag(n, at, tag)
	if plain && n.Value == "" {
		c.setter(c.commentBehind(n, r.At), at)
	}
	if plain {
		c.checkDoubt(n.Value, at, false)
	}
	if c.index.rewritten {
		c.checkRewritten(n, at)
		c.checkEscape(n, at, r.At, false)
	}
}

// span returns a text's length if the source spells it so, perhaps behind a quote, or otherwise its index in the table.
func (c *converter) span(text string, at uint32) (n uint32, how record.Flags) {
	rest := c.text[at:c.piece.end]
	switch {
	case text == "", strings.HasPrefix(rest, text):
		return uint32(len(text)), 0
	case rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.HasPrefix(rest[1:], text):
		return uint32(len(text)), record.Quoted
	}
	return c.doc.AddString(text), record.InTable
}

// checkDoubt reports a plain scalar that readers resolve differently, or that JSON cannot represent.
func (c *converter) checkDoubt(plain string, at int32, onKey bool) {
	if doubt, text := scalar.DoubtOf(plain); doubt != scalar.NoDoubt {
		rules := [...]Rule{scalar.NotJSON: NotJSON, scalar.YAML11: YAML11, scalar.LostDigits: LostDigits}
		c.problem(Problem{Rule: rules[doubt], Record: at, OnKey: onKey, Detail: text})
	}
}

func (c *converter) report(rule Rule, at int32, detail string) {
	c.problem(Problem{Rule: rule, Record: at, Detail: detail})
}

// problem adds a problem of a record at the place of its value or key.
func (c *converter) problem(p Problem) {
	p.Document = c.doc
	if r := &c.doc.Records[p.Record]; p.OnKey {
		p.At = r.KeyAt
	} else {
		p.At = r.At
	}
	c.problems = append(c.problems, p)
}

// checkTag reports a tag that is not the collection's own.
func (c *converter) checkTag(n *yaml.Node, at int32, own string) {
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != own {
		c.report(BadTag, at, n.Tag)
	}
}

// hasBareTag finds the tag !. The parser forgets it, but sigs.k8s.io/yaml reads "12" as a number behind it.
func (c *converter) hasBareTag(n *yaml.Node, at uint32) bool {
	rest := c.text[at:c.piece.end]
	if n.Anchor != "" && n.Kind != yaml.AliasNode {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "&"+n.Anchor), blanks)
		for strings.HasPrefix(rest, "#") {
			_, rest, _ = strings.Cut(rest, "\n")
			rest = strings.TrimLeft(rest, blanks)
		}
	}
	rest, found := strings.CutPrefix(rest, "!")
	return found && n.Style&yaml.TaggedStyle == 0 && (rest == "" || strings.IndexAny(rest, blanks) == 0)
}

const blanks = " \t\r\n\u0085\u2028\u2029"

// applyTag applies the tag of a scalar. A tag may name what the scalar is anyway; !!str makes a string of it.
func (c *converter) applyTag(n *yaml.Node, at int32, tag string) {
	if tag == "" || tag == "!!str" {
		return
	}
	kind, text := scalar.Resolve(n.Value)
	same := map[string]bool{
		"!!null": kind == scalar.Null, "!!bool": kind == scalar.Bool, "!!float": kind == scalar.Number,
		"!!int": kind == scalar.Number && scalar.IsInteger(n.Value),
	}
	if !same[tag] {
		c.report(BadTag, at, tag)
		return
	}
	r := &c.doc.Records[at]
	if r.Kind = kind; text != n.Value {
		r.Flags |= record.NonCanonical
	}
}

func (c *converter) list(n *yaml.Node, at int32, depth int) {
	mark := len(c.children)
	c.items(n, depth+1)
	c.link(at, scalar.List, mark)
}

func (c *converter) items(list *yaml.Node, depth int) {
	for i, item := range list.Content {
		if len(c.long) > 0 && c.isStub(list, i) {
			c.eachBatch(func(list *yaml.Node) { c.items(list, depth) })
			continue
		}
		child := c.value(item, depth)
		c.children = append(c.children, child)
	}
}

// link pops the children above a mark and makes them the children of a record.
func (c *converter) link(parent int32, kind scalar.Kind, mark int) {
	c.doc.Records[parent].Kind = kind
	next := &c.doc.Records[parent].First
	for _, child := range c.children[mark:] {
		*next = child
		next = &c.doc.Records[child].Next
	}
	c.children = c.children[:mark]
}

func (c *converter) mapping(n *yaml.Node, at int32, depth int) {
	mark := len(c.children)
	merges := c.fields(n, at, depth+1)
	scalar.GroupKeys(c.children[mark:], c.doc.Key)
	c.dropDuplicates(mark)
	if merges != nil {
		c.merge(merges, mark)
		scalar.GroupKeys(c.children[mark:], c.doc.Key)
	}
	scalar.OrderKeys(c.children[mark:], c.doc.Key)
	c.link(at, scalar.Map, mark)
}

// fields converts the fields of a map and pushes them. It returns the merge keys instead.
func (c *converter) fields(n *yaml.Node, at int32, depth int) (merges []merge) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if len(c.long) > 0 && c.isStub(n, i) {
			c.eachBatch(func(n *yaml.Node) { merges = append(merges, c.fields(n, at, depth)...) })
			continue
		}
		key, value := n.Content[i], n.Content[i+1]
		keyAt := c.offset(key)
		c.keyAnchors(key, depth)
		child := c.value(value, depth)
		if key.LineComment != "" {
			c.straySetter(key.LineComment, keyAt, child)
		}
		if isMerge(key) {
			merges = append(merges, merge{keyAt, child, value.Kind == yaml.AliasNode})
			continue
		}
		if key.Kind == yaml.AliasNode {
			key = key.Alias
			c.stopped = c.stopped || len(c.stubs) > 0 // it may be a stub, which does not have the text
		}
		if wrong := c.key(key, keyAt, child); wrong != "" { // no record has what is behind the key: the problem is that of the map
			c.problems = append(c.problems, Problem{Rule: BadKey, At: keyAt, Document: c.doc, Record: at, Key: key.Value, Detail: wrong})
		} else {
			c.children = append(c.children, child)
		}
	}
	return merges
}

// keyAnchors registers the anchors within a key. Problems with the key are reported by key.
func (c *converter) keyAnchors(n *yaml.Node, depth int) {
	if n.Anchor != "" || n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		kept := len(c.problems)
		c.value(n, depth)
		if !c.stopped {
			c.problems = c.problems[:kept]
		}
	}
}

// key sets the key of a child, or returns why it cannot be a key.
func (c *converter) key(n *yaml.Node, at uint32, child int32) (wrong string) {
	r := &c.doc.Records[child]
	r.KeyAt = at
	switch n.Kind {
	case yaml.MappingNode:
		return "{{ begins a map in a map"
	case yaml.ScalarNode:
	default:
		return "a key must be a string"
	}
	switch {
	case n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str":
		c.problem(Problem{Rule: BadTag, Record: child, OnKey: true, Detail: n.Tag})
	case c.hasBareTag(n, at):
		c.problem(Problem{Rule: BadTag, Record: child, OnKey: true, Detail: "!"})
	}
	text, plain := n.Value, n.Style == 0
	if plain {
		var ok bool
		if text, ok = scalar.KeyText(n.Value); !ok {
			return text
		}
	}
	length, how := c.span(text, at)
	r.Key, r.Flags = length, r.Flags|how<<record.OfKey
	c.expanded.bytes += len(text)
	if plain {
		c.checkDoubt(n.Value, child, true)
	}
	if c.index.rewritten {
		c.checkEscape(n, child, at, true)
	}
	return ""
}

// dropDuplicates drops the second of two equal keys, which are neighbours.
func (c *converter) dropDuplicates(mark int) {
	kept := c.children[:mark]
	for _, child := range c.children[mark:] {
		if last := len(kept) - 1; last >= mark && c.doc.Key(kept[last]) == c.doc.Key(child) {
			c.problem(Problem{Rule: DuplicateKey, Record: child, OnKey: true, Other: kept[last]})
			continue
		}
		kept = append(kept, child)
	}
	c.children = kept
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Value == "<<"
}
