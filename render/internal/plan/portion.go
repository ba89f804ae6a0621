package plan

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Portion is what one Kustomization of delivery applies: a group of clusters, all that is on the hub itself or of no
// cluster, or in the topology Standalone a cluster.
type Portion struct {
	// Folder is the folder of the group, from the rendered folder; in the topology Standalone the cluster's own.
	Folder string
	// Namespace and Name are those of the Kustomization, and Server is the cluster whose API server has it.
	Server, Namespace, Name string
	// OneFile: all objects of an application in the folder are in one file.
	OneFile bool
	// Standalone: the folder is that of a cluster with a Flux of its own, which it has without delivery too.
	Standalone bool
	// Order is what the folder has where it is of one application on one cluster; nil for a group.
	Order *Order
}

// Key is the key of the Kustomization; the zero key for objects that no delivery applies.
func (p *Portion) Key() ClashKey {
	if p == nil {
		return ClashKey{}
	}
	return ClashKey{p.Server, kinds.Kustomization.Name, p.Namespace, p.Name}
}

// Delivers returns the folder of the group that an object of delivery is for; false for all other objects.
func (p *Placement) Delivers() (folder string, delivers bool) {
	for _, f := range p.Common.Annotations {
		if f.Key == kinds.AnnotationDelivers {
			return f.Value.Text(), true
		}
	}
	return "", false
}

// ShardName is the name by which the object's part of a run is chosen: the folder of its group, or else its cluster.
func (p *Placement) ShardName() string {
	if p.Portion == nil || p.Portion.Standalone {
		return p.ClusterName
	}
	return cmp.Or(p.Portion.Folder, p.ClusterName)
}
