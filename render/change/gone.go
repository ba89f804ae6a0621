package change

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type needs struct {
	side
	served map[identity.Destination]bool // where workloads deliver to; nil until it is asked for
	// how often objects are referred to, and what references to the objects of the side name; nil until it is asked for
	referred map[render.ID]int
	provided map[render.ID]bool
}

func (n *needs) gone(o *Object) Change {
	found := newChange(Deleted, o, nil)
	if o.Bootstrap {
		found.Effect = "it stays on the cluster until its administrator deletes it"
		return found
	}
	effect, stays := o.Removed()
	found.Effect = effect
	strands := false // what it applied stays if it is deleted after what one of its references names
	for reference := range o.Row.Named(o.value) {
		strands = strands || reference.Strands
	}
	switch {
	case stays:
		found.Action = Orphaned
	case strands && !n.reaches(o.destination()):
		found.Effect += "; keep the kubeconfig of the cluster until then, or what runs there stays"
	}
	if still := n.stillRefers(o); still != "" {
		found.Effect += "; " + still + " to it"
	}
	return found
}

func (n *needs) reaches(to identity.Destination) bool {
	if n.served == nil {
		n.served = map[identity.Destination]bool{}
		for _, o := range n.list {
			if o.IsWorkload() {
				n.served[o.destination()] = true
			}
		}
	}
	return n.served[to]
}

// stillRefers counts, in words, what refers to an object of before or to what it made, and finds none; empty for none.
func (n *needs) stillRefers(before *Object) string {
	if n.referred == nil {
		n.referred, n.provided = map[render.ID]int{}, map[render.ID]bool{}
		for _, o := range n.list {
			n.addReferences(o)
			for _, id := range o.provides() {
				n.provided[id] = true
			}
		}
	}
	count := 0
	for _, id := range before.provides() {
		if !n.provided[id] {
			count += n.referred[id]
		}
	}
	if count == 0 {
		return ""
	}
	return counted(count, "still refer")
}

func counted(objects int, verb string) string {
	if objects == 1 {
		return "1 object " + verb + "s"
	}
	return names.Counted(objects, "object") + " " + verb
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

func (n *needs) addReferences(o *Object) {
	seen := map[render.ID]bool{}
	for reference, value := range o.Row.Named(o.value) {
		server := o.Server
		if reference.Member {
			server = o.Cluster
		}
		if to := idOf(reference.Target(value, o.Namespace, o.value), server); !seen[to] {
			seen[to] = true
			n.referred[to]++
		}
	}
}
