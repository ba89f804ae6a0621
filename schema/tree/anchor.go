package tree

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// anchors are the values that aliases may name.
type anchors struct {
	nodes map[*yaml.Node]int32 // of the part that is read
	named map[string]int32     // the last one of each name so far
	known map[int32]anchor     // those that are read to their end
}

// anchor says how deep a value lies, and how many bytes and values it stands for.
type anchor struct{ depth, expanded, values int }

func (a *anchors) begin(n *yaml.Node, at int32) {
	if a.known == nil {
		a.named, a.known = map[string]int32{}, map[int32]anchor{}
	}
	a.named[n.Anchor] = at
	a.mean(n, at)
}

// mean says that one of the parser's nodes is the value at a place.
func (a *anchors) mean(n *yaml.Node, at int32) {
	if a.nodes == nil {
		a.nodes = map[*yaml.Node]int32{}
	}
	a.nodes[n] = at
}

func (a *anchors) end(at int32, known anchor) { a.known[at] = known }

// find returns the value that an alias names; false if the alias stands inside of it.
func (a *anchors) find(n *yaml.Node) (at int32, known anchor, ok bool) {
	at = a.nodes[n]
	known, ok = a.known[at]
	return at, known, ok
}

// of returns the names of anchors that a text seems to name and that are defined before it, each once.
func (a *anchors) of(text string) (names []string) {
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
			if _, ok := a.known[at]; ok {
				names = append(names, name)
			}
			seen[name] = true
		}
		text = rest[len(name):]
	}
}

// anchorBytes are those that names of anchors are made of.
const anchorBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
