package status

import (
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// absent returns the state of an object that was not observed, and why.
func (o *Observed) absent(id render.ID) (State, string) {
	switch {
	case !o.servers[id.Server] && id.Server == "":
		return Unknown, "nobody read the objects of the hub"
	case !o.servers[id.Server]:
		return Unknown, "nobody read the objects of the cluster " + id.Server
	}
	return Missing, "the server does not have it"
}

// decide finds the state of an object that was observed.
func (o *Object) decide(rendered render.Object, observed tree.Node) {
	o.readFacts(observed)
	h := healthOf(observed)
	if observed.At("spec", "suspend").Text() == "true" {
		o.suspended(rendered)
		return
	}
	o.State, o.Reason, o.Message = h.state()
	o.Message, _ = finding.Redact("", o.Message)
}

// suspended is the state of an object that Flux leaves alone. What the document suspends does not count.
func (o *Object) suspended(rendered render.Object) {
	o.State = Suspended
	if rendered.SpecValue("suspend").Text() == "true" {
		o.Counted = false
		return
	}
	o.Message = "suspended on the server, and not in the document"
}

// state returns the state that the conditions tell.
func (h health) state() (state State, reason, message string) {
	switch {
	case h.generation > h.seen && h.seen > 0:
		return Stale, "", "Flux has not seen generation " + strconv.FormatInt(h.generation, 10) + " yet"
	case h.stalled.status == "True":
		return Stalled, h.stalled.reason, h.stalled.message
	case h.ready.status == "True":
		return Ready, h.ready.reason, h.ready.message
	case h.ready.status == "False":
		return Failed, h.ready.reason, h.ready.message
	case h.ready.status == "Unknown", h.reconciling.status == "True":
		return Progressing, h.ready.reason, h.ready.message
	}
	return Unknown, "", "no controller has written its status yet"
}
