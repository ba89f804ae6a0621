package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// gone returns the change of an object that after does not have.
func (c *comparison) gone(o *Object) Change {
	found := newChange(Deleted, o, nil)
	if o.Bootstrap {
		found.Effect = "it stays on the cluster until its administrator deletes it"
		return found
	}
	effect, stays := o.Row.Deleted(o.value)
	found.Effect = effect
	switch {
	case stays:
		found.Action = Orphaned
	case o.isWorkload() && !c.reaches(o.Cluster) && o.Row.Part(kinds.KubeConfig).At.In(o.value).Exists():
		found.Effect += "; keep the kubeconfig of the cluster until then, or what runs there stays"
	case !o.isWorkload() && c.uses(o.ID) > 0:
		found.Effect += "; " + refersStill(c.uses(o.ID))
	}
	return found
}

func refersStill(count int) string {
	if count == 1 {
		return "1 object still refers to it"
	}
	return names.Counted(count, "object") + " still refer to it"
}

// reaches reports whether after has an object for a cluster.
func (c *comparison) reaches(cluster string) bool {
	if c.clusters == nil {
		c.clusters = map[string]bool{}
		for _, o := range c.after.list {
			c.clusters[o.Cluster] = true
		}
	}
	return c.clusters[cluster]
}

// uses returns how many objects of after refer to an object.
func (c *comparison) uses(id render.ID) int {
	if c.referred == nil {
		c.referred = map[render.ID]int{}
		for _, o := range c.after.list {
			c.addReferences(o)
		}
	}
	return c.referred[id]
}

func (c *comparison) addReferences(o *Object) {
	for reference, value := range o.Row.Named(o.value) {
		c.referred[idOf(reference.Target(value, o.Namespace, o.value), o.Server)]++
	}
}
