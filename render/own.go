package render

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Own returns the object without what follows from other objects. It is for comparisons: an object whose Own is the
// same before and after a change is one that nobody has changed. It lacks
//
//   - the digest and the gates of waves, and the annotation of an object that closes a wave. It has spec.wave, unless
//     that is 0, and the interval that the author wrote;
//   - in dependsOn, the objects of an application. It has the application that the author wrote;
//   - the eventSources that an Alert lists, and the label by which Alerts select objects;
//   - the annotation of protected clusters, and the name for KubeSphere's console.
func (o Object) Own() tree.Node {
	if o.p == nil {
		return tree.Node{}
	}
	return emit.Own(o.p, tree.NewBuilder())
}

// OwnReader reads many objects faster than [Object.Own]: it compiles shared parts once. It is not for concurrent use.
type OwnReader struct {
	reader *emit.OwnReader
	last   FieldExplainer // of the last object that was explained
}

// NewOwnReader returns a reader that has read nothing.
func NewOwnReader() *OwnReader { return &OwnReader{reader: emit.NewOwnReader()} }

// Text returns an object's YAML without setter comments, nothing for the zero Object; valid until the next call.
func (r *OwnReader) Text(o Object) []byte {
	if o.p == nil {
		return nil
	}
	return r.reader.Text(o.p)
}

// Tree returns an object; absent for the zero Object. It is valid until Tree or Text is called for another one.
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
		r.last.stack = stackOf(o.p) // objects of one template have the same layers
	}
	r.last = FieldExplainer{p: o.p, root: r.Tree(o), own: true, stack: r.last.stack}
	return r.last
}

// Value returns the object's value at some keys, for example spec, sourceRef and name, as Own has it. For a value of
// the spec or of the metadata it builds no object; names in lists of Secrets or ConfigMaps may be references then. It
// is a [kinds.Reader].
func (o Object) Value(keys ...string) tree.Node {
	switch {
	case o.p == nil || len(keys) == 0:
		return tree.Node{}
	case keys[0] == "spec" && len(keys) > 1:
		return emit.SpecValue(o.p, keys[1:]...)
	case keys[0] == "metadata" && len(keys) > 2:
		return emit.MetadataValue(o.p, keys[1:]...)
	}
	return o.Own().At(keys...)
}
