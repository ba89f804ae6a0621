package render

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// chartKey is what the chart of a release depends on. Releases with the same key share it.
type chartKey struct {
	app       *application
	own, ref  tree.Node // the entry's own chart and source; mostly absent
	namespace string    // of the release, which decides how the reference is written
}

// sourceOf checks the source of an entry, and the chart of a release.
func (c *checker) sourceOf(t *template) {
	from := t.source()
	if t.app.workload != schema.HelmReleases {
		if !from.ref.Exists() {
			c.noSource(t)
		}
		return
	}
	if t.app.template != nil && t.field.sourceRef.Exists() {
		c.source(t, schema.Problem{
			Code: schema.CodeTwoSources, Node: t.field.sourceRef, OnKey: true, Other: t.app.document.TemplateName(),
			Detail: "the source comes from the template at %s; leave this one out",
		})
	}
	switch {
	case !from.ref.Exists():
		if t.app.template == nil {
			c.noSource(t)
		}
		c.unsound(t)
	case schema.IsChart(from.kind()):
		c.noChartFields(t, from)
	default:
		c.chart(t, from)
	}
}

// source adds a finding about the source of an entry.
func (c *checker) source(t *template, p schema.Problem) {
	p.Document = t.app.document
	c.add(t, t.fields, []schema.Problem{p})
}

// chart checks the chart of a release, once for all releases that share it.
func (c *checker) chart(t *template, from source) {
	key := chartKey{app: t.app, own: t.field.chart, ref: t.field.sourceRef}
	if t.field.chart.Exists() || !c.charts[key] {
		c.charts[key] = true
		chart := t.chart(c.inv.build)
		c.add(t, t.fields, schema.CheckChart(t.app.document, chart, t.fields, from.kind(), c.inv.flux))
		if !chart.Exists() {
			c.unsound(t)
		}
		if t.app.document.SharesChart() {
			c.filledInterval(t.app, chart)
		}
	}
}

// filledInterval warns of a HelmChart object without an interval, which it must have.
func (c *checker) filledInterval(app *application, chart tree.Node) {
	if chart.Exists() && !chart.Get("interval").Exists() {
		c.problems = append(c.problems, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeFilled, Document: app.document, Node: chart, Child: "interval", Proposed: "interval: 10m",
			Detail: "a HelmChart requires it; fluxapp sets interval: 10m",
		})
	}
}

// noSource reports that an entry has no source: at the spec, so that it is reported once when no entry has one.
func (c *checker) noSource(t *template) {
	if written := t.app.document.Spec.Get("source"); written.Exists() {
		c.source(t, schema.Problem{Code: schema.CodeNoSource, Node: written,
			Detail: "has no source; write sourceRef, or one of gitRepository, helmRepository, ociRepository and bucket"})
		return
	}
	c.source(t, schema.Problem{Code: schema.CodeNoSource, Node: t.app.document.Spec, Child: "source",
		Detail: "is required; write source.sourceRef, or a sourceRef in each entry"})
}

// noChartFields refuses chart fields beside a source that is the chart itself.
func (c *checker) noChartFields(t *template, from source) {
	what, why := fmt.Sprintf("the source is of kind %s", from.kind()), " and is the chart itself"
	if t.app.template != nil {
		what, why = "the template is only in the cluster", " and its chart cannot be changed here"
	}
	refuse := func(n tree.Node, why string) {
		if n.Exists() {
			c.source(t, schema.Problem{Code: schema.CodeChartOfSource, Node: n, OnKey: true, Detail: what + why + "; leave it out"})
		}
	}
	refuse(t.field.chart, why)
	shared, own := t.app.document.Chart(), t.field.sourceRef
	switch {
	case t.app.template != nil && shared.Get("chart").Exists(): // an error elsewhere
	case own.Exists() && t.app.template == nil:
		c.noSharedChart(t, own, shared)
		return
	default:
		refuse(shared, why)
	}
	if t.app.document.SharesChart() {
		refuse(t.app.document.Spec.At("config", "helmRelease", "shareChart"), ", and all releases share it already")
	}
}

// noSharedChart refuses a source that is a chart in one entry of an application that has a chart for all of them.
func (c *checker) noSharedChart(t *template, own, shared tree.Node) {
	if !shared.Exists() {
		return
	}
	c.source(t, schema.Problem{
		Code: schema.CodeChartOfSource, Node: own, OnKey: true, Other: shared,
		Detail: fmt.Sprintf("a source of kind %s is the chart itself, and the chart at %%s is for all entries; move that chart into the entries that need it",
			own.Get("kind").Text()),
	})
}

// savedTemplate checks the HelmChart that an Application saves for others.
func (c *checker) savedTemplate(app *application) {
	if !app.document.SavesTemplate() || app.workload == "" {
		return
	}
	report := func(p schema.Problem) {
		p.Document = app.document
		c.problems = append(c.problems, p)
	}
	label := app.document.SaveTemplateLabel()
	if app.workload != schema.HelmReleases {
		report(schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeNoEffect, Node: label, OnKey: true,
			Detail: "the label saves a chart as a template, and this application has no chart; leave it out",
		})
		return
	}
	if !app.savesChart() {
		report(schema.Problem{
			Code: schema.CodeNoChart, Node: label, OnKey: true,
			Detail: "the label saves the chart as a template, and this application has no chart; leave it out",
		})
		return
	}
	if namespace := app.source.at(app.namespace); namespace != app.namespace {
		report(schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeTemplateNamespace, Node: app.source.ref,
			Detail: fmt.Sprintf("the saved HelmChart is in namespace %s and cannot refer to the %s of namespace %s; "+
				"applications of this run that use the template are not affected", app.namespace, app.source.kind(), namespace),
		})
	}
	c.filledInterval(app, app.document.Chart())
}

// savesChart reports whether the application saves a chart as a template.
func (a *application) savesChart() bool {
	return a.document.SavesTemplate() && a.workload == schema.HelmReleases &&
		a.document.Chart().Exists() && a.source.ref.Exists() && !schema.IsChart(a.source.kind())
}
