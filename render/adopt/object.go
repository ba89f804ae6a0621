package adopt

import (
	"path"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
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

// Left is a workload that no document of the run renders, and that no error is about. It stays as it is.
type Left struct {
	// Position is where the object begins.
	Position              tree.Position
	Kind, Namespace, Name string
	// Reason is why it stays, in words that follow "object": "of one cluster". One reason has one text.
	Reason string
	// Code is the rule that explains the reason; empty where there is nothing to explain.
	Code finding.Code
}

// reason is why an object stays as it is.
type reason struct {
	code finding.Code
	text string
}

// clusterRule is what names of clusters have.
const clusterRule = "lower-case letters, digits, '-' and '.'"

// Reasons of many objects.
var (
	isSingle = &reason{"", "of one cluster, where a document would only be another spelling (--all takes them)"}
	isShared = &reason{"", "in a file that several clusters read: it is said once already, and a list of clusters would " +
		"have no effect on it"}
	isUnread    = &reason{"", "in a file that no cluster reads, as far as these files tell"}
	isNoCluster = &reason{"", "in a folder whose name is no name of a cluster, which has " + clusterRule}
	isUnbuilt   = &reason{wording.CodeUnlisted, "in a file that kustomize does not build: no " +
		"kustomization.yaml lists it"}
	isChanged = &reason{wording.CodeNotAdoptable, "changed on the way, by a patch or a field of a kustomization.yaml or " +
		"of a Kustomization: a cluster gets something else than the file has"}
	isPatch     = &reason{wording.CodeStays, "in a patch of kustomize, or without what Flux requires, which a patch adds"}
	isBootstrap = &reason{wording.CodeStays, "of the root of a cluster, which flux bootstrap or flux-operator " +
		"writes, or which applies its own folder"}
	isOwned    = &reason{wording.CodeOwned, "owned by another one (ownerReferences)"}
	isDouble   = &reason{wording.CodeSameObject, "that a cluster has from another file too"}
	isRendered = &reason{"", "rendered by fluxapp already"}
	isWritten  = &reason{"", "of a kind and name that a document among the files makes already"}
	isBroken   = &reason{"", "in a file that cannot be read"}
	isItem     = &reason{"", "in a list, as kubectl get prints it"}
	isJSON     = &reason{"", "in JSON, or in a file that is not called .yaml or .yml"}
	isSOPS     = &reason{"", "encrypted by SOPS"}
	isOdd      = &reason{"", "with a word like on or yes, a text to kustomize and a boolean to kubectl; write it in " +
		"quotes"}
	isObserved = &reason{"", "with a status or another field that API servers write, and no document has"}
	isUneven   = &reason{"", "whose text cannot have the annotation, for example because of an alias"}
)
