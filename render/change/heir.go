package change

import "github.com/fluxapp-dev/fluxapp/render/identity"

// unmatched adds the changes of objects that another object replaces, and of those that are gone or new.
func (c *comparison) unmatched(gone, made []*Object) {
	heirs := heirsOf(gone, made)
	replaced := make(map[*Object]bool, len(heirs))
	for _, o := range made {
		if before := heirs[o]; before != nil {
			replaced[before] = true
			c.List = append(c.List, c.pairChange(c.newPair(before, o)))
		} else {
			c.List = append(c.List, newChange(Created, nil, o))
		}
	}
	for _, o := range gone {
		if !replaced[o] {
			c.List = append(c.List, c.gone(o))
		}
	}
}

// Known returns what tells which object of the other side is the same thing.
func (o *Object) Known() identity.Object {
	return identity.Object{Row: o.Row, Server: o.Server, Namespace: o.Namespace, Name: o.Name, Application: o.Application,
		Cluster: o.Cluster, Value: o.value}
}

// heirsOf returns the workload of before whose place each workload of after takes.
func heirsOf(gone, made []*Object) map[*Object]*Object {
	before, earlier := workloadsOf(gone)
	after, later := workloadsOf(made)
	heirs := map[*Object]*Object{}
	for now, then := range identity.Successors(earlier, later) {
		heirs[after[now]] = before[then]
	}
	return heirs
}

func workloadsOf(all []*Object) (workloads []*Object, known []identity.Object) {
	for _, o := range all {
		if o.IsWorkload() && !o.Bootstrap {
			workloads, known = append(workloads, o), append(known, o.Known())
		}
	}
	return workloads, known
}
