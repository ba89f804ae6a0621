package rules

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// sharedChart is what the chart of a release depends on: the entry's own chart and source, which are absent in most.
type sharedChart struct {
	app        *inventory.Application
	chart, ref tree.Node
}

// sourceOf checks the source of an entry, and the chart of a release. It reports whether there is a source, and a chart.
func (c *checker) sourceOf(t *entries.Template) bool {
	from := t.Source()
	if t.App.Workload != v1alpha1.HelmReleases {
		if !from.Ref.Exists() {
			c.noSource(t)
		}
		return true
	}
	if t.App.ChartTemplate != nil && t.Field.SourceRef.Exists() {
		c.source(t, finding.Problem{
			Code: finding.CodeTwoSources, Node: t.Field.SourceRef, OnKey: true, Detail: "the source comes from the template at ",
		}.Beside(t.App.Document.TemplateName(), "; leave this one out"))
	}
	switch {
	case !from.Ref.Exists():
		if t.App.ChartTemplate == nil {
			c.noSource(t)
		}
		return false
	case validate.IsChart(from.Kind()):
		c.noChartFields(t, from)
		return true
	}
	return c.chart(t, from)
}

// source adds a finding about the source of an entry.
func (c *checker) source(t *entries.Template, p finding.Problem) {
	p.Subject = t.App.Document.Subject()
	c.add(t.Fields, []finding.Problem{p})
}

// chart checks the chart of a release, once for all releases that share it, and reports whether there is one.
func (c *checker) chart(t *entries.Template, from inventory.Source) bool {
	key := sharedChart{t.App, t.Field.Chart, t.Field.SourceRef}
	exists, done := c.charts[key]
	if !done {
		chart := t.Chart(c.inv.Build)
		exists = chart.Exists()
		c.charts[key] = exists
		c.add(t.Fields, validate.Chart(t.App.Document, chart, t.Fields, from.Kind(), c.inv.Flux))
		if t.App.Document.SharesChart() {
			c.filledInterval(t.App, chart)
		}
	}
	return exists
}

// filledInterval warns of a HelmChart object without an interval, which it must have.
func (c *checker) filledInterval(app *inventory.Application, chart tree.Node) {
	if chart.Exists() && !chart.Get("interval").Exists() {
		c.problems = append(c.problems, finding.Problem{
			Severity: finding.SeverityWarning, Code: finding.CodeFilled, Subject: app.Document.Subject(), Node: chart, Child: "interval", Proposed: "interval: 10m",
			Detail: "a HelmChart requires it; fluxapp sets interval: 10m",
		})
	}
}

// noSource reports that an entry has no source: at the spec, so that it is reported once when no entry has one.
func (c *checker) noSource(t *entries.Template) {
	if written := t.App.Document.Spec().Get("source"); written.Exists() {
		c.source(t, finding.Problem{Code: finding.CodeNoSource, Node: written,
			Detail: "has no source; write sourceRef, or one of gitRepository, helmRepository, ociRepository and bucket"})
		return
	}
	c.source(t, finding.Problem{Code: finding.CodeNoSource, Node: t.App.Document.Spec(), Child: "source",
		Detail: "is required; write source.sourceRef, or a sourceRef in each entry"})
}

// noChartFields refuses chart fields beside a source that is the chart itself.
func (c *checker) noChartFields(t *entries.Template, from inventory.Source) {
	what, why := fmt.Sprintf("the source is of kind %s", from.Kind()), " and is the chart itself"
	if t.App.ChartTemplate != nil {
		what, why = "the template is only in the cluster", " and its chart cannot be changed here"
	}
	refuse := func(n tree.Node, why string) {
		if n.Exists() {
			c.source(t, finding.Problem{Code: finding.CodeChartOfSource, Node: n, OnKey: true, Detail: what + why + "; leave it out"})
		}
	}
	refuse(t.Field.Chart, why)
	shared, own := t.App.Document.Chart(), t.Field.SourceRef
	switch {
	case t.App.ChartTemplate != nil && shared.Get("chart").Exists(): // an error elsewhere
	case own.Exists() && t.App.ChartTemplate == nil:
		c.noSharedChart(t, own, shared)
		return
	default:
		refuse(shared, why)
	}
	if t.App.Document.SharesChart() {
		refuse(t.App.Document.Spec().At("config", "helmRelease", "shareChart"), ", and all releases share it already")
	}
}

// noSharedChart refuses a source that is a chart in one entry of an application that has a chart for all of them.
func (c *checker) noSharedChart(t *entries.Template, own, shared tree.Node) {
	if !shared.Exists() {
		return
	}
	c.source(t, finding.Problem{
		Code: finding.CodeChartOfSource, Node: own, OnKey: true,
		Detail: fmt.Sprintf("a source of kind %s is the chart itself, and the chart at ", own.Get("kind").Text()),
	}.Beside(shared, " is for all entries; move that chart into the entries that need it"))
}

// savedTemplate checks the HelmChart that an Application saves for others.
func (c *checker) savedTemplate(app *inventory.Application) {
	if !app.Document.SavesTemplate() || app.Workload == "" {
		return
	}
	report := func(p finding.Problem) {
		p.Subject = app.Document.Subject()
		c.problems = append(c.problems, p)
	}
	label := app.Document.SaveTemplateLabel()
	if app.Workload != v1alpha1.HelmReleases {
		report(finding.Problem{
			Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: label, OnKey: true,
			Detail: "the label saves a chart as a template, and this application has no chart; leave it out",
		})
		return
	}
	if !app.SavesChart() {
		report(finding.Problem{
			Code: finding.CodeNoChart, Node: label, OnKey: true,
			Detail: "the label saves the chart as a template, and this application has no chart; leave it out",
		})
		return
	}
	if namespace := app.Source.At(app.Namespace); namespace != app.Namespace {
		report(finding.Problem{
			Severity: finding.SeverityWarning, Code: finding.CodeTemplateNamespace, Node: app.Source.Ref,
			Detail: fmt.Sprintf("the saved HelmChart is in namespace %s and cannot refer to the %s of namespace %s; "+
				"applications of this run that use the template are not affected", app.Namespace, app.Source.Kind(), namespace),
		})
	}
	c.filledInterval(app, app.Document.Chart())
}
