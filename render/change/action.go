package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// newChange returns a change of the object, of which one of the sides may be nil.
func newChange(action Action, before, after *Object) Change {
	o := cmp.Or(after, before)
	return Change{Action: action, Application: o.Application, Cluster: o.Cluster, Object: o.ID, At: o.at,
		Workload: o.IsWorkload(), Bootstrap: o.Bootstrap, Before: before, After: after}
}

// change returns the change of the pair. Of several things that it does, the worst is its action.
func (p *pair) change() Change {
	c := newChange(Changed, p.before.Object, p.after.Object)
	c.Fields = p.fields
	if p.isRenamed() {
		c.Earlier = p.before.ID
	}
	p.setDestinations(&c)
	var effects []string
	for _, o := range p.outcomes() {
		if o.action.Compare(c.Action) < 0 {
			c.Action = o.action
		}
		if o.effect != "" {
			effects = append(effects, o.effect)
		}
	}
	c.Effect, c.removes = strings.Join(effects, "; "), p.removes
	return c
}

// outcomes returns what the change of the pair does, besides that Flux applies new fields.
func (p *pair) outcomes() (all []outcome) {
	switch {
	case p.after.Bootstrap:
		return nil
	case p.isRenamed():
		return append(p.move(), p.renaming())
	}
	all = slices.Concat(p.suspension(), p.move(), p.otherFile())
	switch {
	case p.after.IsWorkload() && p.changesDestination():
		all = append(all, p.leaving())
	case p.after.Row == kinds.HelmRelease:
		all = slices.Concat(all, p.release(), p.patched())
	case p.after.IsWorkload():
		all = slices.Concat(all, p.manifests(), p.patched())
	default:
		all = append(all, p.contentOfSource()...)
	}
	if len(all) == 0 {
		all = p.waiting()
	}
	return append(all, p.otherOwner()...)
}

func (p *pair) suspension() []outcome {
	switch after := p.after.isSuspended(); {
	case p.before.isSuspended() == after:
		return nil
	case after && p.after.IsWorkload():
		return []outcome{{Suspended, p.controller() + " applies nothing of it until it is resumed, and what runs stays"}}
	case after:
		return []outcome{{Suspended, "Flux does nothing for it until it is resumed"}}
	}
	return []outcome{{Resumed, p.takes() + " it again"}}
}

// takes is what the controller does with the object, at the beginning of a clause.
func (p *pair) takes() string {
	if p.after.IsWorkload() {
		return p.controller() + " applies"
	}
	return "Flux uses"
}

// waiting returns that nothing happens yet, for an object that stays suspended.
func (p *pair) waiting() []outcome {
	if !p.before.isSuspended() || !p.after.isSuspended() {
		return nil
	}
	return []outcome{{Changed, p.takes() + " this once it is resumed"}}
}

// otherOwner returns that the object is of another document than before.
func (p *pair) otherOwner() []outcome {
	if p.before.Application == p.after.Application {
		return nil
	}
	return []outcome{{Renamed, fmt.Sprintf("it is of %s now, and was of %s: Flux sees the same object",
		p.after.Application, p.before.Application)}}
}

// move returns whether the object belongs to another shard of Flux's controllers.
func (p *pair) move() []outcome {
	before, after, controllers := p.before.shard(), p.after.shard(), "the controllers of no shard"
	if before == after {
		return nil
	}
	if after != "" {
		controllers = "the controllers of the shard " + after
	}
	return []outcome{{Moved, controllers + " take it over from those of " + cmp.Or(before, "no shard")}}
}

func (v version) shard() string { return v.root.At("metadata", "labels", kinds.LabelShard).Text() }

// leftByDelivery is the effect of deleting a Kustomization of delivery, for the end of a sentence.
const leftByDelivery = "what it still applies goes with it, and what another Kustomization applies stays"

// kept is what happens when an object that is kept is no longer in what Flux applies, for a sentence.
const kept = "it stays on its server, and what it installed too, because of its annotation " + kinds.AnnotationPrune +
	": disabled; remove the annotation one commit before"

// Removed returns what happens when an object of a kind is no longer in what Flux applies, for the end of a sentence,
// and whether what runs because of it stays for sure. What is kept stays itself: see [kinds.IsKept].
func Removed(row *kinds.Kind, read kinds.Reader) (effect string, stays bool) {
	switch {
	case row == kinds.Kustomization && read("metadata", "annotations", kinds.AnnotationDelivers).Exists():
		return leftByDelivery, false
	case kinds.IsKept(read):
		return kept, true
	}
	return row.Deleted(read)
}

// gone returns the change of an object that after does not have.
func (c *comparison) gone(o *Object) Change {
	found := newChange(Deleted, o, nil)
	if o.Bootstrap {
		found.Effect = "it stays on the cluster until its administrator deletes it"
		return found
	}
	effect, stays := Removed(o.Row, o.value)
	found.Effect = effect
	switch {
	case stays:
		found.Action = Orphaned
	case o.isStranded() && !c.reaches(o.destination()):
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
