package change

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

// renaming returns what happens when another object has the same Helm release, or applies the same: measured with
// helm-controller 1.6 and kustomize-controller 1.9. What happens on two servers, in a new topology, follows from that.
func (p *pair) renaming() outcome {
	if _, stays := p.before.Row.Deleted(p.before.value); stays {
		return outcome{Renamed, p.keptBySuccessor()}
	}
	words, condition := renamedRelease, ""
	if p.after.Kind != kinds.HelmRelease.Name {
		words = renamedManifests
		_, condition = p.before.prunes()
	}
	removes := p.controllerOf(p.before.Object) + words.removes + condition
	if p.after.isSuspended() {
		return outcome{Renamed, removes + "; nothing is " + words.made + " until the new one is resumed"}
	}
	return outcome{Renamed, removes + "; " + p.controllerOf(p.after.Object) + words.makes +
		" with the new one, but only at its next interval if the old one goes last; " +
		"suspend the old one first, and the new one takes over what runs"}
}

// renamedWords are what a controller does when another object has the same Helm release or manifests.
type renamedWords struct{ removes, makes, made string }

var (
	renamedRelease   = renamedWords{" uninstalls its Helm release with the old object", " installs it anew", "installed"}
	renamedManifests = renamedWords{" deletes what the old object applied", " applies it anew", "applied"}
)

// keptBySuccessor returns what happens where the old object leaves behind what runs.
func (p *pair) keptBySuccessor() string {
	kept := "the new object takes over what the old one applied"
	if p.after.Kind == kinds.HelmRelease.Name {
		kept = "the new object takes the Helm release over, because the old one is suspended"
	}
	return p.delayed(kept)
}

// controllerOf is who applies an object of the pair. It names the server where the two have different ones.
func (p *pair) controllerOf(o *Object) string {
	if p.before.Server == p.after.Server {
		return p.controller()
	}
	return p.controller() + " of " + called(o.Server)
}
