package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// gone returns the change of an object that after does not have.
func (c *comparison) gone(o *Object) Change {
	found := newChange(Deleted, o, nil)
	if o.Bootstrap {
		found.Effect = "it stays on the cluster until its administrator deletes it"
		return found
	}
	effect, stays := o.Removed()
	found.Effect = effect
	switch {
	case stays:
		found.Action = Orphaned
	case o.isStranded() && !c.reaches(o.destination()):
		found.Effect += "; keep the kubeconfig of the cluster until then, or what runs there stays"
	}
	if still := c.refersStill(o); still != "" {
		found.Effect += "; " + still + " to it"
	}
	return found
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

func (c *comparison) reaches(to identity.Destination) bool {
	if c.served == nil {
		c.served = map[identity.Destination]bool{}
		for _, o := range c.later.list {
			if o.IsWorkload() {
				c.served[o.destination()] = true
			}
		}
	}
	return c.served[to]
}

// oldName returns that references to an earlier name of the object, or of what it makes, lead nowhere now.
func (p *pair) oldName() []outcome {
	if p.isRenamed() || len(p.before.provides()) > 1 {
		if still := p.refersStill(p.before); still != "" {
			return []outcome{{action: Changed, effect: still + " to its old name"}}
		}
	}
	return nil
}

// refersStill counts, in words, the references of after to an object of before, or to what it made, that after does not
// have; it is empty without any.
func (c *comparison) refersStill(before *Object) string {
	if c.referred == nil {
		c.referred, c.provided = map[render.ID]int{}, map[render.ID]bool{}
		for _, o := range c.later.list {
			c.addReferences(o)
			for _, id := range o.provides() {
				c.provided[id] = true
			}
		}
	}
	count := 0
	for _, id := range before.provides() {
		if !c.provided[id] {
			count += c.referred[id]
		}
	}
	switch count {
	case 0:
		return ""
	case 1:
		return "1 object still refers"
	}
	return names.Counted(count, "object") + " still refer"
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
