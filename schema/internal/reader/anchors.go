package reader

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// anchors are the values that aliases may name.
type anchors struct {
	nodes map[*yaml.Node]int32 // of the current batch
	named map[string]int32     // the last one of each name so far
	ended map[int32]expansion  // those that are converted completely
}

// expansion is how deep a value is, and how many bytes and values it expands to.
type expansion struct{ depth, bytes, values int }

func (a *anchors) begin(n *yaml.Node, at int32) {
	if a.ended == nil {
		a.named, a.ended = map[string]int32{}, map[int32]expansion{}
	}
	a.named[n.Anchor] = at
	a.register(n, at)
}

// register connects one of the parser's nodes with its record.
func (a *anchors) register(n *yaml.Node, at int32) {
	if a.nodes == nil {
		a.nodes = map[*yaml.Node]int32{}
	}
	a.nodes[n] = at
}

// find returns the record that an alias names; false if the alias is within it.
func (a *anchors) find(n *yaml.Node) (at int32, e expansion, ok bool) {
	at = a.nodes[n]
	e, ok = a.ended[at]
	return at, e, ok
}

// namedIn returns the names of the anchors before a text that the text seems to name, each once.
func (a *anchors) namedIn(text string) (names []string) {
	if len(a.named) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for {
		_, rest, found := strings.Cut(text, "*")
		if !found {
			return names
		}
		name := rest[:len(rest)-len(strings.TrimLeft(rest, anchorBytes))]
		if at, ok := a.named[name]; ok && !seen[name] {
			if _, ok := a.ended[at]; ok {
				names = append(names, name)
			}
			seen[name] = true
		}
		text = rest[len(name):]
	}
}

// anchorBytes are those that names of anchors are made of.
const anchorBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
