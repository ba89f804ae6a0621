package limits

import (
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// folders tell which clusters the workloads are of that were read. People may have moved the files of several
// clusters to one folder, and where there are no files, the kubeConfigs of several clusters may have one name.
type folders struct {
	// configs is the kubeConfig of the workloads in the folder of a cluster; several where they have different ones.
	configs map[place]string
	// certain are the clusters that have a workload of after in their folder.
	certain map[place]bool
	// homes is the namespace of the workloads whose kubeConfigs have one name; several where there are more.
	homes map[place]string
}

// several marks that there is more than one. It is no name.
const several = "\x00"

func foldersOf(changes change.Changes) folders {
	f := folders{map[place]string{}, map[place]bool{}, map[place]string{}}
	for o, after := range changes.Objects() {
		if o == nil || !o.Row.Is(kinds.Workload) {
			continue
		}
		if after != nil && after.Cluster == o.Cluster {
			f.certain[place{o.Application, o.Cluster}] = true
		}
		if o.KubeConfig != "" {
			addTo(f.homes, place{o.Application, o.KubeConfig}, o.Namespace)
			addTo(f.configs, place{o.Application, o.Cluster}, o.Namespace+"/"+o.KubeConfig)
		}
	}
	return f
}

func addTo(values map[place]string, at place, value string) {
	if known, found := values[at]; found && known != value {
		value = several
	}
	values[at] = value
}

// clusterOf returns the cluster of a workload of before: its folder's one, unless workloads there have different
// kubeConfigs and none is known to be the cluster's. Then it is the kubeConfig's name, with the namespace if shared.
func (f folders) clusterOf(o *change.Object) string {
	at := place{o.Application, o.Cluster}
	switch {
	case o.KubeConfig == "" || f.certain[at] || f.configs[at] != several:
		return o.Cluster
	case f.homes[place{o.Application, o.KubeConfig}] == several:
		return o.Namespace + "/" + o.KubeConfig
	}
	return o.KubeConfig
}
