package adopt

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// object is a workload of the input, or a part of a document besides workloads.
type object struct {
	file       string
	root       tree.Node // as it was read
	workload   *kinds.Kind
	namespace  string
	name       string
	subject    *finding.Subject
	given      tree.Node // in current API versions, with what its author wrote only: what a document must render
	known      known     // what the object itself tells of its application
	refused    bool
	stays      bool             // it is left as it is, without an error
	isPatch    bool             // it is no object of a cluster
	altered    bool             // a patch or a list of kustomize changes it, so that nobody knows what it does
	labelledBy tree.Node        // what kustomize adds to the metadata
	beside     string           // of several clusters: the folder for the file of this one
	prunedBy   tree.Node        // likewise: the Kustomization that deletes it when its old file goes
	reason     string           // of a part: why it stays where it is, in words that follow its name
	metadata   tree.Node        // of a part: the labels and annotations that its author wrote
	converted  finding.Findings // of a part

	cluster string          // empty for the hub
	spelt   string          // the cluster as ClusterFrom has it
	server  string          // the API server that has the object: the cluster, or empty for the hub
	taken   bool            // of a part: a document has it
	problem finding.Problem // why nobody knows the cluster, unless clusters read the folder
}

// groupKey is what the objects of an application have in common, or what one object is known by.
type groupKey struct {
	kind, namespace, name string
	known                 bool
}

// spot is a key on an API server. The empty server is any of them.
type spot struct {
	key    groupKey
	server string
}

// root is a Kustomization that reads a folder which it is in, or a FluxInstance, which makes such a one.
type root struct {
	dir string
	key groupKey
}

// key is what an API server knows the object by.
func (o *object) key() groupKey {
	return groupKey{kind: o.workload.Name, namespace: o.namespace, name: o.name}
}

// isLost reports whether nobody knows the object or its cluster.
func (o *object) isLost() bool { return o.name == "" || o.cluster == "" && o.problem.Detail != "" }

func (o *object) isRelease() bool { return o.workload == kinds.HelmRelease }

// field returns the name of the workload in documents.
func (o *object) field() kinds.WorkloadField { return kinds.WorkloadField(o.workload.Field) }

// kubeConfig is how Flux reaches the cluster of the object; absent for the cluster that has the object.
func (o *object) kubeConfig() tree.Node { return o.workload.Part(kinds.KubeConfig).At.In(o.root.At) }

func (o *object) kubeConfigName() tree.Node {
	return kinds.KubeConfigRef(o.kubeConfig()).Get("name")
}

func (o *object) hasKubeConfig() bool { return o.kubeConfig().Exists() }

func (o *object) targetNamespace() string {
	return o.workload.Part(kinds.TargetNamespace).At.In(o.root.At).Text()
}

// identity is what tells which object is the same thing.
func (o *object) identity() identity.Object {
	return identity.Object{Row: o.workload, Server: o.server, Namespace: o.namespace, Name: o.name, Value: o.root.At}
}

func (o *object) part(what kinds.Naming) string { return o.identity().Part(o.workload.Part(what)) }

func (o *object) application() groupKey {
	if o.known.name != "" {
		return groupKey{o.workload.Name, o.known.namespace, o.known.name, true}
	}
	return groupKey{kind: o.workload.Name, name: applicationName(o.name, o.spelt, o.targetNamespace())}
}

// shape is the name of an object with * for its cluster.
func (o *object) shape() string {
	if short := withoutCluster(o.name, o.spelt, o.targetNamespace()); short != o.name {
		return strings.ReplaceAll(o.name, o.spelt, "*")
	}
	return o.name
}

func (o *object) home() string {
	if o.spelt == "" {
		return o.namespace
	}
	return strings.Trim(strings.ReplaceAll("-"+o.namespace+"-", "-"+o.spelt+"-", "-*-"), "-")
}

// known is what an object tells of its application. The zero value tells nothing.
type known struct {
	namespace, name string
	kubeSphere      bool // its label and annotation are KubeSphere's
	rendered        bool // fluxapp rendered it
}

// owner is what the annotation rendered-from has.
func (k known) owner() string { return strings.TrimPrefix(k.namespace+"/"+k.name, "/") }

// knownOf reads what fluxapp and KubeSphere write into an object.
func knownOf(o *object) (k known) {
	metadata := o.root.Get("metadata")
	label, annotation := metadata.At("labels", kinds.LabelManagedBy), metadata.At("annotations", kinds.AnnotationName)
	if label.Text() != "" && annotation.Text() != "" && annotation.Text() == o.kubeSphereName() {
		k = known{namespace: o.namespace, name: label.Text(), kubeSphere: true}
	}
	if from := metadata.At("annotations", kinds.AnnotationRenderedFrom).Text(); from != "" {
		var both bool
		k.rendered = true
		if k.namespace, k.name, both = strings.Cut(from, "/"); !both {
			k.namespace, k.name = "", from
		}
	}
	return k
}

// kubeSphereName is the annotation by which KubeSphere finds the object: the kubeconfig's Secret and the namespace.
func (o *object) kubeSphereName() string {
	return strings.Trim(o.kubeConfigName().Text()+"-"+o.targetNamespace(), "-")
}

func compareNodes(x, y tree.Node) int { return x.Position().Compare(y.Position()) }
