package assembly

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// merge is one merge key of a map.
type merge struct {
	keyAt   uint32
	value   int32 // a map, or a list of maps
	isAlias bool  // of the value, which may then be no list
}

type merger struct {
	*Assembler
	own, merged map[string]int32
}

// merge replaces the children above a mark by those and the fields of the merge keys. In sigs.k8s.io/yaml a merge
// replaces the fields before it in the map, while the fields behind it win, which is YAML's rule for all of them. The
// first of several maps in one merge wins.
func (a *Assembler) merge(merges []merge, mark int) {
	m := merger{a, map[string]int32{}, map[string]int32{}}
	for _, child := range a.children[mark:] {
		m.own[a.Doc.Key(child)] = child
	}
	for _, key := range merges {
		sources := []int32{key.value}
		if a.Doc.Records[key.value].Kind == scalar.List && !key.isAlias {
			sources = a.childrenOf(key.value)
		}
		for _, source := range slices.Backward(sources) { // the first one is last, so that it replaces the others
			m.add(source, key.keyAt)
		}
	}
	a.children = a.children[:mark]
	for _, child := range m.merged {
		a.children = append(a.children, child)
	}
	for key, child := range m.own {
		if _, ok := m.merged[key]; !ok {
			a.children = append(a.children, child)
		}
	}
}

func (m *merger) add(from int32, mergeAt uint32) {
	if m.Doc.Records[from].Kind != scalar.Map && !m.Stopped {
		m.Report(Syntax, from, "a merge key needs a map, an alias of a map, or a list of them")
		return
	}
	for _, child := range m.childrenOf(from) {
		if m.Stopped {
			return
		}
		key := m.Doc.Key(child)
		at, again := m.merged[key]
		if own, ok := m.own[key]; ok {
			if m.Doc.Records[own].KeyAt > mergeAt {
				continue
			}
			if !again {
				m.Add(Problem{Rule: MergeOrder, Record: own, OnKey: true, Detail: key})
			}
		}
		r := m.Doc.Records[child]
		r.Next = 0
		if !again {
			at = m.Doc.Add(r)
			m.merged[key] = at
		}
		m.Doc.Records[at] = r
		delete(m.Doc.Setters, at)
		if setter, ok := m.Doc.Setters[child]; ok {
			m.Doc.SetSetter(at, setter)
		}
		m.expand(len(key)+100, at) // a record of its own, unlike the children of an alias
	}
}

func (a *Assembler) childrenOf(parent int32) (children []int32) {
	for at := a.Doc.Records[parent].First(); at != 0; at = a.Doc.Records[at].Next {
		children = append(children, at)
	}
	return children
}
