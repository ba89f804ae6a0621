package change

import (
	"bytes"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Changes are all that differs between two renderings.
type Changes struct {
	// List is ordered by application and cluster, and then as the objects are rendered.
	List []Change
	// Unchanged counts the objects that are the same.
	Unchanged int

	before, after side // for limits
}

// Compare returns what differs between two renderings. Objects are the same when their IDs are. What follows from
// other objects is no change: the digest and the gates of waves, the objects of an application that others wait for,
// what Alerts list and select, and the name for KubeSphere's console. Comments are none either.
//
// Objects of other shards of a run (see [render.Options]) are not compared.
func Compare(before, after render.Result) Changes {
	return CompareObjects(objectsOf(before), objectsOf(after))
}

func objectsOf(r render.Result) (all []Object) {
	for _, o := range slices.Concat(r.Objects, r.Bootstrap) {
		all = append(all, Rendered(o))
	}
	return all
}

// CompareObjects returns what differs between the objects of two sides, in any order of them. Of objects with one ID
// in before, for example in two files, one counts.
func CompareObjects(before, after []Object) Changes {
	c := comparison{before: indexed(before), after: indexed(after), was: render.NewOwnReader(), is: render.NewOwnReader()}
	var gone, made []*Object
	for i := range after {
		o := &after[i]
		switch was := c.before[o.key()]; {
		case c.after[o.key()] != o:
		case was == nil:
			made = append(made, o)
		default:
			c.compare(was, o)
		}
	}
	for i := range before {
		if o := &before[i]; c.before[o.key()] == o && c.after[o.key()] == nil {
			gone = append(gone, o)
		}
	}
	c.unmatched(gone, made)
	c.changes.before, c.changes.after = c.before, c.after
	sortChanges(c.changes.List)
	return c.changes
}

type comparison struct {
	before, after side
	was, is       *render.OwnReader
	changes       Changes

	clusters map[string]bool   // that after has objects for; nil until it is asked for
	referred map[render.ID]int // how often after refers to objects; nil until it is asked for
}

// side has the objects of before or after.
type side map[key]*Object

// key is what objects are told apart by. What administrators apply to a cluster may be the same for several
// applications.
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

// indexed returns the objects of a side by their keys.
func indexed(all []Object) side {
	byKey := make(side, len(all))
	for i := range all {
		o := &all[i]
		if known := byKey[o.key()]; known == nil || o.goesBefore(known) {
			byKey[o.key()] = o
		}
	}
	return byKey
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

// compare compares two objects of one ID.
func (c *comparison) compare(was, o *Object) {
	if was.Unchanged || !was.read && !o.read && bytes.Equal(c.was.Text(was.rendered), c.is.Text(o.rendered)) {
		c.changes.Unchanged++
		return
	}
	if p := c.newPair(was, o); len(p.fields) > 0 {
		c.add(p.change())
	} else {
		c.changes.Unchanged++
	}
}

func (c *comparison) add(found Change) { c.changes.List = append(c.changes.List, found) }
