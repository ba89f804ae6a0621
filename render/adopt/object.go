package adopt

import (
	"path"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// object is a workload in a file, or a source, which a document can hold beside its workloads.
type object struct {
	kind            *kinds.Kind
	file            string
	root            tree.Node
	subject         *finding.Subject
	namespace, name string
	home            string    // the namespace that the cluster has it in, as far as lists of kustomize tell
	given           tree.Node // in current API versions: what a document must render
	left            *reason   // why it stays as it is; nil where it may come in
	altered         bool      // kustomize changes it on the way, so that nobody knows its name for sure
	spot
}

// id is what an API server knows an object by.
type id struct{ kind, namespace, name string }

func (o *object) id() id { return id{o.kind.Name, o.home, o.name} }

// stay leaves the object as it is, unless there is a reason already.
func (o *object) stay(why *reason) {
	if o.left == nil {
		o.left = why
	}
}

// kubeConfigName is the name of the Secret or ConfigMap with which Flux reaches the cluster of the object.
func (o *object) kubeConfigName() tree.Node { return kinds.KubeConfigRef(o.kubeConfig()).Get("name") }

func (o *object) kubeConfig() tree.Node { return o.kind.Part(kinds.KubeConfig).At.In(o.root.At) }

func (o *object) isRemote() bool { return o.kubeConfig().Exists() }

func (o *object) targetNamespace() string {
	return o.kind.Part(kinds.TargetNamespace).At.In(o.root.At).Text()
}

// sourceName is what a Kustomization reads, as a text to compare.
func (o *object) sourceName() string {
	_, ref := o.kind.Source(o.root.At)
	return ref.Get("kind").Text() + "/" + ref.Get("name").Text()
}

// inKustomize is what kustomize finds the object by.
func (o *object) inKustomize() kustomize.Object {
	return kustomize.Object{File: path.Clean(o.file), Group: o.kind.Group, Kind: o.kind.Name, Namespace: o.namespace,
		Name: o.name, Refers: o.root.At("spec", "valuesFrom").Exists() || o.root.At("spec", "postBuild").Exists()}
}

func (o *object) position() tree.Position { return o.root.Position() }

func compareObjects(x, y *object) int { return x.position().Compare(y.position()) }

// spot is where an object is.
type spot struct {
	clusters []string  // that read its file, in order; on a hub the one that it is for
	spelt    string    // the cluster, as its place has it
	isLocal  bool      // each cluster has an API server of its own, which has the object
	isHome   bool      // the namespace is that of the cluster, as its document says
	at       tree.Node // where the cluster is written
	err      error     // the place has no name of a cluster
}

// cluster is the name of the only cluster of an object.
func (s spot) cluster() string { return s.clusters[0] }

// server is the API server that has an object on a cluster; empty for the hub.
func (s spot) server(cluster string) string {
	if s.isLocal {
		return cluster
	}
	return ""
}
