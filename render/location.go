package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// location is where an entry goes.
type location struct {
	name      string // of the cluster; empty for the hub
	givenName string // the name that the author gave the cluster; empty when it is that of the kubeConfig reference
	// kubeConfig is how the hub reaches the cluster; absent for the hub, and for a cluster that a hub need not reach.
	kubeConfig tree.Node
	namespace  string // of the kubeConfig
	server     string // the API server that has the entry's object; empty for that of the hub
}

// kubeConfigKey is how Flux finds a kubeConfig: two equal ones are one cluster.
type kubeConfigKey struct{ namespace, kind, name, key string }

// kubeConfigKey returns that of the location; empty without a kubeConfig. Without a key Flux looks for value and then for value.yaml,
// of which a Secret has one.
func (l location) kubeConfigKey() kubeConfigKey {
	ref := schema.KubeConfigRef(l.kubeConfig)
	if !ref.Exists() {
		return kubeConfigKey{}
	}
	key := cmp.Or(ref.Get("key").Text(), "value")
	if key == "value.yaml" {
		key = "value"
	}
	return kubeConfigKey{l.namespace, ref.Key(), ref.Get("name").Text(), key}
}

// called is the location in messages.
func (l location) called() string {
	if l.name == "" {
		return "the hub"
	}
	return "the cluster " + l.name
}

// identity is what entries on one cluster have in common.
type identity struct {
	givenName  string
	kubeConfig kubeConfigKey
}

// identities returns those of the cluster: by its name, where the author gave it or it has a folder, and by its kubeConfig. The hub has
// one of its own.
func (l location) identities() []identity {
	switch name, key := cmp.Or(l.givenName, l.server), l.kubeConfigKey(); {
	case name == "":
		return []identity{{kubeConfig: key}}
	case key == kubeConfigKey{}:
		return []identity{{givenName: name}}
	default:
		return []identity{{givenName: name}, {kubeConfig: key}}
	}
}

// location returns where the instance goes.
func (i instance) location() location {
	l := location{name: i.clusterName(), kubeConfig: i.kubeConfig(), namespace: i.hubNamespace(), server: i.server()}
	if l.givenName = l.name; i.member == nil {
		l.givenName = i.template.field.cluster.Text()
	}
	return l
}

// clusterName returns the name of the cluster; empty for the hub.
func (i instance) clusterName() string {
	switch {
	case i.member == nil:
		return i.template.field.clusterName()
	case i.member.Hub():
		return ""
	}
	return i.member.Name
}

// kubeConfig returns how the hub reaches the cluster; absent for the hub.
func (i instance) kubeConfig() tree.Node {
	switch {
	case i.member == nil:
		return i.template.field.kubeConfig
	case i.member.Hub():
		return tree.Node{}
	}
	return i.member.KubeConfig()
}

// server names the API server that has the instance's object: empty for that of the hub. What must be unique, and what objects can
// refer to, is so on one of them.
func (i instance) server() string {
	if i.template.app.standalone {
		return i.clusterName()
	}
	return ""
}

// hubNamespace returns the namespace on the hub of the instance's object, and of the kubeConfig of its cluster: that of the entry, of
// the cluster in the fleet, or of the application.
func (i instance) hubNamespace() string {
	switch {
	case i.template.field.namespace.Text() != "":
		return i.template.field.namespace.Text()
	case i.member != nil && i.member.Namespaced():
		return i.member.Namespace().Text()
	}
	return i.template.app.namespace
}

// objectNamespace returns the namespace of the instance's object: on the hub that of hubNamespace, on the cluster itself that of the
// entry or of the application.
func (i instance) objectNamespace() string {
	if i.template.app.standalone {
		return cmp.Or(i.template.field.namespace.Text(), i.template.app.namespace)
	}
	return i.hubNamespace()
}

// namespaceNode returns what sets the namespace of the instance's object; absent when the options do.
func (i instance) namespaceNode() tree.Node {
	if i.member == nil || i.template.app.standalone || !i.member.Namespaced() {
		return cmp.Or(i.template.field.namespace, i.template.app.document.Root.At("metadata", "namespace"))
	}
	return cmp.Or(i.template.field.namespace, i.member.Namespace())
}
