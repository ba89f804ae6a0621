package krmfn

import (
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func listOf(rl nodeList) (l list) {
	for i, node := range rl.Items {
		l.items = append(l.items, itemOf(node, i))
	}
	if rl.FunctionConfig != nil {
		l.config = itemOf(rl.FunctionConfig, 0)
	}
	return l
}

// itemOf reads a resource through its text, because it must mean the same as in its file. Where that text cannot be
// read without an error, for example because an alias has its anchor in another item, the fields are those that kyaml
// has read: such an item may be one of ours too.
func itemOf(node *yaml.RNode, index int) *item {
	i := &item{index: index}
	i.raw, i.unread = node.String()
	if i.root = valueOf([]byte(i.raw)); i.root.Exists() {
		return i
	}
	c := converter{build: tree.NewBuilder(), made: map[*yaml.Node]tree.Node{}, repeated: map[tree.Node]bool{}}
	i.root, i.repeated = c.value(node.YNode()), c.repeated
	return i
}

// valueOf returns the value of a text; none where it has an error, or several documents.
func valueOf(text []byte) tree.Node {
	trees, problems := tree.Read("", text)
	for p := range problems {
		if p.Rule < tree.YAML11 {
			return tree.Node{}
		}
	}
	if len(trees) != 1 {
		return tree.Node{}
	}
	return trees[0].Root()
}

// converter makes values of kyaml's nodes. Aliases share values; merge keys are fields like others.
type converter struct {
	build    *tree.Builder
	made     map[*yaml.Node]tree.Node
	repeated map[tree.Node]bool
}

// value is absent for a node that contains itself.
func (c *converter) value(n *yaml.Node) tree.Node {
	n = resolve(n)
	made, known := c.made[n]
	if n == nil || known {
		return made
	}
	c.made[n] = tree.Node{}
	switch {
	case isNull(n):
		made = c.build.Null(tree.Node{})
	case n.Kind == yaml.ScalarNode:
		made = c.build.String(n.Value, tree.Node{})
	case n.Kind == yaml.SequenceNode:
		made = c.list(n)
	case n.Kind == yaml.MappingNode:
		made = c.mapping(n)
	}
	c.made[n] = made
	return made
}

func (c *converter) list(n *yaml.Node) tree.Node {
	items := make([]tree.Node, len(n.Content))
	for i, item := range n.Content {
		items[i] = c.value(item)
	}
	return c.build.List(tree.Node{}, items...)
}

// mapping makes a map. Of a key that is twice, the first field counts.
func (c *converter) mapping(n *yaml.Node) tree.Node {
	var fields []tree.Field
	seen, twice := map[string]bool{}, false
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		if seen[key] {
			twice = twice || key == "apiVersion" || key == "kind"
			continue
		}
		seen[key] = true
		fields = append(fields, tree.Field{Key: key, Value: c.value(n.Content[i+1])})
	}
	made := c.build.Map(tree.Node{}, fields...)
	c.repeated[made] = twice
	return made
}

// lookup walks down from map to map and returns the value; nil when there is none.
func lookup(n *yaml.Node, path ...string) *yaml.Node {
	at := resolve(n)
	for _, key := range path {
		if at == nil || at.Kind != yaml.MappingNode {
			return nil
		}
		at = resolve(child(at, key))
	}
	return at
}

func child(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func textAt(n *yaml.Node, path ...string) string {
	if found := lookup(n, path...); found != nil && found.Kind == yaml.ScalarNode && !isNull(found) {
		return found.Value
	}
	return ""
}

func resolve(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n == nil || n.Tag == yaml.NodeTagNull }
