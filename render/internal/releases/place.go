package releases

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// place gives problems of values the places that authors know: a key that a reference fills is where the layer has it,
// and a value that a reference reads is where the fleet has it, with the path that reads it.
func place(problems []finding.Problem, t *entries.Template, values tree.Node) {
	all := sites{}
	all.add(valuesOf(t), values, "values")
	for i := range problems {
		p := &problems[i]
		at := all[p.Node]
		if p.OnKey && at.written.Exists() {
			p.Node = at.written
		}
		isRead := !at.written.Exists() || at.written.Position() != p.Node.Position() ||
			t.Replaced && !t.HasPlace(p.Node.Position())
		if p.Node.Exists() && at.path != "" && isRead {
			as := fmt.Sprintf("as %s: ", at.path)
			if p.Detail = as + p.Detail; p.Hiding != "" {
				p.Hiding = as + p.Hiding
			}
		}
	}
}

// sites tell of the values that Helm gets where they come from.
type sites map[tree.Node]site

type site struct {
	written tree.Node // in the place of the value, as layers have it; absent where a reference has brought that
	path    string
}

// add pairs values with those of layers, which have the same order: replaced references and left out fields keep it.
func (s sites) add(written, filled tree.Node, path string) {
	s[filled] = site{written, path}
	isMap := filled.Kind() == tree.Map
	if written.Kind() != filled.Kind() || !isMap && written.Len() != filled.Len() {
		written = tree.Node{}
	}
	below := written.First()
	for key, child := range fields(filled) {
		step := "[" + key + "]"
		if isMap {
			step = tree.Step(key)
			for below.Exists() && below.Key() != key { // it is left out
				below = below.Next()
			}
		}
		s.add(below, child, path+step)
		below = below.Next()
	}
}

// fields yields the values of a map by their keys, and those of a list by their indexes.
func fields(n tree.Node) iter.Seq2[string, tree.Node] {
	return func(yield func(string, tree.Node) bool) {
		i := 0
		for child := range n.Children() {
			key := child.Key()
			if n.Kind() == tree.List {
				key = strconv.Itoa(i)
				i++
			}
			if !yield(key, child) {
				return
			}
		}
	}
}
