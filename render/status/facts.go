package status

import (
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// readFacts reads the revision, and since when the object has been so.
func (o *Object) readFacts(row *kinds.Kind, n tree.Node, h health) {
	status := n.Get("status")
	o.Revision, o.Since = revisionOf(row, status), h.ready.since
	if o.Kind == kinds.Kustomization.Name && o.State == Ready {
		o.Since = sinceApplied(status.Get("history"), o.Since)
	}
}

// revisionOf returns what Flux applied or fetched. Before helm.toolkit.fluxcd.io/v2 there is only the chart's version.
func revisionOf(row *kinds.Kind, status tree.Node) string {
	switch latest := status.Get("history").First(); {
	case row == kinds.HelmRelease && latest.Get("chartVersion").Exists():
		return latest.Get("chartName").Text() + "@" + latest.Get("chartVersion").Text()
	case row.Is(kinds.Workload):
		return status.Get("lastAppliedRevision").Text()
	}
	return status.At("artifact", "revision").Text()
}

// sinceApplied returns since when a Kustomization has applied what it applies. Its condition Ready changes at every
// interval, so that the history of kustomize-controller 1.7 and newer tells more: the manifests have been applied
// since their first time, or since something else was tried last.
func sinceApplied(history tree.Node, changed time.Time) time.Time {
	latest := history.First()
	since := timeOf(latest.Get("firstReconciled"))
	if since.IsZero() || latest.Get("lastReconciledStatus").Text() != "ReconciliationSucceeded" {
		return changed
	}
	for other := latest.Next(); other.Exists(); other = other.Next() {
		if tried := timeOf(other.Get("lastReconciled")); tried.After(since) {
			since = tried
		}
	}
	return since
}
