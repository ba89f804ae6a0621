package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// cluster is where an entry goes.
type cluster struct {
	// name is empty for the hub.
	name string
	// said is the name that the author gave the cluster; empty when it is that of the kubeConfig reference.
	said string
	// kubeConfig is how the hub reaches the cluster, for objects in the namespace; absent for the hub, and for a cluster that nobody
	// need reach.
	kubeConfig tree.Node
	namespace  string
	server     string // that the entry's object lies on
}

// reference is how Flux finds a kubeConfig: two that are equal are one cluster.
type reference struct{ namespace, kind, name, key string }

// reference returns that of the cluster's kubeConfig; empty without one.
func (c cluster) reference() reference {
	ref := schema.KubeConfigRef(c.kubeConfig)
	if !ref.Exists() {
		return reference{}
	}
	return reference{c.namespace, ref.Key(), ref.Get("name").Text(), kubeConfigKey(ref)}
}

// called is what messages call the cluster.
func (c cluster) called() string {
	if c.name == "" {
		return "the hub"
	}
	return "the cluster " + c.name
}

// identity is what entries on one cluster share.
type identity struct {
	said      string
	reference reference
}

// identities returns those of the cluster: by its name, where the author gave it or it has a folder, and by the kubeConfig reference.
// The hub has one of its own.
func (c cluster) identities() []identity {
	switch name, ref := c.identifier(), c.reference(); {
	case name == "":
		return []identity{{reference: ref}}
	case ref == reference{}:
		return []identity{{said: name}}
	default:
		return []identity{{said: name}, {reference: ref}}
	}
}

// identifier is the name that is the cluster's own; empty when it is that of the kubeConfig reference.
func (c cluster) identifier() string { return cmp.Or(c.said, c.server) }

// cluster returns where the entry goes.
func (e entry) cluster() cluster {
	where := cluster{name: e.clusterName(), kubeConfig: e.reach(), namespace: e.hubNamespace()}
	if where.said = where.name; e.member == nil {
		where.said = e.mine(e.said.cluster).Text()
	}
	return where
}

// reach returns how the hub reaches the cluster where the entry goes; absent for the hub.
func (e entry) reach() tree.Node {
	switch {
	case e.member == nil:
		return e.mine(e.kubeConfig)
	case e.member.Hub():
		return tree.Node{}
	}
	return e.member.KubeConfig()
}

// clusterName returns the name of the cluster where the entry goes; empty for the hub.
func (e entry) clusterName() string {
	switch {
	case e.member == nil:
		return said{cluster: e.mine(e.said.cluster), secret: e.mine(e.secret)}.clusterName()
	case e.member.Hub():
		return ""
	}
	return e.member.Name
}

// clusterName returns the name of the cluster that an entry says itself.
func (s said) clusterName() string {
	if name := s.cluster.Text(); name != "" {
		return name
	}
	return schema.ClusterName(s.secret)
}

// kubeConfigKey returns the key of a reference. Without one Flux looks for value and then for value.yaml, of which a Secret
// has one.
func kubeConfigKey(ref tree.Node) string {
	if key := ref.Get("key").Text(); key != "value.yaml" {
		return cmp.Or(key, "value")
	}
	return "value"
}
