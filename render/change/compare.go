package change

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Compare returns what differs between two renderings. Objects are the same when their IDs are. A difference that
// follows from other objects is no change: digest and gates of waves, what closes one, the objects of an application
// that others wait for, what Alerts list, the name for KubeSphere's console. Neither are comments and other shards.
func Compare(before, after render.Result) Changes {
	c := CompareObjects(each.Of(before.Files(), Rendered), each.Of(after.Files(), Rendered), after)
	c.resultBefore, c.Secrets = before, before.Secrets().With(after.Secrets())
	return c
}

// CompareObjects returns what differs between two sides, in any order. Of objects with one ID in before, one counts.
// Run is the rendering that after is from: its documents tell the limits and the secrets. Nobody has those of before.
func CompareObjects(before, after []Object, run render.Result) Changes {
	s := sides{sideOf(before), sideOf(after)}
	c := comparison{Changes: Changes{sides: s, resultAfter: run}, needs: needs{side: s.later},
		readers: readers{render.NewOwnReader(), render.NewOwnReader()}}
	var gone, made []*Object
	for o, later := range s.pairs() {
		switch {
		case later == nil:
			gone = append(gone, o)
		case o == nil:
			made = append(made, later)
		default:
			c.compare(o, later)
		}
	}
	successors := c.unmatched(gone, made)
	waits{s, successors, map[[2]string]string{}}.free(&c.Changes)
	sortChanges(c.List)
	sortChanges(c.Gated)
	c.Secrets = c.secrets(run.Secrets())
	return c.Changes
}

type comparison struct {
	Changes
	needs   needs
	readers readers
}

func (c *comparison) compare(before, after *Object) {
	if before.Unchanged {
		c.Unchanged++
		return
	}
	from, _ := filesOf(before, after)
	if before.read || from != "" ||
		!bytes.Equal(c.readers.before.Text(before.rendered), c.readers.after.Text(after.rendered)) {
		if p := newPair(c.sides, c.readers, before, after); len(p.fields) > 0 {
			c.add(p)
			return
		}
	}
	if before.digest() == after.digest() {
		c.Unchanged++
	} else {
		c.Gated = append(c.Gated, Change{Action: Gated, Application: after.Application, Cluster: after.Cluster,
			Object: after.ID, Workload: after.IsWorkload(), Before: before, After: after})
	}
}

func (c *comparison) add(p *pair) {
	found := p.change()
	if p.isRenamed() || len(p.before.provides()) > 1 {
		if still := c.needs.stillRefers(p.before); still != "" {
			found.Effect = strings.TrimPrefix(found.Effect+"; "+still+" to its old name", "; ")
		}
	}
	c.List = append(c.List, found)
}

// unmatched adds the changes of objects that are gone, new or replaced, and returns which one replaces which.
func (c *comparison) unmatched(gone, made []*Object) (successors map[render.ID]render.ID) {
	before, earlier := workloadsOf(gone)
	after, later := workloadsOf(made)
	replaced, replaces, successors := map[*Object]bool{}, map[*Object]*Object{}, map[render.ID]render.ID{}
	for now, then := range identity.Successors(earlier, later) {
		replaced[before[then]], replaces[after[now]] = true, before[then]
		successors[before[then].ID] = after[now].ID
	}
	for _, o := range made {
		if before := replaces[o]; before != nil {
			c.add(newPair(c.sides, c.readers, before, o))
		} else {
			c.List = append(c.List, newChange(Created, nil, o))
		}
	}
	for _, o := range gone {
		if !replaced[o] {
			c.List = append(c.List, c.needs.gone(o))
		}
	}
	return successors
}

func workloadsOf(all []*Object) (workloads []*Object, known []identity.Object) {
	for _, o := range all {
		if o.IsWorkload() && !o.Bootstrap {
			workloads, known = append(workloads, o), append(known, o.Identity())
		}
	}
	return workloads, known
}

func sortChanges(all []Change) {
	slices.SortFunc(all, func(a, b Change) int {
		x, y := cmp.Or(a.After, a.Before), cmp.Or(b.After, b.Before)
		return cmp.Or(
			strings.Compare(a.Application, b.Application),
			strings.Compare(a.Cluster, b.Cluster),
			plan.CompareShared(x.shared, y.shared),
			strings.Compare(a.Object.Server, b.Object.Server),
			plan.CompareShared(y.Delivers, x.Delivers), // what delivers is behind what it applies
			cmp.Compare(x.rank(), y.rank()),
			a.Object.Compare(b.Object),
		)
	})
}

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
	case o.Row != nil && o.Row.Deletion.Suspended != "":
		found.Effect += "; to keep the release, deliver suspend: true first"
	}
	if still := n.stillRefers(o); still != "" {
		found.Effect += "; " + still + " to it"
	}
	return found
}

func (n *needs) reaches(to identity.Destination) bool {
	if n.served == nil {
		n.served = each.Once(each.Only(n.list, (*Object).IsWorkload), (*Object).destination)
	}
	return n.served[to]
}

// stillRefers counts, in words, what refers to an object of before or to what it made, and finds none; empty for none.
func (n *needs) stillRefers(before *Object) string {
	if n.referred == nil {
		n.referred, n.provided = map[render.ID]int{}, map[render.ID]bool{}
		for _, o := range n.list {
			referred := map[render.ID]bool{}
			for reference, value := range o.Row.Named(o.value) {
				server := o.Server
				if reference.Member {
					server = o.Cluster
				}
				referred[idOf(reference.Target(value, o.Namespace, o.value), server)] = true
			}
			for to := range referred {
				n.referred[to]++
			}
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
		made.Kind, made.Name = o.Row.Makes, each.First(o.Row.MadeName.Each(o.value), tree.Node.Exists).Text()
		ids = append(ids, made)
	}
	return ids
}
