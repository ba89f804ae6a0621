package promote

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Soak is how long a stage must have been ready. The zero Soak asks for nothing more than that it is.
type Soak struct {
	// For is the time, up to Now.
	For time.Duration
	// Now is the time of the check.
	Now time.Time
}

// CheckReady compares what the servers have with what the documents render without the edit. The findings are errors
// if a workload of the application on a cluster of the stage From is not ready as it is rendered, or was not so for the
// time of soak, if its source fails now, or if none of them has the value that is promoted. Beside them are the
// warnings of [status.Summarize]. A workload that the document suspends does not count.
//
// A workload has been ready since [status.Object.Since]: a HelmRelease since its condition Ready changed and it was
// upgraded, a Kustomization since it applies these manifests, and not longer than its source has the revision, where
// that names a tag, a commit or a digest; else since the last reconciliation, which is too short and never too long.
func (e Edit) CheckReady(observed status.Observed, soak Soak) finding.Findings {
	summary, counted := status.Summarize(e.Before, observed), []status.Object(nil)
	for _, a := range summary.Applications {
		for _, c := range a.Clusters {
			for _, o := range c.Objects {
				if a.Name == e.owner && o.Counted && e.watched[c.Name] {
					counted = append(counted, o)
				}
			}
		}
	}
	problems := append(e.notReady(counted), e.unread(summary.Findings)...)
	if len(problems) == 0 {
		problems = e.notSoaked(counted, soak)
	}
	told := summary.Findings
	if len(problems) == 0 { // what other stages differ in does not matter
		told, _ = told.Ignore([]finding.Code{wording.CodeObservedOlder})
	}
	return append(told, finding.Locate(problems)...)
}

// unread refuses a field of a source that nobody read. A version is known from what workloads have applied.
func (e Edit) unread(found finding.Findings) (problems []finding.Problem) {
	isUnread := slices.ContainsFunc(e.Values, func(v Value) bool {
		isVersion := slices.ContainsFunc(versions, func(f Field) bool { return slices.Equal(f, v.Field) })
		return v.Field[0] == "source" && !isVersion
	})
	for i, f := range found {
		switch {
		case f.Code != wording.CodeObservedKinds:
		case isUnread:
			problems = append(problems, e.problem(wording.CodeNotReady, f.Detail))
		default:
			found[i].Detail += "; the promotion does not need them"
		}
	}
	return problems
}

// notReady refuses workloads that are not ready. Workloads of one state and one reason are one problem.
func (e Edit) notReady(counted []status.Object) (problems []finding.Problem) {
	if len(counted) == 0 {
		return []finding.Problem{e.problem(wording.CodeNotReady, fmt.Sprintf(
			"no workload of %s is known to be ready on %s: there is none, or the document suspends all; promote without the "+
				"status", e.application, e.from))}
	}
	for _, v := range e.Values {
		hasValue := func(o status.Object) bool { return slices.Contains(v.From.Clusters, status.ClusterName(o.Cluster)) }
		if !slices.ContainsFunc(counted, hasValue) {
			problem := e.problem(wording.CodeNotReady, fmt.Sprintf("no workload of %s that counts on %s has this value, so "+
				"nobody knows that it works; correct the layers above it, or promote without the status", e.application, e.from))
			problem.Position = v.From.At
			return []finding.Problem{problem}
		}
	}
	ready, why := 0, map[string][]string{} // clusters by what keeps them
	for _, o := range counted {
		state, words, until := string(o.State), strings.TrimPrefix(o.Reason+": "+o.Message, ": "), "all are ready"
		if o.State == status.Ready {
			ready++
			state, words, until = "its source fails", o.SourceFails, "the source is ready"
		}
		if o.State == status.Ready && words == "" {
			continue
		}
		reason := ""
		if words = strings.TrimSuffix(strings.Join(strings.Fields(words), " "), ":"); words != "" {
			reason = " (" + wording.Capped(words, maxReason) + ")"
		}
		state += " on \x00" + reason + "; promote when " + until
		why[state] = append(why[state], status.ClusterName(o.Cluster))
	}
	for state, clusters := range why {
		state = strings.Replace(state, "\x00", names.SpansOf(distinct(clusters)).Short(mostClusters), 1)
		problems = append(problems, e.problem(wording.CodeNotReady,
			fmt.Sprintf("%s is ready %d/%d: %s", e.from, ready, len(counted), state)))
	}
	return problems
}

const maxReason = 200

// notSoaked refuses workloads that have not been ready for long enough. The last of them tells when to promote.
func (e Edit) notSoaked(counted []status.Object, soak Soak) []finding.Problem {
	young := slices.DeleteFunc(slices.Clone(counted), func(o status.Object) bool {
		return soak.For <= 0 || soak.Now.Sub(o.Since) >= soak.For && !o.Since.IsZero()
	})
	if len(young) == 0 {
		return nil
	}
	slices.SortStableFunc(young, func(a, b status.Object) int { return b.Since.Compare(a.Since) })
	var known, unknown []string
	for _, o := range young {
		switch name := status.ClusterName(o.Cluster); {
		case o.Since.IsZero():
			unknown = append(unknown, name)
		case len(known) < mostClusters:
			known = append(known, name+" (since "+o.Since.UTC().Format(time.RFC3339)+")")
		}
	}
	until := young[0].Since.Add(soak.For)
	detail := fmt.Sprintf("%s has not been ready for %s on %s; promote in %s, at %s", e.from, short(soak.For),
		names.More(known, len(young)), short(until.Sub(soak.Now)), until.UTC().Format(time.RFC3339))
	if len(unknown) > 0 {
		detail = fmt.Sprintf("it is not known since when %s is ready on %s; promote without --soak", e.from,
			names.SpansOf(distinct(unknown)).Short(mostClusters))
	}
	return []finding.Problem{e.problem(wording.CodeNotSoaked, detail)}
}

func short(d time.Duration) string {
	text := d.Round(time.Second).String()
	for _, end := range []string{"m0s", "h0m"} {
		if before, found := strings.CutSuffix(text, end); found {
			text = before + end[:1]
		}
	}
	return text
}

// problem is about the first value of the stage From.
func (e Edit) problem(code finding.Code, detail string) finding.Problem {
	return finding.Problem{Code: code, Subject: e.subject, Position: e.Values[0].From.At, Detail: detail}
}
