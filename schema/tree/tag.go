package tree

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

func (f *filler) tag(n *yaml.Node, at int32, own string) {
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != own {
		f.refuse(BadTag, at, n.Tag)
	}
}

// bareTag finds the tag ! that says nothing. The parser forgets it, but sigs.k8s.io/yaml reads "12" as a number behind it.
func (f *filler) bareTag(n *yaml.Node, at uint32) bool {
	rest := f.tree.source.text[at:f.piece.end]
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

// tagged judges the tag of a scalar. A tag may say what the scalar is anyway; !!str makes a string of it.
func (f *filler) tagged(n *yaml.Node, at int32, tag string) {
	if tag == "" || tag == "!!str" {
		return
	}
	kind, text := resolve(n.Value)
	whole := false
	if kind == Number {
		_, whole = integer(n.Value)
	}
	same := map[string]bool{"!!null": kind == Null, "!!bool": kind == Bool, "!!int": whole, "!!float": kind == Number}
	if !same[tag] {
		f.refuse(BadTag, at, tag)
		return
	}
	r := &f.tree.nodes[at]
	if r.kind = kind; text != n.Value {
		r.flags |= odd
	}
}

// remark says what readers make differently of a plain scalar, or what none can say in JSON.
func (f *filler) remark(at int32, n *yaml.Node, plain, onKey bool) {
	if !plain || n.Value == "" {
		return
	}
	kind, text := resolve(n.Value)
	rule := Rule(0)
	switch {
	case kind == String && strings.IndexByte(numberStarts, n.Value[0]) < 0: // the most
		return
	case kind == Number && (text == "NaN" || text == "+Inf" || text == "-Inf"):
		rule = NotJSON
	case kind == Bool && !strings.EqualFold(text, n.Value):
		rule = YAML11
	case kind == Number && text != n.Value && !isDecimal(n.Value), kind == Number && leadingZero(n.Value):
		rule = YAML11
	case kind == Number && text == n.Value && losesDigits(text):
		rule = LostDigits
	case kind == String && (isDate(n.Value) || isBase60(n.Value) || isHuge(n.Value)):
		rule = YAML11
	default:
		return
	}
	f.problem(Problem{Rule: rule, Node: Node{f.tree, at}, OnKey: onKey, Detail: text})
}

// leadingZero is true of 0123, an octal number to YAML 1.1.
func leadingZero(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9'
}
