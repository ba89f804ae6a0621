package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
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
	case !c.reaches(o.Cluster) && o.isStranded():
		found.Effect += "; keep the kubeconfig of the cluster until then, or what runs there stays"
	}
	if count := c.dangling(o); count > 0 {
		found.Effect += "; " + refersStill(count) + " to it"
	}
	return found
}

func refersStill(count int) string {
	if count == 1 {
		return "1 object still refers"
	}
	return names.Counted(count, "object") + " still refer"
}

// isStranded reports whether what the object applied stays if it is deleted after what one of its references names.
func (o *Object) isStranded() bool {
	for reference := range o.Row.Named(o.value) {
		if reference.Strands {
			return true
		}
	}
	return false
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

// dangling counts the references of after to an object of before, or to what it made, that after does not have.
func (c *comparison) dangling(before *Object) (count int) {
	if c.referred == nil {
		c.referred, c.provided = map[render.ID]int{}, map[render.ID]bool{}
		for _, o := range c.after.list {
			c.addReferences(o)
			for _, id := range o.provides() {
				c.provided[id] = true
			}
		}
	}
	for _, id := range before.provides() {
		if !c.provided[id] {
			count += c.referred[id]
		}
	}
	return count
}

// provides returns what references to the object name: itself, and what a controller makes of it.
func (o *Object) provides() []render.ID {
	ids := []render.ID{o.ID}
	if o.Row != nil && o.Row.Makes != "" {
		made := o.ID
		made.Kind, made.Name = o.Row.Makes, o.Row.Made(o.value)
		ids = append(ids, made)
	}
	return ids
}

// addReferences counts the object once for each object that it names.
func (c *comparison) addReferences(o *Object) {
	seen := map[render.ID]bool{}
	for reference, value := range o.Row.Named(o.value) {
		server := o.Server
		if reference.Member {
			server = o.Cluster
		}
		if to := idOf(reference.Target(value, o.Namespace, o.value), server); !seen[to] {
			seen[to] = true
			c.referred[to]++
		}
	}
}
