package render

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Own returns the object without what follows from other objects: the digest and the gates of waves, the objects of an application in
// dependsOn, which has the application as it is written, the eventSources of an Alert that lists the application's objects, the label
// that Alerts select, and the name for KubeSphere's console. Where Own is the same before and after a change, nobody has changed the
// object.
func (o Object) Own() tree.Node {
	if o.p == nil {
		return tree.Node{}
	}
	return emit.Own(o.p, tree.NewBuilder())
}

// OwnPrinter prints objects as [Object.Own] returns them, without setter comments. It is for those who compare many objects: what
// objects have in common is compiled once. It is not safe for concurrent use.
type OwnPrinter struct{ printer emit.OwnPrinter }

// NewOwnPrinter returns a printer that has printed nothing.
func NewOwnPrinter() OwnPrinter { return OwnPrinter{emit.NewOwnPrinter()} }

// Text returns the YAML of an object, which is valid until the next call; nothing for the zero Object.
func (p OwnPrinter) Text(o Object) []byte {
	if o.p == nil {
		return nil
	}
	return p.printer.Text(o.p)
}

// FieldExplainer explains single fields of an object.
type FieldExplainer struct {
	explainer
	root tree.Node
}

// FieldExplainer returns an explainer of the fields that [Object.Own] has.
func (o Object) FieldExplainer() FieldExplainer {
	if o.p == nil {
		return FieldExplainer{}
	}
	e := explainerOf(o.p)
	e.own = true
	return FieldExplainer{e, o.Own()}
}

// Own returns what Object.Own does, without building it again.
func (e FieldExplainer) Own() tree.Node { return e.root }

// Field returns what [Object.Explain] has for the field at a path of keys. The time that it takes depends on the length of the path and
// the number of layers, and not on the size of the object. A list has no fields. Of a field that the object does not have, the Setting is
// what removes it, and the zero Setting where nothing does.
func (e FieldExplainer) Field(path ...string) Leaf {
	if e.p == nil {
		return Leaf{}
	}
	n := e.root
	for _, key := range path {
		n = n.Find(key)
	}
	if len(path) < 2 { // fluxapp writes the kind and the API version
		return Leaf{Path: joined(path), Value: compact(n)}
	}
	if n.Exists() {
		return e.leaf(n, path)
	}
	leaf := Leaf{Path: joined(path)}
	if settings := e.settings(path); len(settings) > 0 && settings[0].removes() {
		leaf.Setting, leaf.Covered = e.ofBase(settings[0]), settings[1:]
	}
	return leaf
}
