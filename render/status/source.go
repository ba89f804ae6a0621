package status

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// blameSource makes a failure of a workload that waits for a source which was observed and has failed. The workload
// itself learns that later, and until then tells that it waits.
func (s *summarizer) blameSource(o *Object, observed tree.Node) {
	if o.Reason != "SourceNotReady" && o.Reason != "ArtifactFailed" {
		return
	}
	id := sourceOf(o.ID, observed)
	state, reason, message := healthOf(s.observed.objects[id]).state()
	if state == Failed || state == Stalled {
		o.State, o.Reason, o.Message = state, reason, id.String()+": "+message
	}
}

// sourceOf returns the object that a workload waits for: its HelmChart, which helm-controller makes, or what it
// refers to.
func sourceOf(workload render.ID, observed tree.Node) render.ID {
	id := render.ID{Server: workload.Server, Kind: kinds.HelmChart.Name}
	if namespace, name, made := strings.Cut(observed.At("status", "helmChart").Text(), "/"); made &&
		!observed.At("spec", "chartRef").Exists() {
		id.Namespace, id.Name = namespace, name
		return id
	}
	ref := observed.At("spec", "sourceRef")
	if !ref.Exists() {
		ref = observed.At("spec", "chartRef")
	}
	id.Kind, id.Name = ref.Get("kind").Text(), ref.Get("name").Text()
	id.Namespace = cmp.Or(ref.Get("namespace").Text(), workload.Namespace)
	return id
}
