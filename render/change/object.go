package change

import (
	"bytes"
	"cmp"
	"iter"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/deleting"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
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
// whether what runs because of it stays for sure. A kept object stays itself: see [kinds.IsKept].
func (o *Object) Removed() (effect string, stays bool) {
	switch {
	case o.Row == kinds.Kustomization && o.value("metadata", "annotations", kinds.AnnotationDelivers).Exists():
		return "what it still applies goes with it, and what another Kustomization applies stays", false
	case o.Row == kinds.LoginMap:
		return o.Row.Deletion.Effect, kinds.IsKept(o.value)
	case kinds.IsKept(o.value):
		return "it stays on its server, and what it installed too, because of its annotation " + kinds.AnnotationPrune +
			": disabled; remove the annotation one commit before", true
	}
	return deleting.Of(o.Row, o.value)
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

// side has the objects of before or after. It has one object of each key.
type side struct {
	list  []*Object
	byKey map[key]*Object
}

// key is what tells objects apart. Administrators may apply one object for several applications.
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
	return o.rendered.Facts().Digest()
}

// File is a file that an earlier run wrote, with the one object in it.
type File struct {
	// Path is the file, with slashes, from any folder above [render.Object.Path]; empty if the client keeps no files.
	Path string
	// Object is the object. It has the annotation fluxapp.dev/rendered-from.
	Object tree.Node
	// Listed: the kustomization.yaml that fluxapp wrote into the folder of a cluster lists the file. Without it, nobody
	// knows whether a source in the folder of an application is for the hub or for a cluster, in the topology Standalone.
	Listed bool
	// DeliveredBy is the Kustomization of delivery that applies the file; the zero ID without delivery.
	DeliveredBy render.ID
	// Said is the file from the rendered folder where a document says it, see [render.Result.MayHave]: its folders tell
	// nothing. Server is then the cluster with a Flux of its own that has the object, one of [render.Result.Servers].
	Said, Server string
}

// Read returns the object of a file that an earlier run wrote. Its cluster is the cluster of the file, where the
// folders are those that fluxapp writes. Of a file that somebody has moved, and where there are no files, it is the
// name of the Secret or ConfigMap of the kubeConfig without the suffix -kubeconfig.
//
// Gates of waves in dependsOn are recognized by their expressions. Gates of KCLRuns have none, and neither have objects
// of an application that others depend on: one more of these is a change of a file, and none of a rendered object.
func Read(f File) Object {
	metadata := f.Object.Get("metadata")
	o := Object{
		ID: render.ID{Kind: f.Object.Get("kind").Text(), Namespace: metadata.Get("namespace").Text(),
			Name: metadata.Get("name").Text()},
		Application: metadata.At("annotations", kinds.AnnotationRenderedFrom).Text(),
		Content:     func() tree.Node { return tree.NewBuilder().Verbatim(f.Object) }, // all nulls were printed
		Row:         kinds.OfObject(f.Object),
		Delivers:    metadata.At("annotations", kinds.AnnotationDelivers).Exists(),
		DeliveredBy: f.DeliveredBy,
		read:        true, said: f.Said, at: tree.Position{File: f.Path},
	}
	o.place(f)
	return o
}

func (o *Object) place(f File) {
	application, folder, isWorkload := o.documentName(), path.Dir(f.Path), o.IsWorkload()
	lower, upper := path.Base(folder), path.Base(path.Dir(folder))
	kubeConfig := o.Row.Part(kinds.KubeConfig).At.In(f.Object.At)
	named := validate.ClusterName(kinds.KubeConfigRef(kubeConfig).Get("name"))
	isOwn := f.Listed // by the cluster's own Flux
	if isWorkload {   // what has a kubeConfig is on the hub, where the cluster is called like its application
		o.KubeConfig, isOwn = named, !kubeConfig.Exists()
	}
	metadata := f.Object.Get("metadata")
	switch {
	case render.IsBootstrap(f.Path, metadata.At("annotations", kinds.AnnotationReconcile).Text()):
		o.Bootstrap, o.Cluster, o.Server = true, clusterOf(upper), clusterOf(upper)
	case o.Delivers:
		o.placeDelivering(f)
	case kinds.IsRepositorySource(o.Kind, o.Name, metadata.At("labels", kinds.LabelManagedBy).Text(), application):
		o.shared = true // the file of the source of a devops GitRepository is beside the document
	case o.Row == kinds.LoginMap:
		o.Cluster = application // the ConfigMap is rendered from the document of the cluster
	case f.Server != "" || f.DeliveredBy.Server != "":
		o.Server = cmp.Or(f.Server, f.DeliveredBy.Server)
		o.Cluster = o.Server
	case f.Said == "" && lower == application && upper != "." && upper != "/" && isOwn:
		o.Cluster, o.Server = clusterOf(upper), clusterOf(upper)
	case f.Said == "" && upper == application && (lower != application || isWorkload ||
		f.Object.At("spec", "eventMetadata", "cluster").Text() == lower): // else the cluster is called so, too
		o.Cluster = clusterOf(lower)
	case f.Said == "" && lower == application && !isWorkload:
		o.shared = true
	default:
		o.Cluster, o.shared = named, !isWorkload
	}
}

// placeDelivering finds out where an object of delivery belongs: what is for a group of the hub belongs to no cluster.
func (o *Object) placeDelivering(f File) {
	delivers := f.Object.At("metadata", "annotations", kinds.AnnotationDelivers).Text()
	_, o.Server = render.DeliveredFolder(f.Path, delivers)
	switch {
	case o.Server != "":
		o.Cluster = o.Server
	case kinds.IsOrdered(delivers):
		o.Cluster = clusterOf(path.Base(delivers))
	default:
		o.shared = true
	}
}

func (o *Object) documentName() string {
	return o.Application[strings.IndexByte(o.Application, '/')+1:]
}

func clusterOf(folder string) string {
	if folder == kinds.Hub {
		return ""
	}
	return folder
}
