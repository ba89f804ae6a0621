package record

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Collection is a list or a map whose children are added.
type Collection struct {
	at     int32
	mark   int // the children of those around it
	merges []merge
}

// Key is the key of a field.
type Key struct {
	At    uint32 // its offset in the source
	Text  string // without quotes
	Plain bool
	Pair  string // a surrogate pair in it, which only JSON has; mostly empty
}

// Collection returns a collection without children for a record.
func (a *Assembler) Collection(at int32) Collection { return Collection{at: at, mark: len(a.children)} }

// AddItem adds an item to a list.
func (a *Assembler) AddItem(child int32) { a.children = append(a.children, child) }

// Last returns the child that was added last to a collection that is open, or 0.
func (a *Assembler) Last() int32 {
	if len(a.children) == 0 {
		return 0
	}
	return a.children[len(a.children)-1]
}

// AddField adds a field to a map, or reports why its key cannot be one.
func (a *Assembler) AddField(c *Collection, k Key, child int32) {
	if wrong := a.setKey(k, child); wrong != "" {
		a.BadKey(c, k, wrong)
		return
	}
	a.children = append(a.children, child)
	if k.Pair != "" {
		a.Add(Problem{Rule: Escape, Record: child, OnKey: true, Detail: k.Pair})
	}
}

// AddMerge adds a merge key to a map.
func (a *Assembler) AddMerge(c *Collection, keyAt uint32, child int32, isAlias bool) {
	c.merges = append(c.merges, merge{keyAt, child, isAlias})
}

// BadKey reports a key of a map. No record has what is behind the key.
func (a *Assembler) BadKey(c *Collection, k Key, wrong string) {
	a.Problems = append(a.Problems,
		Problem{Rule: BadKey, At: k.At, Document: a.Doc, Record: c.at, Key: k.Text, Detail: wrong})
}

// EndList makes the children that are added the items of a list.
func (a *Assembler) EndList(c Collection) { a.link(c, scalar.List) }

// EndMap makes the children that are added the fields of a map, in the order of their keys.
func (a *Assembler) EndMap(c Collection) {
	scalar.GroupKeys(a.children[c.mark:], a.Doc.Key)
	a.dropDuplicates(c.mark)
	if c.merges != nil {
		a.merge(c.merges, c.mark)
		scalar.GroupKeys(a.children[c.mark:], a.Doc.Key)
	}
	scalar.OrderKeys(a.children[c.mark:], a.Doc.Key)
	a.link(c, scalar.Map)
}

func (a *Assembler) link(c Collection, kind scalar.Kind) {
	a.Doc.Records[c.at].Kind = kind
	next := &a.Doc.Records[c.at].Content
	for _, child := range a.children[c.mark:] {
		*next = child
		next = &a.Doc.Records[child].Next
	}
	a.children = a.children[:c.mark]
}

func (a *Assembler) dropDuplicates(mark int) {
	kept := a.children[:mark]
	for _, child := range a.children[mark:] {
		if last := len(kept) - 1; last >= mark && a.Doc.Key(kept[last]) == a.Doc.Key(child) {
			a.Add(Problem{Rule: DuplicateKey, Record: child, OnKey: true, Other: kept[last]})
			continue
		}
		kept = append(kept, child)
	}
	a.children = kept
}

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
	a.children = slices.AppendSeq(a.children[:mark], maps.Values(m.merged))
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
