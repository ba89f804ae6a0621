package status

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Cause is why objects are not ready, in all applications: an object that is not, with those that have its state or
// wait for it; or failures of one kind, state and reason whose messages are the same, except names and numbers.
type Cause struct {
	// Key tells it apart: the kind, namespace and name of First, behind its server if it has one.
	Key string `json:"key"`
	// Row counts each object once. First is what causes their states, or the first of those that fail alike. The state is
	// the worst, and the times are those of objects with this state. There are no names and no revision.
	Row
	// Applications is how many applications they are of.
	Applications int `json:"applications"`
	// IsNew: an earlier state is known, and does not have the cause.
	IsNew bool `json:"isNew,omitempty"`
}

// Causes returns why objects are not ready, the worst first, and then what holds most objects. Each object that is
// neither ready nor suspended by its document is of one, see [Object.Of]. Over are those of an earlier state that are
// none any more; it is nil where no earlier state is known.
func (s Status) Causes() (all, over []Cause) {
	now, before := s.causes(), []*row(nil)
	if s.earlier != nil {
		before, over = s.earlier.causes(), []Cause{}
	}
	isNow, wasBefore := among(now), among(before)
	for _, r := range now {
		c := r.cause()
		c.IsNew = s.earlier != nil && !wasBefore(r)
		all = append(all, c)
	}
	for _, r := range before {
		if !isNow(r) {
			over = append(over, r.cause())
		}
	}
	return all, over
}

func (r *row) cause() Cause {
	c := Cause{Key: keyOf(r.First), Row: r.Row, Applications: r.applications}
	c.Names, c.Revision = nil, ""
	return c
}

// among returns whether rows have the same cause as another one, or one that is alike.
func among(rows []*row) func(*row) bool {
	firsts := each.Once(rows, func(r *row) render.ID { return r.First })
	alike := each.Once(rows, func(r *row) likeness { return r.likeness })
	return func(r *row) bool { return firsts[r.First] || alike[r.likeness] }
}

func keyOf(id render.ID) string {
	parts := []string{id.Server, id.Kind, id.Namespace, id.Name}
	return strings.Join(each.Only(parts, func(part string) bool { return part != "" }), "/")
}

// open yields what is not as it should be: neither ready, nor suspended by its document. Some are in two applications.
func (s Status) open(yield func(application string, o *Object) bool) {
	for _, a := range s.Applications {
		for o := range a.objects {
			isWanted := o.State == Suspended && !o.Counted && (o.Workload || o.Message == suspendedByDocument)
			if o.State != Ready && !isWanted && !yield(a.Name, o) {
				return
			}
		}
	}
}

// causes groups what is not ready by what causes it.
func (s Status) causes() (all []*row) {
	open, seen := map[render.ID]*Object{}, map[render.ID]bool{}
	for _, o := range s.open {
		open[o.ID] = o
	}
	known, r := rows{}, (*row)(nil)
	for application, o := range s.open {
		origin, key := o.origin(open)
		if r, all = known.of(key, origin, nameIn("", origin), all); r.application != application {
			r.application, r.applications = application, r.applications+1
		}
		if each.Add(seen, o.ID) {
			if r.members = append(r.members, o); o.ID == origin.ID {
				r.alike(o, nameIn("", o))
			}
			if o.State.rank() < r.State.rank() {
				r.State = o.State
			}
		}
	}
	for _, r := range all {
		r.finish()
	}
	slices.SortFunc(all, func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.State.rank(), b.State.rank()), cmp.Compare(b.Objects, a.Objects),
			a.First.Compare(b.First))
	})
	return all
}

// origin returns the object that causes the state of an object, perhaps itself, and what those have that are alike:
// workloads whatever they are called.
func (o *Object) origin(open map[render.ID]*Object) (origin *Object, key likeness) {
	switch origin = open[cmp.Or(o.Cause, o.ID)]; {
	case origin == nil: // of no application, so that only this object tells of it
		origin = &Object{ID: o.Cause, State: o.State, Reason: o.Reason, Message: o.Message}
		return origin, likeness{kind: o.Cause.Kind, names: keyOf(o.Cause)}
	case origin.Workload:
		return origin, likenessOf(origin, "")
	}
	return origin, likenessOf(origin, nameIn("", origin))
}
