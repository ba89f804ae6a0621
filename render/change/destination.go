package change

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// destination is where a workload delivers to, whatever documents call the cluster. Two equal ones are one cluster.
type destination struct {
	// Server is the API server that has the object, as [render.ID] has it.
	Server string
	// KubeConfig leads from there to the cluster; the zero key where the workload delivers to the same API server.
	KubeConfig kinds.KubeConfigKey
}

// destination returns where the workload delivers to.
func (o *Object) destination() destination {
	return destination{o.Server, kinds.KubeConfigKeyOf(o.Row.Part(kinds.KubeConfig).At.In(o.value), o.Namespace)}
}

// setDestinations notes which cluster the object delivers to now, and what the earlier one was called.
func (p *pair) setDestinations(c *Change) {
	if !p.after.IsWorkload() || p.after.Bootstrap || !p.isRenamed() && !p.changesDestination() {
		return
	}
	c.Redirected = p.before.Server == p.after.Server && p.changesDestination()
	if p.before.Cluster != p.after.Cluster {
		c.EarlierCluster = cmp.Or(p.before.Cluster, kinds.Hub)
	}
}

// changesDestination reports whether another kubeConfig leads to another cluster, perhaps.
func (p *pair) changesDestination() bool {
	return (p.isRenamed() || p.changes(p.after.Row.Part(kinds.KubeConfig).At)) &&
		p.before.destination() != p.after.destination()
}

// leaving returns what happens when the object delivers to another cluster.
func (p *pair) leaving() outcome {
	applies, applied := "applies it", "applied"
	if p.after.Kind == kinds.HelmRelease.Name {
		applies, applied = "installs its Helm release", "installed"
	}
	before, after, condition := called(p.before.Cluster), called(p.after.Cluster), ""
	if before == after {
		before, after = p.before.destination().reached(), p.after.destination().reached()
		condition = "; if both lead to one cluster, nothing happens"
	}
	return outcome{Orphaned, p.delayed(fmt.Sprintf("%s %s on %s, and what it %s on %s stays there without an owner",
		p.controller(), applies, after, applied, before)) + condition}
}

// reached names the cluster by the way to it.
func (d destination) reached() string {
	if d.KubeConfig == (kinds.KubeConfigKey{}) {
		return called(d.Server)
	}
	return "the cluster of " + d.KubeConfig.String()
}

// reaches reports whether a workload of after delivers to a cluster.
func (c *comparison) reaches(to destination) bool {
	if c.served == nil {
		c.served = map[destination]bool{}
		for _, o := range c.after.list {
			if o.IsWorkload() {
				c.served[o.destination()] = true
			}
		}
	}
	return c.served[to]
}
