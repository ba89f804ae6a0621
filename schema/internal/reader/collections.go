package reader

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

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

// merge is one merge key of a map.
type merge struct {
	keyAt   uint32
	value   int32 // a map, or a list of maps
	isAlias bool  // of the value, which may then be no list
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Value == "<<"
}

// merger collects the fields of a map that has merge keys.
type merger struct {
	*converter
	own, merged map[string]int32
}

// merge replaces the children above a mark by those and the fields of the merge keys. In sigs.k8s.io/yaml a merge replaces the fields before
// it in the map, while the fields behind it win, which is YAML's rule for all of them. The first of several maps in one merge wins.
func (c *converter) merge(merges []merge, mark int) {
	m := merger{c, map[string]int32{}, map[string]int32{}}
	for _, child := range c.children[mark:] {
		m.own[c.doc.Key(child)] = child
	}
	for _, key := range merges {
		sources := []int32{key.value}
		if c.doc.Records[key.value].Kind == scalar.List && !key.isAlias {
			sources = c.childrenOf(key.value)
		}
		for _, source := range slices.Backward(sources) { // the first one is last, so that it replaces the others
			m.add(source, key.keyAt)
		}
	}
	c.children = c.children[:mark]
	for _, child := range m.merged {
		c.children = append(c.children, child)
	}
	for key, child := range m.own {
		if _, ok := m.merged[key]; !ok {
			c.children = append(c.children, child)
		}
	}
}

func (m *merger) add(from int32, mergeAt uint32) {
	if m.doc.Records[from].Kind != scalar.Map && !m.stopped {
		m.report(Syntax, from, "a merge key needs a map, an alias of a map, or a list of them")
		return
	}
	for _, child := range m.childrenOf(from) {
		if m.stopped {
			return
		}
		key := m.doc.Key(child)
		at, again := m.merged[key]
		if own, ok := m.own[key]; ok {
			if m.doc.Records[own].KeyAt > mergeAt {
				continue
			}
			if !again {
				m.problem(Problem{Rule: MergeOrder, Record: own, OnKey: true, Detail: key})
			}
		}
		r := m.doc.Records[child]
		r.Next = 0
		if !again {
			at = m.doc.Add(r)
			m.merged[key] = at
		}
		m.doc.Records[at] = r
		delete(m.doc.Setters, at)
		if setter, ok := m.doc.Setters[child]; ok {
			m.doc.SetSetter(at, setter)
		}
		m.expand(len(key)+100, at) // a record of its own, unlike the children of an alias
	}
}

func (c *converter) childrenOf(parent int32) (children []int32) {
	for at := c.doc.Records[parent].First; at != 0; at = c.doc.Records[at].Next {
		children = append(children, at)
	}
	return children
}
