package change

import (
	"cmp"
	"fmt"
	"path"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// change returns the change of the pair. Of several things that it does, the worst is its action.
func (p *pair) change() Change {
	p.found = newChange(Changed, p.before, p.after)
	p.found.Fields = p.fields
	if p.isRenamed() {
		p.found.Earlier = p.before.ID
	}
	p.setDestinations(&p.found)
	p.addEffects()
	return p.found
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

func (p *pair) addEffects() {
	switch {
	case p.after.Bootstrap:
		return
	case p.isRenamed():
		p.otherShard()
		p.add(Renamed, p.renaming())
		return
	}
	p.suspension()
	p.otherShard()
	p.otherFile()
	switch {
	case p.after.IsWorkload() && p.changesDestination():
		p.leaving()
	case p.after.Row == kinds.HelmRelease:
		p.release()
		p.patched()
	case p.after.IsWorkload():
		p.manifests()
		p.patched()
	default:
		p.contentOfSource()
	}
	if p.found.Effect == "" && p.after.isSuspended() {
		p.add(Changed, p.takes()+" this once it is resumed")
	}
	if before, after := p.before.Application, p.after.Application; before != after {
		p.add(Renamed, fmt.Sprintf("it is of %s now, and was of %s: Flux sees the same object", after, before))
	}
}

func (p *pair) suspension() {
	switch after := p.after.isSuspended(); {
	case p.before.isSuspended() == after:
	case !after:
		p.add(Resumed, p.takes()+" it again")
	case p.after.IsWorkload():
		p.add(Suspended, p.controller()+" applies nothing of it until it is resumed, and what runs stays")
	default:
		p.add(Suspended, "Flux does nothing for it until it is resumed")
	}
}

// takes is what the controller does with the object, at the beginning of a clause.
func (p *pair) takes() string {
	if p.after.IsWorkload() {
		return p.controller() + " applies"
	}
	return "Flux uses"
}

func (p *pair) otherShard() {
	shard := func(o tree.Node) string { return o.At("metadata", "labels", kinds.LabelShard).Text() }
	before, after, controllers := shard(p.from), shard(p.to), "the controllers of no shard"
	if after != "" {
		controllers = "the controllers of the shard " + after
	}
	if before != after {
		p.add(Moved, controllers+" take it over from those of "+cmp.Or(before, "no shard"))
	}
}

// otherFile adds what happens when the object lies in another file: who applies the old one deletes it, if it does
// not apply the new one too. One folder has one Kustomization.
func (p *pair) otherFile() {
	switch from, to := filesOf(p.before, p.after); {
	case from == "":
	case path.Dir(from) == path.Dir(to):
		p.add(Moved, "the Kustomization that reads its folder finds it in "+path.Base(to))
	default:
		deletion, stays := p.before.Removed()
		action := Moved
		if !stays && p.after.IsWorkload() {
			action = Reinstalled
		}
		p.add(action, "unless one Kustomization reads both places, the one that reads "+from+
			" deletes the object ("+deletion+"), and the one that reads "+to+" applies it again")
	}
}

func (p *pair) leaving() {
	applies, applied := "applies it", "applied"
	if p.after.Row == kinds.HelmRelease {
		applies, applied = "installs its Helm release", "installed"
	}
	before, after, condition := called(p.before.Cluster), called(p.after.Cluster), ""
	if before == after {
		before, after = reached(p.before.destination()), reached(p.after.destination())
		condition = "; if both lead to one cluster, nothing happens"
	}
	p.add(Orphaned, p.delayed(fmt.Sprintf("%s %s on %s, and what it %s on %s stays there without an owner",
		p.controller(), applies, after, applied, before))+condition)
}

func reached(d identity.Destination) string {
	if d.KubeConfig == (kinds.KubeConfigKey{}) {
		return called(d.Server)
	}
	return "the cluster of " + d.KubeConfig.String()
}
