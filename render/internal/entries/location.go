package entries

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Location is where an entry goes.
type Location struct {
	Name      string // of the cluster; empty for the hub
	givenName string // the name that the author gave the cluster; empty when it is that of the kubeConfig reference
	// KubeConfig is how the hub reaches the cluster; absent for the hub, and for a cluster that a hub need not reach.
	KubeConfig tree.Node
	namespace  string // of the kubeConfig
	Server     string // the API server that has the entry's object; empty for that of the hub
}

// KubeConfigKey is how Flux finds a kubeConfig: two equal ones are one cluster.
type KubeConfigKey struct{ Namespace, Kind, Name, Key string }

// kubeConfigKey returns that of the location; empty without a kubeConfig. Without a key Flux looks for value and then for value.yaml,
// of which a Secret has one.
func (l Location) kubeConfigKey() KubeConfigKey {
	ref := validate.KubeConfigRef(l.KubeConfig)
	if !ref.Exists() {
		return KubeConfigKey{}
	}
	key := cmp.Or(ref.Get("key").Text(), "value")
	if key == "value.yaml" {
		key = "value"
	}
	return KubeConfigKey{l.namespace, ref.Key(), ref.Get("name").Text(), key}
}

// Called is the location in messages.
func (l Location) Called() string {
	if l.Name == "" {
		return "the hub"
	}
	return "the cluster " + l.Name
}

// Identity is what entries on one cluster have in common.
type Identity struct {
	GivenName  string
	KubeConfig KubeConfigKey
}

// Identities returns those of the cluster: by its name, where the author gave it or it has a folder, and by its kubeConfig. The hub has
// one of its own.
func (l Location) Identities() []Identity {
	switch name, key := l.Identifiers(); {
	case name == "":
		return []Identity{{KubeConfig: key}}
	case key == KubeConfigKey{}:
		return []Identity{{GivenName: name}}
	default:
		return []Identity{{GivenName: name}, {KubeConfig: key}}
	}
}

// Identifiers returns what the Identities are made of; a name and a kubeConfig may be empty.
func (l Location) Identifiers() (name string, key KubeConfigKey) {
	return cmp.Or(l.givenName, l.Server), l.kubeConfigKey()
}

// Location returns where the instance goes.
func (i Instance) Location() Location {
	l := Location{Name: i.ClusterName(), KubeConfig: i.KubeConfig(), namespace: i.hubNamespace(), Server: i.server()}
	if l.givenName = l.Name; i.Member == nil {
		l.givenName = i.Template.Field.cluster.Text()
	}
	return l
}

// ClusterName returns the name of the cluster; empty for the hub.
func (i Instance) ClusterName() string {
	switch {
	case i.Member == nil:
		return i.Template.Field.clusterName()
	case i.Member.Hub():
		return ""
	}
	return i.Member.Name
}

// KubeConfig returns how the hub reaches the cluster; absent for the hub.
func (i Instance) KubeConfig() tree.Node {
	switch {
	case i.Member == nil:
		return i.Template.Field.kubeConfig
	case i.Member.Hub():
		return tree.Node{}
	}
	return i.Member.KubeConfig()
}

// server names the API server that has the instance's object: empty for that of the hub. What must be unique, and what objects can
// refer to, is so on one of them.
func (i Instance) server() string {
	if i.Template.App.Standalone {
		return i.ClusterName()
	}
	return ""
}

// hubNamespace returns the namespace on the hub of the instance's object, and of the kubeConfig of its cluster: that of the entry, of
// the cluster in the fleet, or of the application.
func (i Instance) hubNamespace() string {
	switch {
	case i.Template.Field.Namespace.Text() != "":
		return i.Template.Field.Namespace.Text()
	case i.Member != nil && i.Member.Namespaced():
		return i.Member.Namespace().Text()
	}
	return i.Template.App.Namespace
}

// ObjectNamespace returns the namespace of the instance's object: on the hub that of hubNamespace, on the cluster itself that of the
// entry or of the application.
func (i Instance) ObjectNamespace() string {
	if i.Template.App.Standalone {
		return cmp.Or(i.Template.Field.Namespace.Text(), i.Template.App.Namespace)
	}
	return i.hubNamespace()
}

// NamespaceNode returns what sets the namespace of the instance's object; absent when the options do.
func (i Instance) NamespaceNode() tree.Node {
	if i.Member == nil || i.Template.App.Standalone || !i.Member.Namespaced() {
		return cmp.Or(i.Template.Field.Namespace, i.Template.App.Document.Root().At("metadata", "namespace"))
	}
	return cmp.Or(i.Template.Field.Namespace, i.Member.Namespace())
}
