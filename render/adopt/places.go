package adopt

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// places are where the names of clusters come from: of objects with a kubeConfig, and of the others. The first that an
// object has counts.
type places struct {
	remote, local []ClusterFrom
	later         []ClusterFrom // of objects that have no place in local, and that no Kustomization of a cluster reads
	reasons       []string      // why they were chosen
	given         bool          // by the user, without a guess
	repeats       bool          // objects have one kind, namespace and name, so that they have several API servers
}

// hasServers reports whether each cluster has its own API server.
func (p places) hasServers() bool {
	return len(p.local) > 0 && (p.local[0].isPath() || p.local[0].place == fromLabel && p.repeats)
}

// all returns the places, each once.
func (p places) all() (all []ClusterFrom) {
	for _, from := range slices.Concat(p.local, p.later, p.remote) {
		same := func(other ClusterFrom) bool { return other.String() == from.String() }
		if !slices.ContainsFunc(all, same) {
			all = append(all, from)
		}
	}
	return all
}

// read returns the name of an object's cluster from the first place that it has. Without a place it is for the hub.
func read(from []ClusterFrom, o *object) (name string, at tree.Node, err error) {
	for _, c := range from {
		if name, at, err = c.read(o); err == nil || name != "" {
			break
		}
	}
	return name, at, err
}
