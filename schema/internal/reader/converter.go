package reader

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

type converter struct {
	record.Assembler
	source string
	piece  Piece
	index  *lineIndex
	nodes  map[*yaml.Node]int32 // the records of anchors
}

// tooDeep is the detail of a document that is nested deeper than record.MaxDepth, or than the library goes.
const tooDeep = "nested more than 1000 levels deep"

func (c *converter) value(n *yaml.Node, depth int) int32 {
	o := c.Begin(c.offset(n), depth, len(n.Value), n.Anchor)
	if n.Anchor != "" {
		c.nodes[n] = o.At
	}
	if c.hasBareTag(n, c.Doc.Records[o.At].At) {
		c.Report(record.BadTag, o.At, "!")
	}
	switch {
	case c.Stopped:
	case depth > record.MaxDepth:
		c.Report(record.TooLarge, o.At, tooDeep)
		c.Stopped = true
	case n.Kind == yaml.AliasNode && !c.IsComplete(c.nodes[n.Alias]):
		c.Report(record.Syntax, o.At, fmt.Sprintf("the anchor %q contains itself", n.Value))
	case n.Kind == yaml.AliasNode:
		c.Alias(o.At, c.nodes[n.Alias], depth)
	case n.Kind == yaml.ScalarNode:
		c.scalar(n, o.At)
	case n.Kind == yaml.SequenceNode:
		c.checkTag(n, o.At, "!!seq")
		list := c.Collection(o.At)
		for _, item := range n.Content {
			c.AddItem(c.value(item, depth+1))
		}
		c.EndList(list)
	case n.Kind == yaml.MappingNode:
		c.checkTag(n, o.At, "!!map")
		fields := c.Collection(o.At)
		for field := range slices.Chunk(n.Content, 2) {
			c.field(&fields, field[0], field[1], depth+1)
		}
		c.EndMap(fields)
	}
	switch {
	case n.LineComment != "":
		c.Setter(n.LineComment, o.At)
		fallthrough
	case n.Kind != yaml.ScalarNode || strings.Contains(n.HeadComment, "\n"):
		c.deadSetters(n, c.Doc.Records[o.At].At, o.At, false)
	case n.HeadComment != "" && !c.isOfNull(n.HeadComment, o.At-1):
		c.Setter(n.HeadComment, o.At)
	}
	return c.End(o)
}

// deadSetters reports setter comments in lines of their own, above or below a value or key. Image automation reads the
// one line above a scalar that has no comment behind it, as an item of a list may have (Read in kyaml's fieldmeta, and
// getSchema in internal/update of image-automation-controller).
func (c *converter) deadSetters(n *yaml.Node, at uint32, of int32, onKey bool) {
	for line := range strings.SplitSeq(n.HeadComment+"\n"+n.FootComment, "\n") {
		if !c.isOfNull(line, of-1) {
			c.stray(line, at, of, onKey)
		}
	}
}

// isOfNull reports whether a comment is behind a null, which the library also has above the value behind it.
func (c *converter) isOfNull(comment string, record int32) bool {
	return c.Doc.Records[record].Kind == scalar.Null && comment == c.Doc.Setters[record]
}

func (c *converter) stray(line string, at uint32, of int32, onKey bool) {
	if record.IsSetter(line) {
		c.Problems = append(c.Problems, record.Problem{Rule: record.StraySetter, At: at, Document: c.Doc, Record: of,
			OnKey: onKey, Detail: line})
	}
}

func (c *converter) offset(n *yaml.Node) uint32 { return c.index.offset(n.Line, n.Column) }

func (c *converter) scalar(n *yaml.Node, at int32) {
	if n.Style == 0 {
		c.Plain(n.Value, at)
		if n.Value == "" {
			c.Setter(c.commentBehind(n, c.Doc.Records[at].At), at)
		}
	} else {
		c.String(n.Value, at)
		c.applyTag(n, at)
	}
}

func (c *converter) checkTag(n *yaml.Node, at int32, own string) {
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != own {
		c.Report(record.BadTag, at, n.Tag)
	}
}

// hasBareTag finds the tag !. The library forgets it, but sigs.k8s.io/yaml reads "12" as a number behind it.
func (c *converter) hasBareTag(n *yaml.Node, at uint32) bool {
	rest := c.source[at:c.piece.End]
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
func (c *converter) applyTag(n *yaml.Node, at int32) {
	if n.Style&yaml.TaggedStyle == 0 || n.Tag == "!!str" {
		return
	}
	kind, meaning := scalar.Resolve(n.Value)
	same := map[string]bool{"!!null": kind == scalar.Null, "!!bool": kind == scalar.Bool, "!!float": kind == scalar.Number,
		"!!int": kind == scalar.Number && scalar.IsInteger(n.Value)}
	if !same[n.Tag] {
		c.Report(record.BadTag, at, n.Tag)
		return
	}
	c.SetKind(kind, meaning, n.Value, at)
}

func (c *converter) field(fields *record.Collection, key, value *yaml.Node, depth int) {
	keyAt := c.offset(key)
	c.keyAnchors(key, depth)
	child := c.value(value, depth)
	// the library gives a key also the comment behind the null before it, and that behind the anchor of its map
	if line, _, _ := strings.Cut(key.LineComment, "\n"); line != "" && c.Doc.Setters[child] != line &&
		c.Doc.Setters[c.Last()] != line {
		c.stray(line, keyAt, child, true)
	}
	c.deadSetters(key, keyAt, child, true)
	if key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Value == "<<" {
		c.AddMerge(fields, keyAt, child, value.Kind == yaml.AliasNode)
		return
	}
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	}
	k := record.Key{At: keyAt, Text: key.Value, Plain: key.Style == 0}
	if wrong := c.checkKey(key, keyAt, child); wrong != "" {
		c.BadKey(fields, k, wrong)
		return
	}
	c.AddField(fields, k, child)
}

// keyAnchors registers the anchors within a key. Problems with the key are reported by checkKey.
func (c *converter) keyAnchors(n *yaml.Node, depth int) {
	if n.Anchor != "" || n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		kept := len(c.Problems)
		c.value(n, depth)
		if !c.Stopped {
			c.Problems = c.Problems[:kept]
		}
	}
}

// checkKey returns why a node cannot be the key of a child, and reports its tag.
func (c *converter) checkKey(n *yaml.Node, at uint32, child int32) (wrong string) {
	c.Doc.Records[child].KeyAt = at
	switch n.Kind {
	case yaml.MappingNode:
		return "{{ begins a map in a map"
	case yaml.ScalarNode:
	default:
		return "a key must be a string"
	}
	switch {
	case n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str":
		c.Add(record.Problem{Rule: record.BadTag, Record: child, OnKey: true, Detail: n.Tag})
	case c.hasBareTag(n, at):
		c.Add(record.Problem{Rule: record.BadTag, Record: child, OnKey: true, Detail: "!"})
	}
	return ""
}

// commentBehind finds a comment behind a null that is nothing. The library gives it to the key, or the next one.
func (c *converter) commentBehind(null *yaml.Node, at uint32) string {
	line, _, _ := strings.Cut(c.source[at:c.piece.End], "\n")
	if null.Anchor != "" {
		line = strings.TrimPrefix(line, "&"+null.Anchor)
	}
	line = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ","), " \t")
	if !strings.HasPrefix(line, "#") {
		return ""
	}
	return strings.TrimRight(line, " \t\r")
}
