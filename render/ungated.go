package render

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// ungated says what the waves of an application do not hold back: gates compare the specs of objects, and all waves see at once
// what changes elsewhere.
type ungated struct {
	p    *planner
	app  *application
	ours map[clashKey]bool  // the objects of the application; those that releases point at have names that say what they hold
	said map[tree.Node]bool // values that were judged
	seen map[sharedSource]bool
}

func newUngated(p *planner, app *application) ungated {
	return ungated{p: p, app: app, ours: map[clashKey]bool{}, said: map[tree.Node]bool{}, seen: map[sharedSource]bool{}}
}

// sharedSource is a source of Kustomizations that wait at the same gates.
type sharedSource struct {
	gates  *gates
	source clashKey
}

func (u ungated) say(severity schema.Severity, n tree.Node, detail string) {
	u.p.refuse(u.app, schema.Problem{Severity: severity, Code: schema.CodeUngated, Node: n, Detail: detail})
}

// judge looks at all objects of the application.
func (u ungated) judge(objects []*placement) {
	for _, placed := range objects {
		u.ours[placed.key()] = true
	}
	var last *model
	for _, placed := range objects { // those of one model, which are neighbours, wait at the same gates
		if placed.model != last {
			u.object(placed)
		}
		last = placed.model
	}
}

func (u ungated) object(placed *placement) {
	switch placed.kind {
	case kindHelmRelease:
		u.once(placed.chart, func() { u.release(placed) })
		from := placed.fields.Get("valuesFrom")
		u.once(from, func() { u.read(from) })
	case kindHelmChart:
		u.chart(placed.spec)
	case kindOCIRepository:
		if u.app.workload == schema.HelmReleases {
			u.artifact(placed.spec)
		}
	case kindKustomization:
		from := placed.fields.At("postBuild", "substituteFrom")
		u.once(from, func() { u.read(from) })
		u.source(placed)
	case kindKCLRun:
		list := u.app.document.Spec.At("config", string(schema.KCLRuns))
		u.once(list, func() {
			u.say(schema.SeverityInfo, list, "a KCLRun has no readyExpr: it waits until KCLRuns of earlier waves are ready, perhaps in an older version")
		})
	}
}

// once judges what many objects share once.
func (u ungated) once(n tree.Node, judge func()) {
	if n.Exists() && !u.said[n.Value()] {
		u.said[n.Value()] = true
		judge()
	}
}

// release judges the chart of a release.
func (u ungated) release(placed *placement) {
	if placed.chartKey == "chart" {
		u.chart(placed.chart.Get("spec"))
		return
	}
	kind, name := placed.chart.Get("kind").Text(), placed.chart.Get("name").Text()
	if u.ours[clashKey{"", kind, cmp.Or(placed.chart.Get("namespace").Text(), placed.namespace), name}] {
		return
	}
	remedy := "write the source into the document as source.ociRepository"
	if u.app.template != nil {
		remedy = "add the HelmChart to the documents"
	}
	u.say(schema.SeverityWarning, placed.chart, fmt.Sprintf("the %s %s is only in the cluster, so a new chart in it reaches all waves at once; %s", kind, name, remedy))
}

// chart judges the spec of a HelmChart, which a release holds itself or points at.
func (u ungated) chart(spec tree.Node) {
	ref := spec.Get("sourceRef")
	kind := ref.Get("kind").Text()
	if kind != kindHelmRepository.kind {
		u.say(schema.SeverityWarning, ref, fmt.Sprintf("a new chart in a %s reaches all waves at once; use a HelmRepository, or source.ociRepository in the document", kind))
		return
	}
	u.once(ref, func() {
		u.say(schema.SeverityInfo, ref, "a change of the HelmRepository itself reaches all waves at once")
	})
	u.pinned(spec, spec.Get("version"), "the chart")
}

// pinned warns of a version that is none, but a range of them.
func (u ungated) pinned(parent, n tree.Node, what string) {
	if _, err := version.ParseSemantic(n.Text()); err == nil {
		return
	}
	detail := fmt.Sprintf("%q matches more than one version, and a new one of %s reaches all waves at once; write one version, for example 1.2.3", n.Text(), what)
	if !n.Exists() {
		n, detail = parent, "has no version, so a new one of "+what+" reaches all waves at once; write one, for example 1.2.3"
	}
	u.say(schema.SeverityWarning, n, detail)
}

// artifact judges an OCIRepository that is a chart itself.
func (u ungated) artifact(spec tree.Node) {
	ref := spec.Get("ref")
	if !ref.Get("digest").Exists() {
		u.pinned(spec, cmp.Or(ref.Get("semver"), ref.Get("tag")), "the chart")
	}
}

// source warns of a Kustomization that waits for others with another source: Flux compares revisions of one that they share.
func (u ungated) source(placed *placement) {
	mine := placed.sourceKey()
	if placed.gates == nil || u.seen[sharedSource{placed.gates, mine}] {
		return
	}
	u.seen[sharedSource{placed.gates, mine}] = true
	for _, on := range placed.gates.on {
		if on.sourceKey() != mine {
			u.say(schema.SeverityWarning, placed.ref, fmt.Sprintf(
				"the Kustomization %s waits for %s, which has another source, so a new revision of this one reaches both at once; use one source for both",
				placed.name, on.name))
			return
		}
	}
}

// sourceKey names the source of a Kustomization.
func (p *placement) sourceKey() clashKey {
	return clashKey{p.server(), p.ref.Get("kind").Text(), cmp.Or(p.ref.Get("namespace").Text(), p.namespace), p.ref.Get("name").Text()}
}

// read says that what an object reads from ConfigMaps and Secrets is not in its spec.
func (u ungated) read(n tree.Node) {
	u.say(schema.SeverityInfo, n, "a change of these Secrets or ConfigMaps reaches all waves at once")
}
