package status

import (
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// readFacts reads the revision, and since when the object has been so.
func (o *Object) readFacts(n tree.Node) {
	o.Revision = revisionOf(o.Kind, n.Get("status"))
	o.Since = healthOf(n).ready.since
}

// revisionOf returns what Flux has applied or fetched. Before helm.toolkit.fluxcd.io/v2, a HelmRelease has only the version of its chart.
func revisionOf(kind string, status tree.Node) string {
	switch latest := status.Get("history").First(); {
	case kind == kinds.HelmRelease.Name && latest.Get("chartVersion").Exists():
		return latest.Get("chartName").Text() + "@" + latest.Get("chartVersion").Text()
	case isWorkload(kind):
		return status.Get("lastAppliedRevision").Text()
	}
	return status.At("artifact", "revision").Text()
}
