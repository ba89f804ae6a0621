package tree

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// merge is one merge key of a map.
type merge struct {
	keyAt uint32
	value int32 // a map, or a list of maps
	alias bool  // of the value; it may then be no list
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Value == "<<"
}

// merges lays out the merge keys of a map among the children above mark. sigs.k8s.io/yaml lets a merge replace what stands
// before it in the map; YAML's own rule, that the map's own keys win, holds for those behind it. The first of several maps
// in one merge wins.
func (f *filler) merges(merges []merge, mark int) {
	own := map[string]int32{}
	for _, child := range f.stack[mark:] {
		own[f.keyOf(child)] = child
	}
	merged := map[string]int32{}
	for _, m := range merges {
		if !m.alias {
			f.aliased = max(f.aliased, m.value) // what it brings is in two places
		}
		if (Node{f.tree, m.value}).Kind() != List || m.alias {
			f.merge(Node{f.tree, m.value}, m.keyAt, own, merged)
			continue
		}
		maps := slices.Collect(Node{f.tree, m.value}.Children())
		for _, source := range slices.Backward(maps) { // the first one is laid last, over the others
			f.merge(source, m.keyAt, own, merged)
		}
	}
	f.stack = f.stack[:mark]
	for _, child := range merged {
		f.stack = append(f.stack, child)
	}
	for key, child := range own {
		if _, ok := merged[key]; !ok {
			f.stack = append(f.stack, child)
		}
	}
}

func (f *filler) merge(from Node, mergeAt uint32, own, merged map[string]int32) {
	if from.Kind() != Map && !f.full {
		f.refuse(Syntax, from.at, "a merge key needs a map, an alias of a map, or a list of them")
		return
	}
	for c := from.First(); c.Exists() && !f.full; c = c.Next() {
		key := c.Key()
		at, again := merged[key]
		if mine, ok := own[key]; ok {
			if f.tree.nodes[mine].keyAt > mergeAt {
				continue
			}
			if !again {
				f.problem(Problem{Rule: MergeOrder, Node: Node{f.tree, mine}, OnKey: true, Detail: key})
			}
		}
		r := *c.record()
		r.next = 0
		if !again {
			at = f.add(r)
			merged[key] = at
		}
		f.tree.nodes[at] = r
		delete(f.tree.setters, at)
		if setter, ok := f.tree.setters[c.at]; ok {
			f.setter(at, setter)
		}
		f.grow(len(key)+100, at) // a record of its own, unlike what lies behind an alias
	}
}
