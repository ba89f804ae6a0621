package authored

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Scribe makes the values of one document, with the order of keys and the comments of their authors. It writes each
// comment once.
type Scribe struct {
	taken map[*Note]bool
	Kept  map[CommentID]bool
	own   map[*Note]bool // about values that entries or overrides have for some members
}

func NewScribe() *Scribe {
	return &Scribe{taken: map[*Note]bool{}, Kept: map[CommentID]bool{}, own: map[*Note]bool{}}
}

// Reserve keeps the comments about the values of an entry or override from values that others share.
func (s *Scribe) Reserve(n tree.Node, at Spot) {
	isLeaf := n.Kind() != tree.Map || at.inItem || !n.First().Exists()
	if isLeaf && at.Place != nil && !names.ReadLayerKey(n.Key()).Merges() {
		for _, note := range at.Place.Notes {
			s.own[note] = s.own[note] || at.has(note.member)
		}
	}
	i := at.begin(n)
	for child := range n.Children() {
		if n.Kind() == tree.List {
			s.Reserve(child, at.item(child, i))
		} else {
			s.Reserve(child, at.Field(child.Key()))
		}
		i++
	}
}

// begin returns how many items a list has below, if it grows.
func (s Spot) begin(n tree.Node) int {
	if s.Place != nil && n.Key() != "" && isGrowing(n.Key()) {
		return s.Place.Begin
	}
	return 0
}

// Spot is a place as some members have it.
type Spot struct {
	Place   *Place
	Members []int // in order; nil for all of them
	inItem  bool
}

func (s Spot) has(member int) bool {
	if s.Members == nil {
		return true
	}
	_, found := slices.BinarySearch(s.Members, member)
	return found
}

func (s Spot) Field(key string) Spot {
	s.Place = s.Place.Field(key)
	return s
}

func (s Spot) item(n tree.Node, index int) Spot {
	s.Place, s.inItem = s.Place.item(n, index), true
	return s
}

// fields returns the fields of a map in the order of their authors. An item of a list has its own order.
func (s Spot) fields(n tree.Node) []tree.Node {
	fields := slices.Collect(n.Children())
	if s.Place != nil {
		s.Place.sort(fields)
	}
	if s.inItem || s.Place == nil {
		fields = page.InFileOrder(fields)
	}
	slices.SortStableFunc(fields, func(x, y tree.Node) int { // last, what removes the item
		last := map[string]int{names.Removal: 1}
		return last[x.Key()] - last[y.Key()]
	})
	return fields
}

// Value returns the value of a node at a spot.
func (s *Scribe) Value(n tree.Node, at Spot) page.Value {
	made := page.Value{Kind: n.Kind()}
	switch made.Kind {
	case tree.Map:
		for _, child := range at.fields(n) {
			made.Fields = append(made.Fields, page.FieldOf(child.Key(), s.Noted(child, at.Field(child.Key()))))
		}
	case tree.List:
		i := at.begin(n)
		for child := range n.Children() {
			made.Items = append(made.Items, s.Noted(child, at.item(child, i)))
			i++
		}
	default:
		made.Scalar = n
	}
	return made
}

// Noted returns the value of a node with the comments about it.
func (s *Scribe) Noted(n tree.Node, at Spot) page.Value {
	if !n.Exists() {
		return page.Value{}
	}
	made := s.Value(n, at)
	made.Comments = s.Comments(at)
	if setter := n.Setter(); setter != "" { // it is printed with the scalar
		isSetter := func(c string) bool { return c == setter }
		made.Comments.Above = slices.DeleteFunc(made.Comments.Above, isSetter)
	}
	return made
}

// Comments returns what the first member has that has comments at a spot, and the instructions of all of them.
func (s *Scribe) Comments(at Spot) (found page.Comments) {
	if at.Place == nil {
		return found
	}
	first := true
	for _, n := range at.Place.Notes {
		if !at.has(n.member) || s.taken[n] || at.Members == nil && s.own[n] {
			continue
		}
		s.taken[n] = true
		if first {
			found.Above, found.Behind, found.Below = texts(n.Above), n.Behind.Text, texts(n.Below)
			first = false
		}
		for _, c := range n.All() {
			if comment.IsInstruction(c.Text) && !found.Has(c.Text) {
				found.Above = append(found.Above, c.Text)
			}
			if found.Has(c.Text) {
				s.Kept[CommentID{n.author, c.Line}] = true
			}
		}
	}
	return found
}

func texts(all []comment.Comment) []string {
	made := make([]string, len(all))
	for i, c := range all {
		made[i] = c.Text
	}
	return made
}

func isGrowing(key string) bool { return names.ReadLayerKey(key).Operator == names.Plus }
