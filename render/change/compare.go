package change

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Compare returns what differs between two renderings. Objects are the same when their IDs are. What follows from other
// objects is no change: the digest and the gates of waves, what closes a wave, the objects of an application that
// others wait for, what Alerts list and select, and the name for KubeSphere's console. Comments are none either.
//
// Objects of other shards of a run (see [render.Options]) are not compared.
func Compare(before, after render.Result) Changes {
	c := CompareObjects(renderedAll(before.Files()), renderedAll(after.Files()), after)
	c.resultBefore, c.Secrets = before, before.Secrets().With(after.Secrets())
	return c
}

func renderedAll(objects []render.Object) []Object {
	all := make([]Object, len(objects))
	for i, o := range objects {
		all[i] = Rendered(o)
	}
	return all
}

// CompareObjects returns what differs between two sides, in any order. Of objects with one ID in before, one counts. Run
// is the rendering that after is from: its documents tell the limits and the secrets. Nobody has those of before.
func CompareObjects(before, after []Object, run render.Result) Changes {
	c := comparison{Changes: Changes{earlier: sideOf(before), later: sideOf(after), resultAfter: run},
		earlierReader: render.NewOwnReader(), laterReader: render.NewOwnReader(),
		successors: map[render.ID]render.ID{}}
	var gone, made []*Object
	for o, later := range c.pairs() {
		switch {
		case later == nil:
			gone = append(gone, o)
		case o == nil:
			made = append(made, later)
		default:
			c.compare(o, later)
		}
	}
	c.unmatched(gone, made)
	c.free()
	sortChanges(c.List)
	sortChanges(c.Gated)
	c.Secrets = c.secrets(run.Secrets())
	return c.Changes
}

// pairs returns the objects of both sides, paired by ID: nil stands for an object that a side does not have.
func (c *Changes) pairs() iter.Seq2[*Object, *Object] {
	return func(yield func(before, after *Object) bool) {
		for _, o := range c.earlier.list {
			if !yield(o, c.later.byKey[o.key()]) {
				return
			}
		}
		for _, o := range c.later.list {
			if c.earlier.byKey[o.key()] == nil && !yield(nil, o) {
				return
			}
		}
	}
}

type comparison struct {
	Changes
	earlierReader, laterReader *render.OwnReader

	successors map[render.ID]render.ID       // the objects of after that take the place of another one
	served     map[identity.Destination]bool // where workloads of after deliver to; nil until it is asked for
	// how often after refers to objects, and what references to the objects of after name; nil until they are asked for
	referred map[render.ID]int
	provided map[render.ID]bool
}

func (c *comparison) compare(before, after *Object) {
	if before.Unchanged {
		c.Unchanged++
		return
	}
	from, _ := filesOf(before, after)
	if before.read || from != "" ||
		!bytes.Equal(c.earlierReader.Text(before.rendered), c.laterReader.Text(after.rendered)) {
		if p := c.newPair(before, after); len(p.fields) > 0 {
			c.List = append(c.List, p.change())
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

// digest is the annotation that covers the object's spec and what it waits for because of waves; empty without waves.
func (o *Object) digest() string {
	if o.read {
		return o.printedAnnotation(kinds.AnnotationDigest).Text()
	}
	return o.rendered.Digest()
}

// unmatched adds the changes of workloads that another one replaces, and of objects that are gone or new.
func (c *comparison) unmatched(gone, made []*Object) {
	before, earlier := workloadsOf(gone)
	after, later := workloadsOf(made)
	replaced, replaces := map[*Object]bool{}, map[*Object]*Object{}
	for now, then := range identity.Successors(earlier, later) {
		replaced[before[then]], replaces[after[now]] = true, before[then]
		c.successors[before[then].ID] = after[now].ID
	}
	for _, o := range made {
		if before := replaces[o]; before != nil {
			c.List = append(c.List, c.newPair(before, o).change())
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

func workloadsOf(all []*Object) (workloads []*Object, known []identity.Object) {
	for _, o := range all {
		if o.IsWorkload() && !o.Bootstrap {
			workloads, known = append(workloads, o), append(known, o.Identity())
		}
	}
	return workloads, known
}

// newChange returns a change of the object, of which one of the sides may be nil.
func newChange(action Action, before, after *Object) Change {
	o := cmp.Or(after, before)
	return Change{Action: action, Application: o.Application, Cluster: o.Cluster, Object: o.ID, At: o.at,
		Workload: o.IsWorkload(), Bootstrap: o.Bootstrap, Before: before, After: after}
}

// sortChanges puts changes into their total order: by application and cluster, and then as their objects are rendered.
func sortChanges(all []Change) {
	slices.SortFunc(all, func(a, b Change) int {
		x, y := cmp.Or(a.After, a.Before), cmp.Or(b.After, b.Before)
		return cmp.Or(
			strings.Compare(a.Application, b.Application),
			strings.Compare(a.Cluster, b.Cluster),
			plan.CompareShared(x.shared, y.shared),
			strings.Compare(a.Object.Server, b.Object.Server),
			plan.CompareShared(y.Delivers, x.Delivers), // what delivers is behind what it applies
			cmp.Compare(x.Row.Order(), y.Row.Order()),
			a.Object.Compare(b.Object),
		)
	})
}
