package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/artifact"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// rollout reports what the waves of applications do not hold back: gates compare the specs of objects, and all waves
// see at once what changes elsewhere. It also reports what closes waves, and gates that take long to read.
func rollout(inv inventory.Inventory, placements []*plan.Placement) (problems []finding.Problem) {
	if !inv.Waves {
		return nil
	}
	objects := map[*inventory.Application][]*plan.Placement{}
	for _, p := range placements {
		if p.Common.App.Waves {
			objects[p.Common.App] = append(objects[p.Common.App], p)
		}
	}
	for _, app := range inv.Applications {
		r := rolloutCaveats{app: app, rendered: map[plan.ClashKey]*plan.Placement{}, checked: map[tree.Node]bool{},
			sources: map[gatedSource]bool{}}
		r.application(objects[app])
		problems = append(problems, r.problems...)
	}
	return problems
}

type rolloutCaveats struct {
	app      *inventory.Application
	rendered map[plan.ClashKey]*plan.Placement // the objects of the application that no entry makes
	checked  map[tree.Node]bool                // values that many objects share
	sources  map[gatedSource]bool
	reads    int               // of dependencies that the waves make
	closing  []*plan.Placement // the objects that close waves
	problems []finding.Problem
}

type gatedSource struct {
	gates  *plan.Gates
	source plan.ClashKey
}

func (r *rolloutCaveats) report(severity finding.Severity, n tree.Node, detail string) {
	r.problems = finding.Append(r.problems, finding.Problem{Severity: severity, Code: CodeUngated,
		Subject: r.app.Document.Subject(), Node: n, Detail: detail})
}

func (r *rolloutCaveats) application(objects []*plan.Placement) {
	for _, placed := range objects {
		if !placed.IsEntry() { // nothing refers to the object of an entry as its source
			r.rendered[placed.Key()] = placed
		}
		if placed.Common.Kind == kinds.ArtifactGenerator {
			r.rendered[placed.ArtifactKey()] = placed
		}
		for _, gates := range []*plan.Gates{placed.Common.Gates, placed.Closes} {
			if gates != nil {
				r.reads += gates.List.Len()
			}
		}
		if placed.Closes != nil {
			r.closing = append(r.closing, placed)
		}
	}
	if r.reads == 0 {
		return
	}
	var last *plan.Common
	for _, placed := range objects { // objects of one common wait at the same gates
		if placed.Common != last {
			r.object(placed)
		}
		last = placed.Common
	}
	r.closed()
	if seconds := r.reads / requestsASecond; seconds >= longReading { // nothing in a document makes that less
		r.inform(CodeManyGates, fmt.Sprintf("the waves make up to %d reads of dependencies whenever Flux looks; "+
			"a longer --requeue-dependency makes it look less often; where the API server of the hub has no API Priority and "+
			"Fairness, they take %s about %d s, with %d requests a second: a higher --kube-api-qps and --kube-api-burst make "+
			"it faster", r.reads, cmp.Or(r.app.WorkloadKind().Program, "the controller"), seconds, requestsASecond))
	}
}

func (r *rolloutCaveats) inform(code finding.Code, detail string) {
	r.problems = append(r.problems, finding.Problem{Severity: finding.SeverityInfo, Code: code,
		Subject: r.app.Document.Subject(), Node: r.app.Document.Spec().Get("config"), OnKey: true, Detail: detail})
}

func (r *rolloutCaveats) closed() {
	if len(r.closing) == 0 {
		return
	}
	slices.SortStableFunc(r.closing, func(a, b *plan.Placement) int { return cmp.Compare(a.Field().Wave, b.Field().Wave) })
	texts := make([]string, len(r.closing))
	for i, placed := range r.closing {
		texts[i] = fmt.Sprintf("%s for %s closes wave %d", placed.ObjectKey(), placed.Location().Called(),
			placed.Field().Wave)
	}
	r.inform(CodeClosedWave, fmt.Sprintf("one object closes a wave that many wait for: it waits for all others "+
		"of its wave, the next wave waits for it alone, and Flux looks at it each minute; %s; to stop a roll-out, suspend "+
		"all later waves", strings.Join(texts, ", ")))
}

// The requests in a second that a controller makes to an API server without API Priority and Fairness, unless its flags
// allow more (GetConfigOrDie of github.com/fluxcd/pkg/runtime/client), and for how many seconds it may then read
// dependencies without a finding. To other API servers, which Kubernetes has by default, it makes as many as they take.
const (
	requestsASecond = 50
	longReading     = 20
)

func (r *rolloutCaveats) object(placed *plan.Placement) {
	for _, reference := range placed.Common.Kind.References {
		if reference.Reason == kinds.Values || reference.Reason == kinds.Variables {
			list := reference.At.In(placed.Written)
			r.once(list, func() {
				r.report(finding.SeverityInfo, list, "a change of these Secrets or ConfigMaps reaches all waves at once")
			})
		}
	}
	switch kind, isOfReleases := placed.Common.Kind, r.app.Workload == kinds.HelmReleases; {
	case kind == kinds.HelmRelease:
		r.once(placed.Common.Chart, func() { r.release(placed) })
	case kind == kinds.HelmChart:
		r.chart(placed)
	case kind == kinds.OCIRepository && isOfReleases:
		r.artifact(placed)
	case kind == kinds.ArtifactGenerator && isOfReleases: // Kustomizations compare its revision: manifests
		r.made(placed)
	case kind == kinds.Kustomization:
		r.manifests(placed)
	case kind == kinds.KCLRun:
		list := r.app.Document.Spec().At("config", string(kinds.KCLRuns))
		r.once(list, func() {
			r.report(finding.SeverityInfo, list,
				"a KCLRun has no readyExpr: it waits until KCLRuns of earlier waves are ready, perhaps in an older version")
		})
	}
}

func (r *rolloutCaveats) once(n tree.Node, validate func()) {
	if n.Exists() && each.Add(r.checked, n.Value()) {
		validate()
	}
}

func (r *rolloutCaveats) release(placed *plan.Placement) {
	if placed.OwnsChart() {
		r.chart(placed)
		return
	}
	key, ref := sourceOf(placed)
	if r.rendered[key] != nil {
		return
	}
	remedy := "write the source into the document as source.ociRepository"
	if r.app.NamesTemplate() {
		remedy = "add the HelmChart to the documents"
	}
	r.report(finding.SeverityWarning, ref, fmt.Sprintf(
		"the %s %s is only in the cluster, so a new chart in it reaches all waves at once; %s", key.Kind, key.Name, remedy))
}

func (r *rolloutCaveats) chart(placed *plan.Placement) {
	if placed.Common.Kind.HasInline(placed.Written) {
		r.artifact(placed)
		return
	}
	key, ref := sourceOf(placed)
	source := r.rendered[key]
	switch {
	case key.Kind == kinds.HelmRepository.Name && source != nil && source.Common.Digested:
	case key.Kind == kinds.HelmRepository.Name:
		r.once(ref, func() {
			r.report(finding.SeverityInfo, ref, "a change of the HelmRepository itself reaches all waves at once")
		})
	case isPinned(source):
		return
	default:
		r.report(finding.SeverityWarning, ref, fmt.Sprintf("a new chart in a %s reaches all waves at once; "+
			"use a HelmRepository, or source.ociRepository in the document", key.Kind))
		return
	}
	version := placed.Common.Kind.ChartVersion
	r.pinned(version.Above().In(placed.Written), version.In(placed.Written))
}

func (r *rolloutCaveats) made(placed *plan.Placement) {
	for reference, ref := range placed.Common.Kind.Named(placed.Written) {
		key := keyOf(placed, reference, ref)
		source, remedy := r.rendered[key], "write one version, tag or commit into its ref"
		if source == nil {
			remedy = "write its spec into spec.sources, with one version, tag or commit"
		}
		if !isPinned(source) {
			r.report(finding.SeverityWarning, ref, fmt.Sprintf(
				"a new revision of the %s %s reaches all waves at once; %s", key.Kind, key.Name, remedy))
		}
	}
}

// isPinned reports whether a source has one revision for each of its names, so that gates see another one: its name
// ends in a digest of its spec, and the spec names a commit, a version or a digest.
func isPinned(source *plan.Placement) bool {
	return source != nil && source.Common.Digested && artifact.Pins(source.Common.Kind, source.Written)
}

func (r *rolloutCaveats) pinned(parent, n tree.Node) {
	if artifact.IsWhole(n.Text()) {
		return
	}
	detail := fmt.Sprintf("%q matches more than one version, and a new one of the chart reaches all waves at once; "+
		"write one version, for example 1.2.3", n.Text())
	if !n.Exists() {
		n = parent
		detail = "has no version, so a new one of the chart reaches all waves at once; write one, for example 1.2.3"
	}
	r.report(finding.SeverityWarning, n, detail)
}

func (r *rolloutCaveats) artifact(placed *plan.Placement) {
	kind, read := placed.Common.Kind.Inline(placed.Written)
	if field, _ := kind.Followed(read); field != kind.Revision.Exact {
		r.pinned(read("spec"), kind.Revision.At.In(read).Get(field))
	}
}

// manifests warns of a Kustomization that waits for others with another source: Flux compares revisions of one source.
func (r *rolloutCaveats) manifests(placed *plan.Placement) {
	own, ref := sourceOf(placed)
	gates := placed.Common.Gates
	if gates == nil || isPinned(r.rendered[own]) || !each.Add(r.sources, gatedSource{gates, own}) {
		return
	}
	for _, awaited := range gates.Awaited {
		if other, _ := sourceOf(awaited); other != own {
			r.report(finding.SeverityWarning, ref, fmt.Sprintf("the Kustomization %s waits for %s, which has another source, "+
				"so a new revision of this one reaches both at once; use one source for both", placed.Name, awaited.Name))
			return
		}
	}
}

// sourceOf names the source that an object with a wave, which is on the hub, refers to, and returns the reference.
func sourceOf(p *plan.Placement) (plan.ClashKey, tree.Node) {
	reference, value := p.Common.Kind.Source(p.Written)
	if reference == nil {
		return plan.ClashKey{}, value
	}
	return keyOf(p, reference, value), value
}

func keyOf(p *plan.Placement, reference *kinds.Reference, value tree.Node) plan.ClashKey {
	to := reference.Target(value, p.Common.Namespace, p.Written)
	return plan.ClashKey{Kind: to.Kind, Namespace: to.Namespace, Name: to.Name}
}
