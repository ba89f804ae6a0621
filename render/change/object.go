package change

import (
	"bytes"
	"iter"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
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
	// Delivers: it is one of the objects with which Flux applies the groups of a RenderConfig's delivery.
	Delivers bool
	// DeliveredBy is the Kustomization of delivery that applies it; the zero ID without delivery.
	DeliveredBy render.ID
	// Unchanged: the other side has the same object, byte for byte. Content is not asked for it.
	Unchanged bool
	// KubeConfig is the cluster that the name of its kubeConfig tells, of a workload that was read; empty for all others.
	KubeConfig string
	// Row is what is known of its kind; nil for a kind that fluxapp does not write.
	Row *kinds.Kind
	// Content returns the object.
	Content func() tree.Node

	rendered render.Object // the zero Object for one that was read
	read     bool
	shared   bool   // it belongs to no cluster
	said     string // the file of one that was read, where a document says it
	at       tree.Position
}

// Rendered returns an object of a run.
func Rendered(o render.Object) Object {
	_, delivers := o.Delivers()
	return Object{ID: o.ID(), Application: o.Application(), Cluster: o.Cluster(), Bootstrap: o.Bootstrap(),
		Delivers: delivers, DeliveredBy: o.DeliveredBy(), Content: o.Tree, rendered: o, Row: o.Row(), shared: o.Shared(),
		at: o.Origin()}
}

// IsWorkload reports whether the object is a workload of an application, and none of delivery.
func (o *Object) IsWorkload() bool { return o.Row.Is(kinds.Workload) && !o.Delivers }

// Identity returns what tells which object of the other side is the same thing.
func (o *Object) Identity() identity.Object {
	return identity.Object{Row: o.Row, Server: o.Server, Namespace: o.Namespace, Name: o.Name, Application: o.Application,
		Cluster: o.Cluster, Value: o.value}
}

// Removed returns what happens when the object is no longer in what Flux applies, for the end of a sentence, and
// whether what runs because of it stays for sure. What is kept stays itself: see [kinds.IsKept].
func (o *Object) Removed() (effect string, stays bool) {
	switch {
	case o.Row == kinds.Kustomization && o.value("metadata", "annotations", kinds.AnnotationDelivers).Exists():
		return "what it still applies goes with it, and what another Kustomization applies stays", false
	case kinds.IsKept(o.value):
		return "it stays on its server, and what it installed too, because of its annotation " + kinds.AnnotationPrune +
			": disabled; remove the annotation one commit before", true
	}
	return o.Row.Deleted(o.value)
}

// value returns a value of the object by its keys. It is a [kinds.Reader].
func (o *Object) value(keys ...string) tree.Node {
	if o.read {
		return o.Content().At(keys...)
	}
	return o.rendered.Value(keys...)
}

func (o *Object) printedAnnotation(name string) tree.Node {
	return o.Content().At("metadata", "annotations", name)
}

func (o *Object) destination() identity.Destination { return o.Identity().Destination() }

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

type sides struct{ earlier, later side }

// pairs returns the objects of both sides, paired by ID: nil stands for an object that a side does not have.
func (s sides) pairs() iter.Seq2[*Object, *Object] {
	return func(yield func(before, after *Object) bool) {
		for _, o := range s.earlier.list {
			if !yield(o, s.later.byKey[o.key()]) {
				return
			}
		}
		for _, o := range s.later.list {
			if s.earlier.byKey[o.key()] == nil && !yield(nil, o) {
				return
			}
		}
	}
}

func (o *Object) goesBefore(other *Object) bool {
	switch {
	case o.Unchanged != other.Unchanged:
		return o.Unchanged
	case o.at.File != other.at.File:
		return o.at.File < other.at.File
	}
	return bytes.Compare(tree.AppendJSON(nil, o.Content()), tree.AppendJSON(nil, other.Content())) < 0
}

// sourceOf returns the ID of what a workload or a chart takes its content from, and the object, which is nil where the
// side does not have it. It names none where its controller makes the source.
func (s side) sourceOf(o *Object) (source *Object, id render.ID, isNamed bool) {
	reference, value := o.Row.Source(o.value)
	if reference == nil {
		return nil, render.ID{}, false
	}
	id = idOf(reference.Target(value, o.Namespace, o.value), o.Server)
	return s.byKey[key{ID: id}], id, true
}

func idOf(to kinds.Target, server string) render.ID {
	return render.ID{Server: server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}
}

// rank orders objects as they are rendered; 0 for a kind that fluxapp does not write.
func (o *Object) rank() int {
	if o.Row == nil {
		return 0
	}
	return o.Row.Rank
}

// digest is the annotation that covers the object's spec and what it waits for because of waves; empty without waves.
func (o *Object) digest() string {
	if o.read {
		return o.printedAnnotation(kinds.AnnotationDigest).Text()
	}
	return o.rendered.Digest()
}
