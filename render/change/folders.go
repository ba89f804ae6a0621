package change

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

// findFolders looks at the workloads of before.
func (t *tally) findFolders() folders {
	f := folders{map[place]string{}, map[place]bool{}, map[place]string{}}
	for _, o := range t.was {
		if !o.isWorkload() {
			continue
		}
		if same := t.is[o.key()]; same != nil && same.Cluster == o.Cluster && !t.leaves[o.key()] {
			f.certain[place{o.Application, o.Cluster}] = true
		}
		if o.config != "" {
			addTo(f.homes, place{o.Application, o.config}, o.Namespace)
			addTo(f.configs, place{o.Application, o.Cluster}, o.Namespace+"/"+o.config)
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

// clusterOf returns the cluster of a workload of before: that of its folder, unless workloads with different
// kubeConfigs are there and none of them is known to be of that cluster. Then it is the name of the kubeConfig, with
// the namespace where several have that name.
func (f folders) clusterOf(o *Object) string {
	at := place{o.Application, o.Cluster}
	switch {
	case o.config == "" || f.certain[at] || f.configs[at] != several:
		return o.Cluster
	case f.homes[place{o.Application, o.config}] == several:
		return o.Namespace + "/" + o.config
	}
	return o.config
}
