package status

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Cause is why objects are not ready, in all applications: an object that is not, with those that have its state or
// wait for it; or failures of one kind, state and reason whose messages are the same but for names and numbers.
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

// Causes returns why objects are not ready: the worst first, and then what holds most objects. Each object that is
// neither ready nor suspended by its document is of one cause, see [Object.Of]. It is never nil.
func (s Status) Causes() []Cause { return s.causes().public(s.earlier) }

// Over returns the causes of the earlier state that are none any more; nil where no earlier state is known.
func (s Status) Over() []Cause {
	if s.earlier == nil {
		return nil
	}
	now := s.causes()
	return slices.DeleteFunc(s.earlier.causes(), now.have).public(nil)
}

type cause struct {
	key, last    string // last is the application of the last member
	like         likeness
	row          *row
	members      []*Object
	applications int
	seen         map[render.ID]bool
}

type causes []*cause

// causes groups what is not ready by what causes it.
func (s Status) causes() (all causes) {
	known := map[render.ID]*Object{}
	byLikeness := map[likeness]*cause{}
	for _, a := range s.Applications {
		for o := range a.objects {
			if !o.isAsWanted() {
				known[o.ID] = o
			}
		}
	}
	for _, a := range s.Applications {
		for o := range a.objects {
			if o.isAsWanted() {
				continue
			}
			origin, like := o.origin(known)
			c := byLikeness[like]
			if c == nil {
				c = &cause{key: keyOf(origin.ID), like: like, row: newRow(like, origin, nameIn("", origin)),
					seen: map[render.ID]bool{}}
				c.row.reason = origin.Reason
				byLikeness[like], all = c, append(all, c)
			}
			c.add(o, o.ID == origin.ID, a.Name)
		}
	}
	for _, c := range all {
		c.finish()
	}
	slices.SortFunc(all, func(a, b *cause) int {
		return cmp.Or(cmp.Compare(a.row.state.rank(), b.row.state.rank()), cmp.Compare(b.row.Objects, a.row.Objects),
			strings.Compare(a.key, b.key))
	})
	return all
}

const suspendedByDocument = "the document suspends it"

// isAsWanted reports whether the object is ready, or suspended as its document wants it.
func (o *Object) isAsWanted() bool {
	return o.State == Ready ||
		o.State == Suspended && !o.Counted && (o.Workload || o.Message == suspendedByDocument)
}

// origin returns the object that causes the state of an object, perhaps itself, and what all that are alike share.
// Workloads that fail alike are one cause, whatever they are called.
func (o *Object) origin(known map[render.ID]*Object) (*Object, likeness) {
	origin := o
	if o.Cause != (render.ID{}) {
		if origin = known[o.Cause]; origin == nil { // of no application, so that only this object tells of it
			origin = &Object{ID: o.Cause, State: o.State, Reason: o.Reason, Message: o.Message}
			return origin, likeness{kind: o.Cause.Kind, names: keyOf(o.Cause)}
		}
	}
	if origin.Workload {
		return origin, likenessOf(origin, "")
	}
	return origin, likenessOf(origin, nameIn("", origin))
}

func keyOf(id render.ID) string {
	parts := []string{id.Server, id.Kind, id.Namespace, id.Name}
	return strings.Join(each.Only(parts, func(part string) bool { return part != "" }), "/")
}

func (c *cause) add(o *Object, isOrigin bool, application string) {
	if c.members = append(c.members, o); c.last != application {
		c.applications, c.last = c.applications+1, application
	}
	if c.seen[o.ID] { // in several applications
		return
	}
	c.seen[o.ID] = true
	if c.row.add(o); isOrigin {
		c.row.alike(o, nameIn("", o))
	}
}

// finish sets the worst state, with its times, and the names of the clusters.
func (c *cause) finish() {
	worse := func(a, b *Object) int { return cmp.Compare(a.State.rank(), b.State.rank()) }
	c.row.state = slices.MinFunc(c.members, worse).State
	for _, o := range c.members {
		if o.State == c.row.state {
			c.row.addTime(o.Since)
		}
	}
	slices.Sort(c.row.Names)
	c.row.Names = slices.Compact(c.row.Names)
}

// have reports whether a cause is among others: the same object, or one that fails alike.
func (all causes) have(c *cause) bool {
	return each.Any(slices.Values(all), func(other *cause) bool { return c.key == other.key || c.like == other.like })
}

func (all causes) public(earlier *Status) []Cause {
	var before causes
	if earlier != nil {
		before = earlier.causes()
	}
	list := make([]Cause, len(all))
	for i, c := range all {
		list[i] = Cause{c.key, c.row.public(), c.applications, earlier != nil && !before.have(c)}
		list[i].Names, list[i].Revision = nil, ""
	}
	return list
}

// settle tells each object that is not ready what causes that, also through others, and of which cause it is.
func (s *summarizer) settle(all Status) {
	known := map[render.ID]*Object{}
	for _, k := range s.deliverers {
		known[k.ID] = &k.Object
	}
	for _, a := range all.Applications {
		for o := range a.objects {
			known[o.ID] = o
		}
	}
	for _, o := range known {
		if o.Reason == "DependencyNotReady" && o.Cause == (render.ID{}) && o.rendered.Row() != nil {
			o.Cause = awaited(o, known)
		}
	}
	for _, a := range all.Applications {
		for o := range a.objects {
			for range len(known) { // as long as one waits for another one
				next := known[o.Cause]
				if next == nil || next.Cause == (render.ID{}) || next.Cause == o.ID {
					break
				}
				o.Cause = next.Cause
			}
		}
	}
	for _, c := range all.causes() {
		for _, o := range c.members {
			o.Of = c.key
		}
	}
}

// awaited returns the worst of the objects that an object depends on; the zero ID where all are ready.
func awaited(o *Object, known map[render.ID]*Object) (worst render.ID) {
	least, read := Ready.rank(), o.rendered.Tree().At
	for ref, value := range o.rendered.Row().Named(read) {
		id := target(o.Server, ref, value, read, o.Namespace)
		if before := known[id]; ref.Relation == kinds.Precedes && before != nil && before.State.rank() < least {
			worst, least = id, before.State.rank()
		}
	}
	return worst
}
