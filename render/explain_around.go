package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// around names the section around the workload that an object comes from. A string has the text as it is written. One
// of another place is that of the source to which the object refers.
func (e explainer) around(n tree.Node, path []string) Setting {
	kind := e.p.Common.Kind
	s := Setting{kind.Field, compact(n), n.Position()}
	if n.Kind() != tree.String {
		return s
	}
	written := stringAt(e.p.Common.App.Document.Spec().Get(kind.Field), s.At)
	switch {
	case written.Exists():
		s.Value = compact(written)
	case e.names(path):
		s.Layer = "source"
	}
	return s
}

// stringAt returns the string at a place in a value; absent when there is none.
func stringAt(n tree.Node, place tree.Position) (found tree.Node) {
	if n.Kind() == tree.String && n.Position() == place {
		return n
	}
	for child := range n.Children() {
		found = cmp.Or(found, stringAt(child, place))
	}
	return found
}
