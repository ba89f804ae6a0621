package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// renaming returns what happens when another object has the same Helm release, or applies the same: measured with
// helm-controller 1.6 and kustomize-controller 1.9. What happens on two servers, in a new topology, follows from that.
func (p *pair) renaming() string {
	words := renamedManifests
	if p.after.Row == kinds.HelmRelease {
		words = renamedRelease
	}
	if _, stays := p.before.Row.Deleted(p.before.value); stays {
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

// renamedWords are what a controller does when another object has the same Helm release or manifests.
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

// slowUninstall returns what a slow uninstall does to the new release, behind a semicolon.
func (p *pair) slowUninstall() string {
	if p.after.Row != kinds.HelmRelease || p.after.installsAgain() {
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

// controllerOf is who applies an object of the pair. It names the server where the two have different ones.
func (p *pair) controllerOf(o *Object) string {
	if p.isOnOneServer() {
		return p.controller()
	}
	return p.controller() + " of " + called(o.Server)
}

// installsAgain reports whether Flux tries an installation that fails once more. A new release fails while a slow
// uninstall still deletes objects of the same names (measured with helm-controller 1.6.4).
func (o *Object) installsAgain() bool {
	retries := o.Row.Retries.In(o.value).Text()
	return retries != "" && retries != "0" || o.Row.InstallStrategy.In(o.value).Text() == "RetryOnFailure"
}
