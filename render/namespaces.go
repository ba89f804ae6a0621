package render

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// NamespaceNeed is a namespace that must exist before an application's objects work. Nothing creates it: neither Flux, nor
// what fluxapp renders.
type NamespaceNeed struct {
	// Application is the namespace/name of the document.
	Application string
	// Hub is true when the namespace must exist on the hub; Cluster is empty then. Otherwise it must exist on the
	// cluster of this name.
	Hub     bool
	Cluster string
	// Namespace is the namespace. It may hold a ${…}.
	Namespace string
}

// Namespaces returns the namespaces that must exist, without repetition, by application, the hub first, then by cluster
// and name. They are:
//
//  1. on the hub, in the topology Standalone on the object's own cluster, the namespace of every object;
//  2. where a HelmRelease delivers to, its storage namespace, which is the object's own unless storageNamespace
//     names another one, and its target namespace unless install.createNamespace is true;
//  3. where a Kustomization delivers to, its target namespace, unless the manifests bring it.
func (r Result) Namespaces() []NamespaceNeed {
	needs := map[NamespaceNeed]bool{}
	for _, o := range r.Objects {
		on := func(hub bool, cluster, namespace string) {
			if namespace != "" {
				needs[NamespaceNeed{o.Application(), hub, cluster, namespace}] = true
			}
		}
		on(o.p.Server() == "", o.p.Server(), o.p.Common.Namespace)
		if !o.p.IsEntry() {
			continue
		}
		hub := o.p.ClusterName == "" && !o.p.Location().KubeConfig.Exists()
		target := o.p.Target
		if o.p.Common.Kind == kinds.HelmRelease {
			on(hub, o.p.ClusterName, o.p.Storage())
			if o.p.Instance.Template.Fields.At("install", "createNamespace").Text() == "true" {
				target = ""
			}
		}
		on(hub, o.p.ClusterName, target)
	}
	return slices.SortedFunc(maps.Keys(needs), compareNeeds)
}

func compareNeeds(a, b NamespaceNeed) int {
	return cmp.Or(
		cmp.Compare(a.Application, b.Application),
		-compareBools(a.Hub, b.Hub),
		cmp.Compare(a.Cluster, b.Cluster),
		cmp.Compare(a.Namespace, b.Namespace),
	)
}
