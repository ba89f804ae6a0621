package status

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// decide finds the state of an observed object, rendered or not. The first that applies decides: it is being deleted,
// it is suspended, the server has something else than what is rendered, the conditions of Flux (see health.state).
//
// A workload that is ready then runs what its sources name, or another state tells why nobody knows: see trace.
func (s *summarizer) decide(o *Object, row *kinds.Kind, rendered render.Object, observed tree.Node) {
	h := healthOf(row, observed)
	var lacking, added []string
	if rendered.Row() != nil {
		lacking, added = differences(row, rendered.Tree(), observed)
		o.Differs = slices.Sorted(slices.Values(slices.Concat(lacking, added)))
	}
	o.Revision = revisionOf(row, observed)
	deletion := observed.At("metadata", "deletionTimestamp")
	switch {
	case deletion.Exists() && h.ready.status == "False" && h.ready.reason == "UninstallFailed":
		o.is(h.ready.means(Failed))
	case deletion.Exists():
		o.is(verdict{state: Progressing, message: "it is being deleted", since: timeOf(deletion)})
	case kinds.IsSuspended(observed.At):
		o.State, o.Message = Suspended, "somebody suspended it, and the document does not"
		if wanted := kinds.Suspend.In(rendered.Value).Text(); wanted == "true" || names.Placeholder(wanted) {
			o.Counted, o.Message = false, suspendedByDocument
		}
	case len(o.Differs) > 0:
		o.is(verdict{state: Stale, message: staleMessage(lacking, added, rendered, observed)})
	case h.ready.status == "" && !hasConditions(row, observed.At):
		o.State = Ready
	default:
		o.is(h.state())
	}
	switch {
	case o.State == Progressing, o.State == Failed:
		s.blameSource(o, row, observed)
	case o.State == Ready && o.Workload:
		o.Since = sinceApplied(observed.Get("status"), o.Since)
		s.trace(o, rendered, observed)
	}
	if o.Runs = o.State == Ready; o.State == Stale && o.Workload && differsInGates(o.Differs) {
		ungated := *o
		if ungated.is(h.state()); ungated.State == Ready {
			s.trace(&ungated, rendered, observed)
		}
		o.Runs = ungated.State == Ready
	}
	o.Message, _ = s.secrets.Redact("", strings.TrimSpace(o.Message))
	o.Revision, _ = s.secrets.Redact("", o.Revision)
}

// verdict is the state of an object, and what makes it: a condition, or something else. The zero verdict is none.
type verdict struct {
	state           State
	reason, message string
	since           time.Time // zero where nobody knows: no condition tells it
	cause           render.ID // the other object whose state it is; zero for none
}

func (o *Object) is(v verdict) {
	o.State, o.Reason, o.Message, o.Since, o.Cause = v.state, v.reason, v.message, v.since, v.cause
}

// differsInGates reports whether nothing else differs than what an object waits for.
func differsInGates(paths []string) bool {
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(path string) bool {
		return path != kinds.DependsOn.String() && path != "metadata.annotations"+tree.Step(kinds.AnnotationDigest)
	})
}

const maxNamed = 3

// staleMessage tells what differs, and which side has it. A server shows fewer fields in an older API version.
func staleMessage(lacking, added []string, rendered render.Object, observed tree.Node) string {
	var sides []string
	tell := func(side string, paths []string) {
		if count := len(paths); count > 0 {
			sides = append(sides, side+names.More(paths[:min(maxNamed, count)], count))
		}
	}
	tell("the server does not have what the document renders: ", lacking)
	tell("the server has what the document does not render: ", added)
	message := strings.Join(sides, "; ")
	if version := observed.Get("apiVersion").Text(); version != rendered.APIVersion() {
		message += "; it was read as " + version + ", and not as " + rendered.APIVersion()
	}
	return message
}

// state returns the state that the conditions tell. An object is ready only where all of its status is about its
// generation: API servers count generations from 1.
func (h health) state() verdict {
	v := h.fromConditions()
	switch {
	case v.state != Ready:
	case h.generation <= 0:
		return verdict{state: Unknown, message: "its metadata has no generation, which each server writes"}
	case h.isDouble:
		return verdict{state: Unknown, message: "its status has two conditions Ready"}
	case h.observed != h.generation:
		return h.isAbout(h.observed)
	case h.ready.generation != h.generation:
		return h.isAbout(h.ready.generation)
	}
	return v
}

func (h health) isAbout(other int64) verdict {
	return verdict{state: Stale, message: "its status is about generation " + strconv.FormatInt(other, 10) +
		", and not about " + strconv.FormatInt(h.generation, 10)}
}

// fromConditions returns what the conditions tell, the first that applies. Ready is old news while Reconciling is about
// a later generation. At each interval, helm-controller sets Reconciling beside Ready=True, and a ready release stays
// ready; the others set Ready=Unknown. A False that only means to wait is no failure: see waits.
func (h health) fromConditions() verdict {
	h.ready = h.remedied()
	isOld := h.reconciling.status == "True" && h.reconciling.generation > h.ready.generation
	switch {
	case h.seen == 0 && h.ready.status == "" && h.reconciling.status == "" && h.stalled.status == "":
		return verdict{state: Unknown, message: "no controller has written its status yet"}
	case h.generation > h.seen:
		return verdict{state: Stale, message: "Flux has not seen generation " + strconv.FormatInt(h.generation, 10) + " yet"}
	case h.stalled.status == "True" && h.ready.status == "False" && !strings.Contains(h.stalled.message, h.ready.message):
		h.stalled.reason, h.stalled.message = h.ready.reason, h.stalled.message+": "+h.ready.message // the cause
		return h.stalled.means(Stalled)
	case h.stalled.status == "True":
		return h.stalled.means(Stalled)
	case isOld || h.ready.status == "" && h.reconciling.status == "True":
		return h.reconciling.means(Progressing)
	case h.ready.status == "True" && h.drifted.status == "True": // driftDetection only warns
		h.drifted.since = h.ready.since
		return h.drifted.means(Ready)
	case h.ready.status == "True":
		return h.ready.means(Ready)
	case h.ready.status == "False" && !h.ready.waits():
		return h.ready.means(Failed)
	case h.ready.status == "False", h.ready.status == "Unknown":
		return h.ready.means(Progressing)
	}
	return verdict{state: Unknown, message: "its status has no condition Ready"}
}

// remedied returns Ready with the cause before the rollback or uninstallation, which only Released tells.
func (h health) remedied() condition {
	ready := h.ready
	switch ready.reason {
	case "RollbackSucceeded", "RollbackFailed", "UninstallSucceeded", "UninstallFailed":
		if h.released.status == "False" && h.released.message != ready.message {
			ready.reason, ready.since = h.released.reason, h.released.since
			ready.message = h.released.message + "; then: " + ready.message
		}
	}
	return ready
}

// waits reports whether a condition that is not true only waits for something else.
func (c condition) waits() bool {
	switch c.reason {
	case "DependencyNotReady", // both controllers, for dependsOn
		"Progressing",         // source-controller, while it fetches
		"HealthCheckCanceled": // kustomize-controller and helm-controller, for a newer revision
		return true
	case "SourceNotReady": // helm-controller, with what the source tells where that has failed
		return strings.HasSuffix(c.message, "latest generation of object has not been reconciled") ||
			strings.HasSuffix(c.message, "does not have an artifact")
	case "ArtifactFailed": // both, for a source that has fetched nothing yet
		return strings.Contains(c.message, "etrying in ")
	}
	return false
}

type health struct {
	generation                  int64 // of the object; 0 where it has none
	seen                        int64 // the latest generation that the status is about; 0 where no controller wrote one
	observed                    int64 // the latest generation that is fully reconciled
	ready, reconciling, stalled condition
	released, drifted           condition // of a HelmRelease
	stored                      condition // of a source: its artifact is in the storage
	isDouble                    bool      // there are two conditions Ready
}

type condition struct {
	status, reason, message string
	generation              int64 // that it is about
	since                   time.Time
}

func (c condition) means(state State) verdict {
	return verdict{state: state, reason: c.reason, message: c.message, since: c.since}
}

// healthOf reads the status of an object of a kind. Whatever has another type than Flux's is absent.
func healthOf(row *kinds.Kind, n tree.Node) (h health) {
	status := n.Get("status")
	h.generation = whole(n.At("metadata", "generation"))
	h.observed = whole(status.Get("observedGeneration")) // API servers fill in -1
	conditions := map[string]*condition{"Ready": &h.ready, "Reconciling": &h.reconciling, "Stalled": &h.stalled,
		"Released": &h.released, "Drifted": &h.drifted, "ArtifactInStorage": &h.stored} // others tell nothing about the state
	for item := range status.Get("conditions").Children() {
		if c := conditions[item.Get("type").Text()]; c != nil {
			h.isDouble = h.isDouble || c == &h.ready && c.status != ""
			*c = condition{status: item.Get("status").Text(), reason: item.Get("reason").Text(),
				message: item.Get("message").Text(), generation: h.observed, since: timeOf(item.Get("lastTransitionTime"))}
			if generation := item.Get("observedGeneration"); generation.Exists() { // else it is that of the status
				c.generation = whole(generation)
			}
		}
	}
	if row != nil && row.Unnumbered {
		h.observed = h.ready.generation
	}
	h.seen = max(0, h.observed, h.ready.generation, h.reconciling.generation, h.stalled.generation)
	return h
}

func whole(n tree.Node) int64 {
	number, _ := strconv.ParseInt(n.Text(), 10, 64)
	return number
}

// timeOf returns a time as API servers write it, in whole seconds; zero for anything else.
func timeOf(n tree.Node) time.Time {
	t, _ := time.Parse(time.RFC3339, n.Text())
	return t.UTC().Truncate(time.Second)
}

// revisionOf returns what Flux applied or fetched. Before helm.toolkit.fluxcd.io/v2 there is only the chart's version.
func revisionOf(row *kinds.Kind, n tree.Node) string {
	if !row.Is(kinds.Workload) {
		return n.At("status", "artifact", "revision").Text()
	}
	if chart := n.At("status", "history").First().Get("chartName"); chart.Exists() {
		return chart.Text() + "@" + n.At("status", "history").First().Get("chartVersion").Text()
	}
	return n.At("status", "lastAppliedRevision").Text()
}

// sinceApplied returns since when a workload has applied what it applies. The condition Ready of a Kustomization
// changes at every interval, so that the history of kustomize-controller 1.7 and newer tells more: the manifests have
// been applied since their first time, or since something else was tried last. A release is not older than its upgrade.
func sinceApplied(status tree.Node, changed time.Time) time.Time {
	latest := status.Get("history").First()
	since, revision := timeOf(latest.Get("firstReconciled")), latest.At("metadata", "revision")
	if since.IsZero() || latest.Get("lastReconciledStatus").Text() != "ReconciliationSucceeded" ||
		revision.Exists() && revision.Text() != status.Get("lastAppliedRevision").Text() {
		return later(changed, timeOf(latest.Get("lastDeployed")))
	}
	for other := latest.Next(); other.Exists(); other = other.Next() {
		since = later(since, timeOf(other.Get("lastReconciled")))
	}
	return since
}
