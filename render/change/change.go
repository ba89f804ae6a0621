package change

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Action is what a change does to an object and to what runs because of it.
type Action string

const (
	// Deleted: the object is gone.
	Deleted Action = "deleted"
	// Reinstalled: Flux uninstalls what runs and installs it anew.
	Reinstalled Action = "reinstalled"
	// Orphaned: the object is gone, or delivers to another cluster, and what it applied stays without an owner.
	Orphaned Action = "orphaned"
	// Renamed: another object has the same release.
	Renamed Action = "renamed"
	// Suspended: Flux applies nothing of the object any more.
	Suspended Action = "suspended"
	// Resumed: Flux applies the object again.
	Resumed Action = "resumed"
	// Moved: another shard of Flux's controllers has the object.
	Moved Action = "moved"
	// Changed: Flux applies new fields.
	Changed Action = "changed"
	// Created: the object is new.
	Created Action = "created"
)

// actions are all actions in the order in which people must see them: what removes something comes first.
var actions = [...]Action{Deleted, Reinstalled, Orphaned, Renamed, Suspended, Resumed, Moved, Changed, Created}

// Actions returns all actions in the order in which people must see them.
func Actions() []Action { return slices.Clone(actions[:]) }

// Compare orders actions as [Actions] does.
func (a Action) Compare(b Action) int {
	return cmp.Compare(slices.Index(actions[:], a), slices.Index(actions[:], b))
}

// Change is what happens to one object.
type Change struct {
	Action Action
	// Application is the namespace/name of the document of the object; before the change when the object is gone.
	Application string
	// Cluster is where the object delivers to; empty for the hub, and for an object of no cluster.
	Cluster string
	// Object is the object after the change; before it when the object is gone.
	Object render.ID
	// Earlier is the earlier object of a renamed one, whose name, namespace or server differs; the zero ID for all others.
	Earlier render.ID
	// EarlierCluster is the earlier cluster of an object that delivers to another one now, hub for the hub; else empty.
	EarlierCluster string
	// Fields are what differs, in the order in which the object is printed; none for an object that is new or gone.
	Fields []Field
	// Effect is what happens on the cluster, as the end of a sentence; empty where Flux only applies new fields.
	Effect string
	// At is the place of what makes the object in after; in before when it is gone. It has no line where nobody knows it.
	At tree.Position
	// Workload: the object is a HelmRelease, a Kustomization or a KCLRun.
	Workload bool
	// Bootstrap: the administrator of a cluster applies the object, and not Flux.
	Bootstrap bool
	// Before and After are the object on the two sides; nil where the side does not have it.
	Before, After *Object
}

// Field is a field that differs.
type Field struct {
	// Path leads from the object to the field, for example spec.values.replicas.
	Path string
	// Before and After are compact JSON, scalars as written; empty where there is none. Both may be secrets: see Redacted.
	Before, After string
	// Secret: the values belong to a variable that is called like a secret, in a list of variables with name and value.
	Secret bool
	// Set is what sets the value in after, or what removes the field there; the zero Setting where nobody knows it.
	Set render.Setting
}

// IsBelow reports whether the field is the one at a path, or one below it.
func (f Field) IsBelow(path string) bool {
	rest, below := strings.CutPrefix(f.Path, path)
	return below && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

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
	// Row is what is known of its kind; nil for a kind that fluxapp does not write.
	Row *kinds.Kind
	// Content returns the object.
	Content func() tree.Node

	rendered render.Object // the zero Object for one that was read
	read     bool
	shared   bool // it belongs to no cluster
	at       tree.Position
}

// Rendered returns an object of a run.
func Rendered(o render.Object) Object {
	return Object{ID: o.ID(), Application: o.Application(), Cluster: o.Cluster(), Bootstrap: o.Bootstrap(),
		Content: o.Tree, rendered: o, Row: o.Row(), shared: o.Shared(), at: o.Origin()}
}

func (o *Object) isWorkload() bool { return o.Row.Is(kinds.Workload) }

// value returns a value of the object by its keys. It is a [kinds.Reader].
func (o *Object) value(keys ...string) tree.Node {
	if o.read {
		return o.Content().At(keys...)
	}
	return o.rendered.Value(keys...)
}

// Text returns the object as OwnReader does, or as it was read. It is valid until the next call of the reader.
func (o *Object) Text(own *render.OwnReader) []byte {
	if o.read {
		return tree.AppendJSON(nil, o.Content())
	}
	return own.Text(o.rendered)
}

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

// idOf returns the ID of what a reference of an object of a server names.
func idOf(to kinds.Target, server string) render.ID {
	return render.ID{Server: server, Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}
}
