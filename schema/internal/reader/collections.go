package reader

import (
	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

func (c *converter) list(n *yaml.Node, at int32, depth int) {
	mark := len(c.children)
	c.items(n, depth+1)
	c.link(at, scalar.List, mark)
}

// items converts the items of a list and pushes them.
func (c *converter) items(list *yaml.Node, depth int) {
	for i, item := range list.Content {
		if l, ok := c.collectionAt(list, i); ok {
			c.eachBatch(l, func(list *yaml.Node) { c.items(list, depth) })
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
		if l, ok := c.collectionAt(n, i); ok {
			c.eachBatch(l, func(n *yaml.Node) { merges = append(merges, c.fields(n, at, depth)...) })
			continue
		}
		key, value := n.Content[i], n.Content[i+1]
		keyAt := c.offset(key)
		c.keyAnchors(key, depth)
		child := c.value(value, depth)
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
	c.checkEscape(n, child, at, true)
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
