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

func (c *converter) isNull(at int32) bool { return c.doc.Records[at].Kind == scalar.Null }

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
	if n.LineComment != "" && r.Kind != scalar.Null {
		// the parser may have joined the comment of another line
		if line, _, _ := strings.Cut(n.LineComment, "\n"); isSetter(line) {
			c.doc.SetSetter(at, line)
		}
	}
	if plain {
		c.checkDoubt(n.Value, at, false)
	}
	c.checkRewritten(n, at)
	c.checkEscape(n, at, r.At, false)
}

// isSetter recognizes a setter comment as kyaml does: any number of #, and the JSON of one behind them.
func isSetter(comment string) bool {
	object, found := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(comment, "#"), " \t"), "{")
	return found && strings.HasPrefix(strings.TrimLeft(object, " \t"), `"$`)
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

// checkEscape reports the first surrogate pair of a text in quotes. JSON has this escape, and other YAML readers refuse it.
func (c *converter) checkEscape(n *yaml.Node, at int32, offset uint32, onKey bool) {
	if !c.index.rewritten || c.piece.json || n.Style&yaml.DoubleQuotedStyle == 0 {
		return
	}
	if pair := firstPair(c.text[offset:c.piece.end]); pair != "" {
		c.problem(Problem{Rule: Escape, Record: at, OnKey: onKey, Detail: pair})
	}
}

// checkRewritten reports a text that rewriteEscapes has changed where escapes have no meaning.
func (c *converter) checkRewritten(n *yaml.Node, at int32) {
	if c.index.rewritten && n.Style&yaml.DoubleQuotedStyle == 0 && rewritten().MatchString(n.Value) {
		c.report(Syntax, at, `escapes such as \ud83d\ude00 stand inside and outside of double quotes; write the character itself`)
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
