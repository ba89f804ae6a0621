package change

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// change returns the change of the pair. Of several things that it does, the worst is its action.
func (p *pair) change() Change {
	c := newChange(Changed, p.before, p.after)
	c.Fields = p.fields
	if p.isRenamed() {
		c.Earlier = p.before.ID
	}
	p.setDestinations(&c)
	var effects []string
	for _, o := range p.outcomes() {
		if o.action.compare(c.Action) < 0 {
			c.Action = o.action
		}
		c.removes, effects = c.removes || o.removes, append(effects, o.effect)
	}
	c.Effect = strings.Join(effects, "; ")
	return c
}

func (p *pair) setDestinations(c *Change) {
	if !p.after.IsWorkload() || p.after.Bootstrap || !p.isRenamed() && !p.changesDestination() {
		return
	}
	c.Redirected = p.isOnOneServer() && p.changesDestination()
	if p.before.Cluster != p.after.Cluster {
		c.EarlierCluster = cmp.Or(p.before.Cluster, kinds.Hub)
	}
}

// outcomes returns what the change of the pair does, besides that Flux applies new fields.
func (p *pair) outcomes() (all []outcome) {
	switch {
	case p.after.Bootstrap:
		return nil
	case p.isRenamed():
		return append(p.otherShard(), p.renaming())
	}
	all = slices.Concat(p.suspension(), p.otherShard(), p.otherFile())
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
	if len(all) == 0 && p.after.isSuspended() {
		all = []outcome{{action: Changed, effect: p.takes() + " this once it is resumed"}}
	}
	return append(all, p.otherOwner()...)
}

func (p *pair) suspension() []outcome {
	switch after := p.after.isSuspended(); {
	case p.before.isSuspended() == after:
		return nil
	case !after:
		return []outcome{{action: Resumed, effect: p.takes() + " it again"}}
	case p.after.IsWorkload():
		return []outcome{{action: Suspended,
			effect: p.controller() + " applies nothing of it until it is resumed, and what runs stays"}}
	}
	return []outcome{{action: Suspended, effect: "Flux does nothing for it until it is resumed"}}
}

// takes is what the controller does with the object, at the beginning of a clause.
func (p *pair) takes() string {
	if p.after.IsWorkload() {
		return p.controller() + " applies"
	}
	return "Flux uses"
}

func (p *pair) otherOwner() []outcome {
	if p.before.Application == p.after.Application {
		return nil
	}
	return []outcome{{action: Renamed, effect: fmt.Sprintf("it is of %s now, and was of %s: Flux sees the same object",
		p.after.Application, p.before.Application)}}
}

// otherShard returns whether other controllers have the object now.
func (p *pair) otherShard() []outcome {
	shard := func(o tree.Node) string { return o.At("metadata", "labels", kinds.LabelShard).Text() }
	before, after, controllers := shard(p.from), shard(p.to), "the controllers of no shard"
	if before == after {
		return nil
	}
	if after != "" {
		controllers = "the controllers of the shard " + after
	}
	return []outcome{{action: Moved, effect: controllers + " take it over from those of " + cmp.Or(before, "no shard")}}
}

// otherFile returns what happens when the object lies in another file: who applies the old one deletes it, if it does
// not apply the new one too. One folder has one Kustomization.
func (p *pair) otherFile() []outcome {
	from, to := filesOf(p.before, p.after)
	if from == "" {
		return nil
	}
	if path.Dir(from) == path.Dir(to) {
		return []outcome{{action: Moved, effect: "the Kustomization that reads its folder finds it in " + path.Base(to)}}
	}
	deletion, stays := p.before.Removed()
	action := Moved
	if !stays && p.after.IsWorkload() {
		action = Reinstalled
	}
	return []outcome{{action: action, effect: "unless one Kustomization reads both places, the one that reads " + from +
		" deletes the object (" + deletion + "), and the one that reads " + to + " applies it again"}}
}

func (p *pair) leaving() outcome {
	applies, applied := "applies it", "applied"
	if p.after.Row == kinds.HelmRelease {
		applies, applied = "installs its Helm release", "installed"
	}
	before, after, condition := called(p.before.Cluster), called(p.after.Cluster), ""
	if before == after {
		before, after = reached(p.before.destination()), reached(p.after.destination())
		condition = "; if both lead to one cluster, nothing happens"
	}
	return outcome{action: Orphaned, effect: p.delayed(fmt.Sprintf(
		"%s %s on %s, and what it %s on %s stays there without an owner", p.controller(), applies, after, applied, before)) +
		condition}
}

func reached(d identity.Destination) string {
	if d.KubeConfig == (kinds.KubeConfigKey{}) {
		return called(d.Server)
	}
	return "the cluster of " + d.KubeConfig.String()
}
