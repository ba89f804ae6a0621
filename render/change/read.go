package change

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

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
	// Said is the file from the rendered folder where a document says it, see [render.Result.MayHave], so that its folders
	// tell nothing. Server is then the cluster with a Flux of its own that has the object: one of
	// [render.Result.Servers], or empty.
	Said, Server string
	// Kinds has the kind of the object; nil for the kinds that fluxapp writes.
	Kinds *kinds.Table
}

// Read returns the object of a file that an earlier run wrote. Its cluster is the cluster of the file, where the
// folders are those that fluxapp writes. Of a file that somebody has moved, and where there are no files, it is the
// name of the Secret or ConfigMap of the kubeConfig without the suffix -kubeconfig.
//
// A file does not tell what in dependsOn its author has written. The gates of waves are recognized by their
// expressions, but the gates of KCLRuns have none, and neither have the objects of an application that others depend
// on: one more of these is a change of dependsOn, where it is none of a rendered object.
func Read(f File) Object {
	metadata := f.Object.Get("metadata")
	o := Object{
		ID: render.ID{Kind: f.Object.Get("kind").Text(), Namespace: metadata.Get("namespace").Text(),
			Name: metadata.Get("name").Text()},
		Application: metadata.At("annotations", kinds.AnnotationRenderedFrom).Text(),
		Content:     func() tree.Node { return tree.NewBuilder().Verbatim(f.Object) }, // all nulls were printed
		Row:         f.Kinds.Of(f.Object),
		Delivers:    metadata.At("annotations", kinds.AnnotationDelivers).Exists(),
		DeliveredBy: f.DeliveredBy,
		read:        true, said: f.Said, at: tree.Position{File: f.Path},
	}
	o.place(f)
	return o
}

func (o *Object) place(f File) {
	application, folder := o.documentName(), path.Dir(f.Path)
	lower, upper := path.Base(folder), path.Base(path.Dir(folder))
	kubeConfig := o.Row.Part(kinds.KubeConfig).At.In(f.Object.At)
	switch {
	case render.IsBootstrap(f.Path, f.Object.At("metadata", "annotations", kinds.AnnotationReconcile).Text()):
		o.Bootstrap, o.Cluster, o.Server = true, clusterOf(upper), clusterOf(upper)
	case o.Delivers:
		o.placeDelivering(f)
		return
	case o.isOfRepository(f.Object, application):
		o.shared = true
	case f.Server != "" || f.DeliveredBy.Server != "":
		o.Server = cmp.Or(f.Server, f.DeliveredBy.Server)
		o.Cluster = o.Server
	case f.Said == "" && lower == application && isFolder(upper) && o.isOnOwnServer(f.Listed, kubeConfig):
		o.Cluster, o.Server = clusterOf(upper), clusterOf(upper)
	case f.Said == "" && upper == application && (lower != application || !o.belongsToAll(f.Object, lower)):
		o.Cluster = clusterOf(lower)
	case f.Said == "" && lower == application && !o.IsWorkload():
		o.shared = true
	default:
		o.Cluster = validate.ClusterName(kinds.KubeConfigRef(kubeConfig).Get("name"))
		o.shared = !o.IsWorkload()
	}
	if o.IsWorkload() {
		o.KubeConfig = validate.ClusterName(kinds.KubeConfigRef(kubeConfig).Get("name"))
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

// isOnOwnServer reports whether an object in the folder of an application in the folder of a cluster is one of the
// cluster's own Flux. A cluster may be called like its application, and a run with another topology then writes the
// object of the cluster to the same file: what has a kubeConfig is on the hub.
func (o *Object) isOnOwnServer(listed bool, kubeConfig tree.Node) bool {
	if o.IsWorkload() {
		return !kubeConfig.Exists()
	}
	return listed
}

func (o *Object) documentName() string {
	return o.Application[strings.IndexByte(o.Application, '/')+1:]
}

// isOfRepository reports whether the object is the source of a devops GitRepository, whose file is beside the document.
func (o *Object) isOfRepository(n tree.Node, name string) bool {
	return kinds.IsRepositorySource(o.Kind, o.Name, n.At("metadata", "labels", kinds.LabelManagedBy).Text(), name)
}

// belongsToAll reports whether an object in a folder called like its application and a cluster belongs to no cluster.
func (o *Object) belongsToAll(n tree.Node, cluster string) bool {
	return !o.IsWorkload() && n.At("spec", "eventMetadata", "cluster").Text() != cluster
}

func isFolder(base string) bool { return base != "." && base != "/" }

func clusterOf(folder string) string {
	if folder == kinds.Hub {
		return ""
	}
	return folder
}
