package reader

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

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
