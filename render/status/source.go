package status

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// blameSource makes a failure of a workload that waits for a source which was observed and has failed. The workload
// itself learns that later, and until then tells that it waits.
func (s *summarizer) blameSource(o *Object, row *kinds.Kind, observed tree.Node) {
	if o.Reason != "SourceNotReady" && o.Reason != "ArtifactFailed" {
		return
	}
	id := sourceOf(o.ID, row, observed)
	state, reason, message := healthOf(s.observed.objects[id]).state()
	if state == Failed || state == Stalled {
		o.State, o.Reason, o.Message = state, reason, id.String()+": "+message
	}
}

// sourceOf returns what a workload waits for: the HelmChart of helm-controller, or what it refers to.
func sourceOf(workload render.ID, row *kinds.Kind, observed tree.Node) render.ID {
	id := render.ID{Server: workload.Server}
	namespace, name, made := strings.Cut(observed.At("status", "helmChart").Text(), "/")
	if made && row.ChartName.In(observed.At).Exists() {
		id.Kind, id.Namespace, id.Name = kinds.HelmChart.Name, namespace, name
	} else if reference, value := row.Source(observed.At); reference != nil {
		to := reference.Target(value, workload.Namespace, observed.At)
		id.Kind, id.Namespace, id.Name = to.Kind, to.Namespace, to.Name
	}
	return id
}
