package render

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Own returns the object without what follows from other objects: the digest and the gates of waves, the objects of
// an application in dependsOn, the eventSources of an Alert that lists the application's objects, the label that
// Alerts select, and the name for KubeSphere's console. In place of these it has what the author wrote: spec.wave,
// unless it is 0, and the application in dependsOn. Where Own is the same before and after a change, nobody has
// changed the object.
func (o Object) Own() tree.Node {
	if o.p == nil {
		return tree.Node{}
	}
	return emit.Own(o.p, tree.NewBuilder())
}

// OwnReader reads many objects as [Object.Own] returns them, in less time: what objects have in common is compiled
// once. It is not safe for concurrent use.
type OwnReader struct {
	reader *emit.OwnReader
	last   explainer // of the last object that was explained
}

// NewOwnReader returns a reader that has read nothing.
func NewOwnReader() *OwnReader { return &OwnReader{reader: emit.NewOwnReader()} }

// Text returns the YAML of an object without setter comments; nothing for the zero Object. It is valid until the next
// call.
func (r *OwnReader) Text(o Object) []byte {
	if o.p == nil {
		return nil
	}
	return r.reader.Text(o.p)
}

// Tree returns an object; absent for the zero Object. It is valid until the next call of Tree or Text for another
// object.
func (r *OwnReader) Tree(o Object) tree.Node {
	if o.p == nil {
		return tree.Node{}
	}
	return r.reader.Tree(o.p)
}

// FieldExplainer returns an explainer of the fields of Tree, which is valid as long as that.
func (r *OwnReader) FieldExplainer(o Object) FieldExplainer {
	if o.p == nil {
		return FieldExplainer{}
	}
	if last := r.last.p; last == nil || !last.IsEntry() || last.Instance.Template != o.p.Instance.Template {
		r.last = explainerOf(o.p) // objects of one template have the same layers
		r.last.own = true
	}
	e := r.last
	e.p = o.p
	return FieldExplainer{e, r.Tree(o)}
}

// Value returns a value of the object by its keys, for example spec, sourceRef and name, as Own has it. A value of the
// spec is found without building the object; the name that a list of a Secret or ConfigMap has may be a reference
// there. It is a [kinds.Reader].
func (o Object) Value(keys ...string) tree.Node {
	switch {
	case o.p == nil || len(keys) == 0:
		return tree.Node{}
	case keys[0] == "spec" && len(keys) > 1:
		return emit.SpecValue(o.p, keys[1:]...)
	}
	return o.Own().At(keys...)
}

// FieldExplainer explains single fields of an object.
type FieldExplainer struct {
	explainer
	root tree.Node
}

// Field returns what [Object.Explain] has for the field at a path of keys. The time that it takes depends on the
// length of the path and the number of layers, and not on the size of the object. A list has no fields. Of a field
// that the object does not have, the Setting is what removes it, and the zero Setting where nothing does.
func (e FieldExplainer) Field(path ...string) Leaf {
	if e.p == nil {
		return Leaf{}
	}
	n := e.root
	for _, key := range path {
		n = n.Find(key)
	}
	if len(path) == 0 || len(path) == 1 && e.p.IsEntry() || path[0] == "kind" || path[0] == "apiVersion" {
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
