package authored

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Place is a place of an entry, with what the authors of the members wrote there.
type Place struct {
	keys  []string // of a map, in the order of the first author who has each
	ranks map[string]int
	Below map[string]*Place
	items map[string]*Place
	Begin int // how many items of the lists of all members are in the list that grows
	Notes []*Note
}

// Note has the comments of a member at a place, which are of an object.
type Note struct {
	member, author int
	comment.Around
}

// Add notes what a member has at a place and below it.
func (p *Place) Add(n tree.Node, r *NoteReader) {
	if n.Kind() == tree.Map {
		p.AddKeys(n)
		for child := range n.Children() {
			below := p.Below[child.Key()]
			r.take(below, child.KeyPosition, child)
			below.Add(child, r)
		}
	} else if n.Kind() == tree.List {
		i := 0
		for child := range n.Children() {
			item := p.addItem(itemID(child, i), r)
			r.takeItem(item, child)
			item.Add(child, r)
			i++
		}
	}
}

// addItem returns the place of an item. It is found by its name, and by that with a reference in place of the name of
// the cluster.
func (p *Place) addItem(id string, r *NoteReader) *Place {
	if p.items == nil {
		p.items = map[string]*Place{}
	}
	shared := id
	if r.General != nil {
		shared = r.General(id)
	}
	item := cmp.Or(p.items[id], p.items[shared])
	if item == nil {
		item = &Place{}
	}
	p.items[id], p.items[shared] = item, item
	return item
}

// AddKeys adds the keys that no author before has. Each follows the key that it follows in its file.
func (p *Place) AddKeys(n tree.Node) {
	isKnown := func(child tree.Node) bool { return p.Below[child.Key()] != nil }
	allKnown := true
	for child := range n.Children() {
		allKnown = allKnown && isKnown(child)
	}
	if allKnown {
		return
	}
	if p.ranks = nil; p.Below == nil {
		p.Below = map[string]*Place{}
	}
	at := 0
	for _, child := range page.InFileOrder(slices.Collect(n.Children())) {
		if key := child.Key(); isKnown(child) {
			at = slices.Index(p.keys, key) + 1
		} else {
			p.Below[key] = &Place{}
			p.keys = slices.Insert(p.keys, at, key)
			at++
		}
	}
}

// Field returns the place of a field, which may have an operator in its key; nil where nobody has it.
func (p *Place) Field(key string) *Place {
	if p == nil {
		return nil
	}
	if below := p.Below[key]; below != nil {
		return below
	}
	name := names.ReadLayerKey(key).Name
	return cmp.Or(p.Below[name], p.Below[names.WrittenLayerKey(name)])
}

// item returns the place of an item; nil where nobody has it.
func (p *Place) item(n tree.Node, index int) *Place {
	if p == nil {
		return nil
	}
	return p.items[itemID(n, index)]
}

// itemID finds an item again in the lists of other members: by its name, otherwise by its index.
func itemID(n tree.Node, index int) string {
	for _, key := range divide.NameFields {
		if name := n.Find(key); name.Kind() == tree.String {
			return key + "=" + name.Text()
		}
	}
	return strconv.Itoa(index)
}

// sort puts fields in the order of the authors.
func (p *Place) sort(fields []tree.Node) {
	if p.ranks == nil {
		p.ranks = map[string]int{}
		for i, key := range p.keys {
			p.ranks[key] = i + 1
		}
	}
	rank := func(n tree.Node) int {
		key := n.Key()
		name := names.ReadLayerKey(key).Name
		return cmp.Or(p.ranks[key], p.ranks[name], p.ranks[names.WrittenLayerKey(name)], len(p.keys)+1)
	}
	slices.SortStableFunc(fields, func(x, y tree.Node) int { return cmp.Compare(rank(x), rank(y)) })
}
