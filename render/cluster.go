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
	// said is the name that the author gave the cluster; empty when it is that of the kubeConfig reference.
	said string
	// reference is the kubeConfig reference; empty for the hub, and for a cluster that nobody need reach.
	reference string
	// server names the API server that the entry's object lies on: empty for that of the hub. What must be unique, and what
	// objects can refer to, is so on one of them.
	server string
}

// called is what messages call the cluster.
func (c cluster) called() string {
	if c.name == "" {
		return "the hub"
	}
	return "the cluster " + c.name
}

// identities returns what entries on one cluster share: its name, where the author gave it or it has a folder, and the kubeConfig
// reference. The hub has an identity of its own.
func (c cluster) identities() []string {
	switch name := cmp.Or(c.said, c.server); {
	case name == "":
		return []string{c.reference}
	case c.reference == "":
		return []string{"cluster/" + name}
	default:
		return []string{"cluster/" + name, c.reference}
	}
}

// clusterOf returns the cluster of an entry whose object lies in the namespace given.
func clusterOf(entry tree.Node, namespace string) cluster {
	destination := entry.Get("destination")
	ref := schema.KubeConfigRef(destination.Get("kubeConfig"))
	where := cluster{said: destination.Get("cluster").Text()}
	if ref.Exists() {
		where.name = schema.ClusterName(ref)
		where.reference = strings.Join([]string{"kubeConfig", namespace, ref.Key(), ref.Get("name").Text(), kubeConfigKey(ref)}, "/")
	}
	where.name = cmp.Or(where.said, where.name)
	return where
}

// kubeConfigKey returns the key of a reference. Without one Flux looks for value and then for value.yaml, of which a Secret
// has one.
func kubeConfigKey(ref tree.Node) string {
	if key := ref.Get("key").Text(); key != "value.yaml" {
		return cmp.Or(key, "value")
	}
	return "value"
}
