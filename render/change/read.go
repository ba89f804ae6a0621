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
	// Said is the file from the rendered folder where a document says it, see [render.Result.MayHave]: its folders tell
	// nothing. Server is then the cluster with a Flux of its own that has the object, one of [render.Result.Servers].
	Said, Server string
}

// Read returns the object of a file that an earlier run wrote. Its cluster is the cluster of the file, where the
// folders are those that fluxapp writes. Of a file that somebody has moved, and where there are no files, it is the
// name of the Secret or ConfigMap of the kubeConfig without the suffix -kubeconfig.
//
// Gates of waves in dependsOn are recognized by their expressions. Those of KCLRuns have none, and neither have objects
// of an application that others depend on: one more of these is a change of a file, and none of a rendered object.
func Read(f File) Object {
	metadata := f.Object.Get("metadata")
	o := Object{
		ID: render.ID{Kind: f.Object.Get("kind").Text(), Namespace: metadata.Get("namespace").Text(),
			Name: metadata.Get("name").Text()},
		Application: metadata.At("annotations", kinds.AnnotationRenderedFrom).Text(),
		Content:     func() tree.Node { return tree.NewBuilder().Verbatim(f.Object) }, // all nulls were printed
		Row:         kinds.Standard().Of(f.Object),
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
