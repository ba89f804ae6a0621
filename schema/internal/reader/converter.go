package reader

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// converter turns the library's nodes into the records of a document.
type converter struct {
	assembler
	index *lineIndex
	nodes map[*yaml.Node]int32 // the records of anchors
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
		c.begin(n, at)
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
		c.resolve(n, at, depth)
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

func (c *converter) offset(n *yaml.Node) uint32 { return c.index.offset(n.Line, n.Column) }

// begin registers an anchor.
func (c *converter) begin(n *yaml.Node, at int32) {
	if c.nodes == nil {
		c.nodes = map[*yaml.Node]int32{}
	}
	c.nodes[n] = at
	c.anchors.begin(n.Anchor, at)
}

func (c *converter) resolve(n *yaml.Node, at int32, depth int) {
	from := c.nodes[n.Alias]
	if _, complete := c.anchors.ended[from]; !complete {
		c.report(Syntax, at, fmt.Sprintf("the anchor %q contains itself", n.Value))
		return
	}
	c.copyAlias(at, from, depth)
}

func (c *converter) scalar(n *yaml.Node, at int32) {
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.Tag
	}
	if n.Style == 0 {
		c.plain(n.Value, at)
		if n.Value == "" {
			c.setter(c.commentBehind(n, c.doc.Records[at].At), at)
		}
	} else {
		c.string(n.Value, at)
		c.applyTag(n, at, tag)
	}
	if c.index.rewritten {
		c.checkRewritten(n, at)
		c.checkEscape(n, at, c.doc.Records[at].At, false)
	}
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
	for _, item := range n.Content {
		child := c.value(item, depth+1)
		c.children = append(c.children, child)
	}
	c.link(at, scalar.List, mark)
}

func (c *converter) mapping(n *yaml.Node, at int32, depth int) {
	mark := len(c.children)
	merges := c.fields(n, at, depth+1)
	c.linkFields(at, mark, merges)
}

// fields converts the fields of a map and pushes them. It returns the merge keys instead.
func (c *converter) fields(n *yaml.Node, at int32, depth int) (merges []merge) {
	for i := 0; i+1 < len(n.Content); i += 2 {
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
		}
		if wrong := c.key(key, keyAt, child); wrong != "" {
			c.badKey(key.Value, keyAt, at, wrong)
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
	c.doc.Records[child].KeyAt = at
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
	wrong = c.setKey(n.Value, n.Style == 0, at, child)
	if wrong == "" && c.index.rewritten {
		c.checkEscape(n, child, at, true)
	}
	return wrong
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Value == "<<"
}
