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
	// Content returns the object.
	Content func() tree.Node

	rendered render.Object // the zero Object for one that was read
	read     bool
	shared   bool   // it belongs to no cluster
	config   string // the cluster that the name of its kubeConfig tells, of a workload that was read
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
