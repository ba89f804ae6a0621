package change

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// outcome is one thing that a change does.
type outcome struct {
	action Action
	effect string // for the end of a sentence; may be empty
}

// change returns a change of the object.
func (o *Object) change(action Action) Change {
	return Change{
		Action: action, Application: o.Application, Cluster: o.Cluster, Object: o.ID,
		At: o.at, Workload: o.isWorkload(), Bootstrap: o.Bootstrap, shared: o.shared,
	}
}

// change returns the change of the pair. Of several things that it does, the worst is its action.
func (p *pair) change() Change {
	c := p.is.change(Changed)
	c.Fields = p.fields
	if p.was.ID != p.is.ID {
		c.Was = p.was.ID
	}
	if p.goesElsewhere() {
		c.WasCluster = cmp.Or(p.was.Cluster, hub)
	}
	var effects []string
	for _, o := range p.outcomes() {
		if rank(o.action) < rank(c.Action) {
			c.Action = o.action
		}
		if o.effect != "" {
			effects = append(effects, o.effect)
		}
	}
	c.Effect = strings.Join(effects, "; ")
	return c
}

// outcomes returns what the change of the pair does, besides that Flux applies new fields.
func (p *pair) outcomes() (all []outcome) {
	switch {
	case p.is.Bootstrap:
		return nil
	case p.was.ID != p.is.ID:
		return append(p.move(), p.renaming())
	}
	all = append(p.suspension(), p.move()...)
	switch {
	case p.goesElsewhere():
		all = append(all, p.leaving())
	case p.is.Kind == kinds.HelmRelease.Name:
		all = append(all, p.release()...)
	case p.is.isWorkload():
		all = append(all, p.manifests()...)
	default:
		all = append(all, p.chartOfReleases()...)
	}
	if len(all) == 0 {
		return p.waiting()
	}
	return all
}

// suspension returns whether the object is suspended or resumed.
func (p *pair) suspension() []outcome {
	before, after := isSuspended(p.before.Node), isSuspended(p.after.Node)
	switch {
	case after && !before && p.is.isWorkload():
		return []outcome{{Suspended, p.controller() + " applies nothing of it until it is resumed, and what runs stays"}}
	case after && !before:
		return []outcome{{Suspended, "Flux does nothing for it until it is resumed"}}
	case before && !after && p.is.isWorkload():
		return []outcome{{Resumed, p.controller() + " applies it again"}}
	case before && !after:
		return []outcome{{Resumed, "Flux uses it again"}}
	}
	return nil
}

// waiting returns that nothing happens yet, for an object that stays suspended.
func (p *pair) waiting() []outcome {
	switch {
	case !isSuspended(p.before.Node) || !isSuspended(p.after.Node):
		return nil
	case p.is.isWorkload():
		return []outcome{{Changed, p.controller() + " applies this once it is resumed"}}
	}
	return []outcome{{Changed, "Flux uses this once it is resumed"}}
}

func isSuspended(object tree.Node) bool { return object.At("spec", "suspend").Text() == "true" }

// controller is who applies the object, at the beginning of a clause.
func (p *pair) controller() string {
	if p.is.Kind == kinds.KCLRun.Name {
		return "the KCL controller"
	}
	return "Flux"
}

// delayed puts a condition before what only happens to an object that is not suspended.
func (p *pair) delayed(effect string) string {
	if isSuspended(p.after.Node) {
		return "once it is resumed, " + effect
	}
	return effect
}

// move returns whether the object belongs to another shard of Flux's controllers.
func (p *pair) move() []outcome {
	before, after := p.before.At("metadata", "labels", terms.LabelShard).Text(),
		p.after.At("metadata", "labels", terms.LabelShard).Text()
	switch {
	case before == after:
		return nil
	case before == "":
		return []outcome{{Moved, "the controllers of the shard " + after + " take it over from those of no shard"}}
	case after == "":
		return []outcome{{Moved, "the controllers of no shard take it over from those of " + before}}
	}
	return []outcome{{Moved, "the controllers of the shard " + after + " take it over from those of " + before}}
}

// goesElsewhere reports whether the object delivers to another cluster. The same kubeConfig leads to the same
// cluster, whatever its name.
func (p *pair) goesElsewhere() bool {
	return p.is.isWorkload() && p.was.Cluster != p.is.Cluster && p.was.Server == p.is.Server &&
		p.changes("spec.kubeConfig")
}

// leaving returns what happens when the object delivers to another cluster.
func (p *pair) leaving() outcome {
	applies, applied := "applies it", "applied"
	if p.is.Kind == kinds.HelmRelease.Name {
		applies, applied = "installs its Helm release", "installed"
	}
	return outcome{Orphaned, p.delayed(fmt.Sprintf("%s %s on %s, and what it %s on %s stays there without an owner",
		p.controller(), applies, called(p.is.Cluster), applied, called(p.was.Cluster)))}
}

// called returns a cluster in a sentence.
func called(cluster string) string { return cmp.Or(cluster, "the hub") }
