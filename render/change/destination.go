package change

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func (o *Object) destination() identity.Destination { return o.Known().Destination() }

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

func (p *pair) leaving() outcome {
	applies, applied := "applies it", "applied"
	if p.after.Kind == kinds.HelmRelease.Name {
		applies, applied = "installs its Helm release", "installed"
	}
	before, after, condition := called(p.before.Cluster), called(p.after.Cluster), ""
	if before == after {
		before, after = reached(p.before.destination()), reached(p.after.destination())
		condition = "; if both lead to one cluster, nothing happens"
	}
	return outcome{Orphaned, p.delayed(fmt.Sprintf("%s %s on %s, and what it %s on %s stays there without an owner",
		p.controller(), applies, after, applied, before)) + condition}
}

// reached names the cluster by the way to it.
func reached(d identity.Destination) string {
	if d.KubeConfig == (kinds.KubeConfigKey{}) {
		return called(d.Server)
	}
	return "the cluster of " + d.KubeConfig.String()
}

func (c *comparison) reaches(to identity.Destination) bool {
	if c.served == nil {
		c.served = map[identity.Destination]bool{}
		for _, o := range c.after.list {
			if o.IsWorkload() {
				c.served[o.destination()] = true
			}
		}
	}
	return c.served[to]
}
