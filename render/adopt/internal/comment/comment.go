package comment

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Comment is one comment, from its # on to the end of its line.
type Comment struct {
	Line int // from one on
	Text string
}

// Around are the comments about one line.
type Around struct {
	Above  []Comment
	Behind Comment // without text where there is none
	Below  []Comment
}

// All returns the comments, in their order.
func (a *Around) All() []Comment {
	all := slices.Clone(a.Above)
	if a.Behind.Text != "" {
		all = append(all, a.Behind)
	}
	return append(all, a.Below...)
}

// Only returns the comments for which a function is true.
func (a *Around) Only(keep func(Comment) bool) (made Around) {
	drop := func(c Comment) bool { return !keep(c) }
	made.Above = slices.DeleteFunc(slices.Clone(a.Above), drop)
	made.Below = slices.DeleteFunc(slices.Clone(a.Below), drop)
	if keep(a.Behind) {
		made.Behind = a.Behind
	}
	return made
}

// Text has the comments of a text.
type Text struct{ around map[int]*Around }

// Read reads the comments of a text, whose first line has a number.
func Read(text string, first int) *Text {
	s := scanner{text: text, line: first, plain: none}
	if strings.Contains(text, "#") {
		s.scan()
	}
	made := &Text{around: map[int]*Around{}}
	end := lastAbove(s.found, math.MaxInt)
	for first := 0; first < len(s.found); {
		last, hasContent := first, false // a document without content is part of its neighbour
		for last < len(s.found) && (s.found[last].kind != marker || !hasContent || last > end) {
			hasContent = hasContent || s.found[last].kind == content
			last++
		}
		made.attach(s.found[first:last])
		first = last
	}
	return made
}

// At returns the comments about a line that a key or an item begins, or a scalar; nil where there are none.
func (t *Text) At(line int) *Around { return t.around[line] }

// Lines returns the lines that have comments about them, in order.
func (t *Text) Lines() []int { return slices.Sorted(maps.Keys(t.around)) }

func (t *Text) of(line int) *Around {
	if t.around[line] == nil {
		t.around[line] = &Around{}
	}
	return t.around[line]
}

// attach finds the lines that the comments of one document are about.
func (t *Text) attach(found []event) {
	for i, e := range found {
		switch e.kind {
		case behind:
			t.behind(e)
		case own:
			next := slices.IndexFunc(found[i:], func(e event) bool { return e.kind == content })
			above := lastAbove(found[:i], e.column)
			isAbove := next < 0 || found[i+next].column < e.column || isEnd(e.text)
			c := Comment{e.line, e.text}
			switch {
			case above >= 0 && isAbove:
				line := t.of(found[above].line)
				line.Below = append(line.Below, c)
			case next >= 0:
				line := t.of(found[i+next].line)
				line.Above = append(line.Above, c)
			}
		}
	}
}

func (t *Text) behind(e event) {
	line, c := t.of(e.about), Comment{e.line, e.text}
	if line.Behind.Text == "" {
		line.Behind = c
	} else {
		line.Below = append(line.Below, c)
	}
}

// lastAbove returns the last line with content that is not further in than a column; -1 without one.
func lastAbove(found []event, column int) int {
	for i, e := range slices.Backward(found) {
		if e.kind == content && e.column <= column {
			return i
		}
	}
	return -1
}
