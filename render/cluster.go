package render

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// cluster is where an entry goes.
type cluster struct {
	// name is empty for the hub.
	name string
	// identity is equal for entries on one cluster: the name that the author gave it or, without one, the kubeConfig
	// reference. It is empty for the hub.
	identity string
}

// clusterOf returns the cluster of an entry whose object lies in the namespace given.
func clusterOf(entry tree.Node, namespace string) cluster {
	destination := entry.Get("destination")
	kubeConfig := destination.Get("kubeConfig")
	ref := schema.KubeConfigRef(kubeConfig)
	if name := destination.Get("cluster").Text(); name != "" {
		return cluster{name: name, identity: "cluster/" + name}
	}
	if !ref.Exists() {
		return cluster{}
	}
	key := cmp.Or(ref.Get("key").Text(), "value") // the key that Flux looks for when none is given
	return cluster{
		name:     schema.ClusterName(ref),
		identity: strings.Join([]string{"kubeConfig", namespace, ref.Key(), ref.Get("name").Text(), key}, "/"),
	}
}
