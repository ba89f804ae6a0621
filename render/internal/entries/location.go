package entries

import (
	"cmp"
	"iter"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Location is where an entry goes.
type Location struct {
	Name      string // of the cluster; empty for the hub
	givenName string // the name that the author gave the cluster; empty when it is the name of the kubeConfig reference
	// kubeConfig is how the hub reaches the cluster; empty for the hub, and for a cluster that a hub need not reach.
	kubeConfig kinds.KubeConfigKey
	Server     string // the API server that has the entry's object; empty for the hub's
}

// Called is the location in messages.
func (l Location) Called() string {
	if l.Name == "" {
		return "the hub"
	}
	return "the cluster " + l.Name
}

// Identities yields what the cluster is known by: its name, if given or with a folder, as that of a server, and its
// kubeConfig. The hub has one.
func (l Location) Identities() iter.Seq[identity.Destination] {
	return func(yield func(identity.Destination) bool) {
		name, key := cmp.Or(l.givenName, l.Server), l.kubeConfig
		if name != "" && !yield(identity.Destination{Server: name}) {
			return
		}
		if name == "" || key != (kinds.KubeConfigKey{}) {
			yield(identity.Destination{KubeConfig: key})
		}
	}
}

func (i Instance) kubeConfigKey() kinds.KubeConfigKey {
	switch {
	case i.Member == nil:
		return kinds.KubeConfigKeyOf(i.Template.Field.kubeConfig, i.hubNamespace())
	case i.Member.Hub():
		return kinds.KubeConfigKey{}
	}
	return i.Member.KubeConfigKey(i.hubNamespace())
}

// Location returns where the instance goes.
func (i Instance) Location() Location {
	l := Location{Name: i.ClusterName(), kubeConfig: i.kubeConfigKey()}
	if i.Template.App.Standalone {
		l.Server = l.Name // names are unique and found within one API server
	}
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

// KubeConfig returns how the hub reaches the cluster; absent for the hub. b makes it for a cluster with a document.
func (i Instance) KubeConfig(b *tree.Builder) tree.Node {
	switch {
	case i.Member == nil:
		return i.Template.Field.kubeConfig
	case i.Member.Hub():
		return tree.Node{}
	}
	return i.Member.KubeConfigIn(b)
}

// hubNamespace returns the namespace on the hub of the instance's object, and of the kubeConfig of its cluster: the
// namespace of the entry, of the cluster in the fleet, or of the application.
func (i Instance) hubNamespace() string {
	switch {
	case i.Template.Field.Namespace.Text() != "":
		return i.Template.Field.Namespace.Text()
	case i.Member != nil && i.Member.Namespace().Exists():
		return i.Member.Namespace().Text()
	}
	return i.Template.App.Namespace
}

// ObjectNamespace returns the object's namespace: hubNamespace on the hub, else the entry's or the application's.
func (i Instance) ObjectNamespace() string {
	if i.Template.App.Standalone {
		return cmp.Or(i.Template.Field.Namespace.Text(), i.Template.App.Namespace)
	}
	return i.hubNamespace()
}

// NamespaceNode returns what sets the namespace of the instance's object; absent when the options do.
func (i Instance) NamespaceNode() tree.Node {
	if i.Member == nil || i.Template.App.Standalone || !i.Member.Namespace().Exists() {
		return cmp.Or(i.Template.Field.Namespace, i.Template.App.Document.Root().At("metadata", "namespace"))
	}
	return cmp.Or(i.Template.Field.Namespace, i.Member.Namespace())
}
