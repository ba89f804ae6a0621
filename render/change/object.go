package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Object is an object of one side: one that was rendered, or one that was read where an earlier run wrote it.
type Object struct {
	render.ID
	// Application is the namespace/name of the document that it was rendered from.
	Application string
	// Cluster is where it delivers to; empty for the hub, and for an object of no cluster.
	Cluster string
	// Bootstrap: the administrator of a cluster applies it, and not Flux.
	Bootstrap bool
	// Unchanged: the other side has the same object, byte for byte. Content is not asked for it.
	Unchanged bool
	// KubeConfig is the cluster that the name of its kubeConfig tells, of a workload that was read; empty for all others.
	KubeConfig string
	// Content returns the object.
	Content func() tree.Node

	rendered render.Object // the zero Object for one that was read
	read     bool
	shared   bool // it belongs to no cluster
	at       tree.Position
}

// Rendered returns an object of a run.
func Rendered(o render.Object) Object {
	return Object{
		ID: o.ID(), Application: o.Application(), Cluster: o.Cluster(), Bootstrap: o.Bootstrap(), Content: o.Tree,
		rendered: o, shared: o.Shared(), at: o.Origin(),
	}
}

// isWorkload reports whether the object makes something run on a cluster.
func (o *Object) isWorkload() bool { return kinds.IsWorkload(o.Kind) }

// value returns a scalar of the object's spec.
func (o *Object) value(path ...string) tree.Node {
	if o.read {
		return o.Content().Get("spec").At(path...)
	}
	return o.rendered.SpecValue(path...)
}

// Text returns the object without what follows from other objects, for an object that was read as it is. It is valid
// until the next call of the reader.
func (o *Object) Text(own *render.OwnReader) []byte {
	if o.read {
		return tree.AppendJSON(nil, o.Content())
	}
	return own.Text(o.rendered)
}
