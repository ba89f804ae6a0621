package change

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// outcome is one thing that a change does.
type outcome struct {
	action Action
	effect string // for the end of a sentence; may be empty
}

// controller is who applies the object, at the beginning of a clause.
func (p *pair) controller() string {
	if p.after.Kind == kinds.KCLRun.Name {
		return "the KCL controller"
	}
	return "Flux"
}

// delayed puts a condition before what only happens to an object that is not suspended.
func (p *pair) delayed(effect string) string {
	if p.after.isSuspended() {
		return "once it is resumed, " + effect
	}
	return effect
}

func (v version) isSuspended() bool { return v.root.At("spec", "suspend").Text() == "true" }

// called returns a cluster in a sentence.
func called(cluster string) string { return cmp.Or(cluster, "the hub") }
