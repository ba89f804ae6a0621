package change

import (
	"bytes"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// side has the objects of before or after. Of those with one key it has one.
type side struct {
	list  []*Object
	byKey map[key]*Object
}

// key is what tells objects apart. What administrators apply to a cluster may be the same for several applications.
type key struct {
	render.ID
	bootstrap string
}

func (o *Object) key() key {
	if o.Bootstrap {
		return key{o.ID, "bootstrap " + o.Application}
	}
	return key{ID: o.ID}
}

func sideOf(all []Object) side {
	s := side{byKey: make(map[key]*Object, len(all))}
	for i := range all {
		o := &all[i]
		if known := s.byKey[o.key()]; known == nil || o.goesBefore(known) {
			s.byKey[o.key()] = o
		}
	}
	for i := range all {
		if o := &all[i]; s.byKey[o.key()] == o {
			s.list = append(s.list, o)
		}
	}
	return s
}

// goesBefore reports whether the object counts where another one has its key.
func (o *Object) goesBefore(other *Object) bool {
	switch {
	case o.Unchanged != other.Unchanged:
		return o.Unchanged
	case o.at.File != other.at.File:
		return o.at.File < other.at.File
	}
	return bytes.Compare(tree.AppendJSON(nil, o.Content()), tree.AppendJSON(nil, other.Content())) < 0
}

// find returns an object of a side; absent when the side does not have it.
func (s side) find(id render.ID) tree.Node {
	if o := s.byKey[key{ID: id}]; o != nil {
		return o.Content()
	}
	return tree.Node{}
}
