package render

import (
	"iter"

	"github.com/fluxapp-dev/fluxapp/render/internal/needs"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Link is a reference of an object to an object of Flux on the same API server.
type Link struct {
	// From is the object that refers to another one.
	From Object
	// To is that object, or the one that a controller makes it of; the zero Object where the run renders none.
	To Object
	// ID is what the reference names. It may be a ${…}.
	ID ID
	// Relation is what the other object is to this one.
	Relation Relation
}

// Relation is what an object is to another one that refers to it.
type Relation = kinds.Relation

// The relations.
const (
	Feeds    = kinds.Feeds
	Precedes = kinds.Precedes
	Scanned  = kinds.Scanned
	Updated  = kinds.Updated
	Told     = kinds.Told
)

// Links yields the references to objects of Flux, in the order of objects, without those of waves: see [Object.Gates].
func (r Result) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		linker, made := needs.NewLinker(), r.byKey()
		for _, o := range r.Objects {
			for _, ref := range linker.Of(o.p) {
				id := ID{Server: o.p.Server(), Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
				if !yield(Link{From: o, To: made[id], ID: id, Relation: ref.Relation}) {
					return
				}
			}
		}
	}
}

// byKey returns the objects by what references name; for an ArtifactGenerator, this is the artifact that Flux makes.
func (r Result) byKey() map[ID]Object {
	made := make(map[ID]Object, len(r.Objects))
	for _, o := range r.Objects {
		made[ID(o.p.Key())] = o
		if o.p.Common.Kind.Makes != "" {
			made[ID(o.p.ArtifactKey())] = o
		}
	}
	return made
}

// Wave returns the wave of the object's entry; 0 where it has none, and for an object that no entry makes.
func (o Object) Wave() int { return o.placement().Field().Wave }

// Gates returns the objects that the object waits for because of its wave: the objects of the nearest lower wave that
// has one that is not suspended. They are the same for all objects of an application and a wave.
func (o Object) Gates() (before []Object) {
	if gates := o.placement().Common.Gates; gates != nil {
		for _, p := range gates.On {
			before = append(before, Object{p})
		}
	}
	return before
}
