package change

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

// change returns a change of the object.
func (o *Object) change(action Action) Change {
	return Change{
		Action: action, Application: o.Application, Cluster: o.Cluster, Object: o.ID,
		At: o.at, Workload: o.isWorkload(), Bootstrap: o.Bootstrap, shared: o.shared,
	}
}

// gone returns the change of an object that after does not have.
func (o *Object) gone() Change {
	c := o.change(Deleted)
	if c.Effect = kinds.EffectOfDeletion(o.Kind, o.Content().Get("spec")); o.Bootstrap {
		c.Effect = "it stays on the cluster until its administrator deletes it"
	}
	return c
}

// action returns what the change of a pair does.
func (p *pair) action() (Action, string) {
	before, after := p.before.At("spec", "suspend").Text() == "true", p.after.At("spec", "suspend").Text() == "true"
	switch {
	case after && !before:
		return Suspended, ""
	case before && !after:
		return Resumed, ""
	}
	return Changed, ""
}
