package change

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/deleting"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// change returns the change of the pair. The worst of its effects is its action.
func (p *pair) change() Change {
	p.found = newChange(Changed, p.before, p.after)
	p.found.Fields = p.fields
	if p.isRenamed() {
		p.found.Earlier = p.before.ID
	}
	if p.after.IsWorkload() && !p.after.Bootstrap && (p.isRenamed() || p.changesDestination()) {
		p.found.Redirected = p.isOnOneServer() && p.changesDestination()
		if p.before.Cluster != p.after.Cluster {
			p.found.EarlierCluster = cmp.Or(p.before.Cluster, kinds.Hub)
		}
	}
	p.addEffects()
	return p.found
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
	switch isSuspended := p.after.isSuspended(); {
	case p.before.isSuspended() == isSuspended:
	case !isSuspended:
		p.add(Resumed, p.takes()+" it again")
	case p.after.IsWorkload():
		p.add(Suspended, p.controller()+" applies nothing of it until it is resumed, and what runs stays")
	default:
		p.add(Suspended, "Flux does nothing for it until it is resumed")
	}
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

// renaming returns what happens when another object has the same Helm release, or applies the same: measured with
// helm-controller 1.6 and kustomize-controller 1.9. The effects on two servers, in a new topology, follow from that.
func (p *pair) renaming() string {
	words := renamedManifests
	if p.after.Row == kinds.HelmRelease {
		words = renamedRelease
	}
	if _, stays := deleting.Of(p.before.Row, p.before.value); stays {
		return p.delayed(words.takesOver)
	}
	if before, after := p.before.release(), p.after.release(); before != after {
		return p.delayed(fmt.Sprintf("%s uninstalls its Helm release %s with the old object and installs %s with "+
			"the new one", p.controller(), before, after)) + p.slowUninstall()
	}
	removes := p.controllerOf(p.before) + words.removes + p.before.pruneCondition()
	if p.after.isSuspended() {
		return removes + "; nothing is " + words.made + " until the new one is resumed"
	}
	return removes + "; " + p.controllerOf(p.after) + words.makes + p.takingOver() + p.slowUninstall()
}

type renamedWords struct{ removes, makes, made, takesOver string }

var (
	renamedRelease = renamedWords{" uninstalls its Helm release with the old object", " installs it anew with the new one",
		"installed", "the new object takes the Helm release over, because the old one is suspended"}
	renamedManifests = renamedWords{" deletes what the old object applied", " applies it anew with the new one",
		"applied", "the new object takes over what the old one applied"}
)

// takingOver returns when the new object takes over what runs, and how people get there.
func (p *pair) takingOver() string {
	const late = ", but only at its next interval if the old one goes last"
	isOrdered := p.after.Row == kinds.Kustomization && p.isOnOneServer()
	switch runsTheSame := p.runsTheSame(); {
	case isOrdered && runsTheSame:
		return "; apply the new one first, and delete the old one last, and the new one takes over what runs; suspend " +
			"the old one before, so that it takes nothing back"
	case isOrdered:
		return ""
	case runsTheSame:
		return late + "; suspend the old one first, and the new one takes over what runs"
	}
	return late
}

// release returns the name of the Helm release of the object; empty for one that makes none.
func (o *Object) release() string { return o.part(o.Row.Part(kinds.ReleaseName)) }

// slowUninstall tells that a new release fails while a slow uninstall still deletes objects of the same names, and that
// Flux does not install it again (measured with helm-controller 1.6.4).
func (p *pair) slowUninstall() string {
	row, value := p.after.Row, p.after.value
	retries := row.Retries.In(value).Text()
	installsAgain := retries != "" && retries != "0" || row.InstallStrategy.In(value).Text() == "RetryOnFailure"
	if row != kinds.HelmRelease || installsAgain {
		return ""
	}
	return "; without install.remediation.retries, it stays failed if the old uninstall is slow"
}

// runsTheSame reports whether the new object has all that the controller knows the old one by, so that it can take over
// what runs: a cluster that is called something else can have another folder, prefix or namespace too.
func (p *pair) runsTheSame() bool {
	besides := func(o *Object, part kinds.Part) string {
		if part.Is == kinds.SourceOf { // the source may be in the namespace of the object
			return strings.Replace(o.part(part), "/"+o.Namespace+"/", "//", 1)
		}
		return o.part(part)
	}
	return !slices.ContainsFunc(p.after.Row.Identity, func(part kinds.Part) bool {
		return part.Is != kinds.KubeConfig && part.Is != kinds.ChartName && besides(p.before, part) != besides(p.after, part)
	})
}

func (p *pair) controllerOf(o *Object) string {
	if p.isOnOneServer() {
		return p.controller()
	}
	return p.controller() + " of " + called(o.Server)
}
