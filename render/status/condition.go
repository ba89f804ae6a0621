package status

import (
	"strconv"
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// health is what controllers wrote into the status of an object.
type health struct {
	generation                  int64 // of the object; 0 where it has none
	seen                        int64 // the latest generation that the status is about; 0 where no controller wrote one
	observed                    int64 // the latest generation that is fully reconciled
	ready, reconciling, stalled condition
	released, drifted           condition // of a HelmRelease
}

// condition is a condition of the status; the zero condition is none.
type condition struct {
	status, reason, message string
	generation              int64 // that it is about
	since                   time.Time
}

// healthOf reads the status of an object. Whatever has another type than Flux's is absent.
func healthOf(n tree.Node) (h health) {
	status := n.Get("status")
	h.generation = whole(n.At("metadata", "generation"))
	h.observed = whole(status.Get("observedGeneration")) // API servers fill in -1
	conditions := map[string]*condition{"Ready": &h.ready, "Reconciling": &h.reconciling, "Stalled": &h.stalled,
		"Released": &h.released, "Drifted": &h.drifted} // others tell nothing about the state
	for item := range status.Get("conditions").Children() {
		if c := conditions[item.Get("type").Text()]; c != nil {
			*c = conditionOf(item, h.observed)
		}
	}
	h.seen = max(0, h.observed, h.ready.generation, h.reconciling.generation, h.stalled.generation)
	return h
}

// conditionOf reads a condition. One that does not tell its generation is about the generation of the status.
func conditionOf(n tree.Node, observed int64) condition {
	c := condition{status: n.Get("status").Text(), reason: n.Get("reason").Text(), message: n.Get("message").Text(),
		generation: observed, since: timeOf(n.Get("lastTransitionTime"))}
	if generation := n.Get("observedGeneration"); generation.Exists() {
		c.generation = whole(generation)
	}
	return c
}

// whole returns an integer; 0 for anything else.
func whole(n tree.Node) int64 {
	number, _ := strconv.ParseInt(n.Text(), 10, 64)
	return number
}

const timeFormat = time.RFC3339

// timeOf returns a time as API servers write it; zero for anything else.
func timeOf(n tree.Node) time.Time {
	t, _ := time.Parse(timeFormat, n.Text())
	return t
}

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
