package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// scribe makes the values of one document, with the order of keys and the comments of their authors. It writes each
// comment once.
type scribe struct {
	taken map[*note]bool
	kept  map[commentID]bool
	own   map[*note]bool // about values that entries or overrides have for some members
}

func newScribe() *scribe {
	return &scribe{taken: map[*note]bool{}, kept: map[commentID]bool{}, own: map[*note]bool{}}
}

// reserve keeps the comments about the values of an entry or override from values that others share.
func (s *scribe) reserve(n tree.Node, at spot) {
	isLeaf := !isMap(n) || at.inItem || !n.First().Exists()
	if isLeaf && at.place != nil && !reference.ReadKey(n.Key()).Merges() {
		for _, note := range at.place.notes {
			s.own[note] = s.own[note] || at.has(note.member)
		}
	}
	i := at.begin(n)
	for child := range n.Children() {
		if n.Kind() == tree.List {
			s.reserve(child, at.item(child, i))
		} else {
			s.reserve(child, at.field(child.Key()))
		}
		i++
	}
}

// begin returns how many items a list has below, if it grows.
func (s spot) begin(n tree.Node) int {
	if s.place != nil && n.Key() != "" && isGrowing(n.Key()) {
		return s.place.begin
	}
	return 0
}

// spot is a place as some members have it.
type spot struct {
	place   *place
	members []int // in order; nil for all of them
	inItem  bool
}

func (s spot) has(member int) bool {
	if s.members == nil {
		return true
	}
	_, found := slices.BinarySearch(s.members, member)
	return found
}

func (s spot) field(key string) spot {
	s.place = s.place.field(key)
	return s
}

func (s spot) item(n tree.Node, index int) spot {
	s.place, s.inItem = s.place.item(n, index), true
	return s
}

// fields returns the fields of a map in the order of their authors. An item of a list has its own order.
func (s spot) fields(n tree.Node) []tree.Node {
	fields := slices.Collect(n.Children())
	if s.place != nil {
		s.place.sort(fields)
	}
	if s.inItem || s.place == nil {
		fields = page.InFileOrder(fields)
	}
	slices.SortStableFunc(fields, func(x, y tree.Node) int { // last, what removes the item
		last := map[string]int{reference.Removal: 1}
		return last[x.Key()] - last[y.Key()]
	})
	return fields
}

// value returns the value of a node at a spot.
func (s *scribe) value(n tree.Node, at spot) page.Value {
	made := page.Value{Kind: n.Kind()}
	switch made.Kind {
	case tree.Map:
		for _, child := range at.fields(n) {
			made.Fields = append(made.Fields, page.FieldOf(child.Key(), s.noted(child, at.field(child.Key()))))
		}
	case tree.List:
		i := at.begin(n)
		for child := range n.Children() {
			made.Items = append(made.Items, s.noted(child, at.item(child, i)))
			i++
		}
	default:
		made.Scalar = n
	}
	return made
}

// noted returns the value of a node with the comments about it.
func (s *scribe) noted(n tree.Node, at spot) page.Value {
	if !n.Exists() {
		return page.Value{}
	}
	made := s.value(n, at)
	made.Comments = s.comments(at)
	if setter := n.Setter(); setter != "" { // it is printed with the scalar
		isSetter := func(c string) bool { return c == setter }
		made.Comments.Above = slices.DeleteFunc(made.Comments.Above, isSetter)
	}
	return made
}

// comments returns what the first member has that has comments at a spot, and the instructions of all of them.
func (s *scribe) comments(at spot) (found page.Comments) {
	if at.place == nil {
		return found
	}
	first := true
	for _, n := range at.place.notes {
		if !at.has(n.member) || s.taken[n] || at.members == nil && s.own[n] {
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
				s.kept[commentID{n.author, c.Line}] = true
			}
		}
	}
	return found
}

func texts(all []comment.Comment) []string {
	return each(all, func(c comment.Comment) string { return c.Text })
}

func isGrowing(key string) bool { return reference.ReadKey(key).Operator == reference.Plus }
