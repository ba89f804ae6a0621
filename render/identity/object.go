package identity

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Object is what is known of an object by which another one can be the same thing.
type Object struct {
	// Row is what is known of its kind.
	Row *kinds.Kind
	// Server is the cluster whose own API server has the object; empty for the hub.
	Server string
	// Namespace and Name are those of the object.
	Namespace, Name string
	// Application is the namespace/name of the document that it is from.
	Application string
	// Cluster is what documents call the cluster that it delivers to; empty for the hub.
	Cluster string
	// Value reads its fields.
	Value kinds.Reader
	// Sources has what known sources are like. An inline source is called as its application: its name tells little.
	Sources map[Key]Key

	to *Destination // where it is known
}

// Destination is where a workload delivers to, whatever documents call the cluster. Two equal ones are one cluster.
type Destination struct {
	// Server is the API server that has the object; empty for the hub.
	Server string
	// KubeConfig leads from there to the cluster; the zero key where the workload delivers to the same API server.
	KubeConfig kinds.KubeConfigKey
}

// Destination returns where the object delivers to.
func (o Object) Destination() Destination {
	if o.to != nil {
		return *o.to
	}
	return Destination{o.Server, kinds.KubeConfigKeyOf(o.Row.Part(kinds.KubeConfig).At.In(o.Value), o.Namespace)}
}

// Part returns a part of what the controller knows the object by, with its default.
func (o Object) Part(part kinds.Part) string {
	value := part.At.In(o.Value)
	switch {
	case part.Is == kinds.ReleaseName:
		return naming.Release(value.Text(), o.Row.Part(kinds.TargetNamespace).At.In(o.Value).Text(), o.Name)
	case part.Is == kinds.Folder:
		return path.Clean("/" + value.Text())
	case part.Is == kinds.SourceOf:
		return o.source()
	case part.OwnNamespace:
		return cmp.Or(value.Text(), o.Namespace)
	}
	return value.Text()
}

// Pattern returns the name for an entry of several clusters, with a reference in the place of the name of one.
func (o Object) Pattern(cluster string) string {
	return wording.ShownFor(wording.WithoutOwn(o.Name, cluster), nil)
}

// source returns what the object takes its content from: as Sources has it, or its kind, namespace and name. It
// is empty without one.
func (o Object) source() string {
	reference, source := o.Row.Source(o.Value)
	if reference == nil {
		return ""
	}
	to := reference.Target(source, o.Namespace, o.Value)
	key := Named(kinds.GitRepository.Group, to.Kind, to.Namespace, to.Name)
	key.to.Server = o.Server
	return cmp.Or(o.Sources[key].parts, strings.Join([]string{to.Kind, to.Namespace, to.Name}, "/"))
}

// parts are the values of some parts of what the controller knows the object by.
func (o Object) parts(has func(kinds.Part) bool) string {
	var parts []byte
	for _, part := range o.Row.Identity {
		if has(part) {
			parts = append(append(parts, o.Part(part)...), 0)
		}
	}
	return string(parts)
}
