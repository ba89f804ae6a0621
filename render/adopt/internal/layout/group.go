package layout

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Member is the object of an application on one cluster.
type Member struct {
	// Cluster is the name of the cluster. It means nothing for an object without kubeConfig that a hub has.
	Cluster string
	// Object is a HelmRelease, Kustomization or KCLRun of the current API version, with only what its author wrote.
	// Nulls outside of values count as absent.
	Object tree.Node
	// File is the path of the file that the object is rendered into; empty where that is left to fluxapp.
	File string
	// Source is the source of the object that the document holds; zero where it refers to one.
	Source Source
	// SourceFile is the File of the source.
	SourceFile string
}

// Group is what one document is made of.
type Group struct {
	// Namespace and Name are the application's.
	Namespace, Name string
	Kind            *kinds.Kind
	// Standalone is true where each cluster has its own API server, and the objects have no kubeConfig.
	Standalone bool
	// Fleet are the clusters of the documents of the run. Where there are none, the document names its clusters itself.
	Fleet []schema.Member
	// Members are in any order.
	Members []Member

	beside bool // each source lies in the file of its entry, which no other cluster has: there fluxapp puts it untold
}

// Source is a source that the document holds: its kind, and the object as that of a [Member].
type Source struct {
	Kind   *kinds.Kind
	Object tree.Node
}
