package rules

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// sourceOf checks the source of an entry and the chart of a release, and reports whether there are both.
func (c *checker) sourceOf(t *entries.Template) bool {
	from := t.Source()
	if t.App.Workload != kinds.HelmReleases {
		if !from.Ref.Exists() {
			c.noSource(t)
		}
		return true
	}
	c.chartTemplate(t.App, t.ChartTemplate)
	if own := t.OwnSource(); t.ChartTemplate != nil && own.Exists() {
		p := finding.Problem{Code: codes.TwoSources, Node: own, OnKey: true,
			Detail: "the source comes from the template at "}
		c.source(t, p.Beside(t.App.Document.Facts().TemplateName(), "; leave this one out"))
	}
	switch {
	case !from.Ref.Exists():
		if t.ChartTemplate == nil {
			c.noSource(t)
		}
		return false
	case t.ChartIsSource:
		c.noSourceBeside(t)
	case validate.IsChart(from.Kind()):
		c.noChartFields(t, from)
		return true
	}
	return c.chart(t, from)
}

func (c *checker) noSourceBeside(t *entries.Template) {
	source := t.OwnSource()
	if !source.Exists() && validate.IsArtifact(t.App.Document.Facts().Chart()) {
		source = t.App.Document.Spec().Get("source")
	}
	if t.MakesArtifact() {
		c.since(t.App, kinds.HelmRelease, t.Chart(c.inv.Build).Get("kind"), validate.ChartKindSince(),
			"a chart of this kind, which fluxapp makes for an older Flux, is")
	}
	if t.ChartTemplate != nil {
		c.source(t, finding.Problem{Code: codes.ChartAndTemplate, Node: t.App.Document.Facts().TemplateName(), OnKey: true,
			Detail: "a chart of kind OCIRepository is made of no template; leave one of them out"})
	}
	if source.Exists() {
		c.source(t, finding.Problem{Code: codes.TwoSources, Node: source, OnKey: true, Detail: "the chart is " +
			"of kind OCIRepository and has its own url; leave this source out, or the chart's kind and url"})
	}
}

func (c *checker) source(t *entries.Template, p finding.Problem) {
	p.Subject = t.App.Document.Subject()
	c.add(t.Fields, []finding.Problem{p})
}

// chart checks the chart of a release, once for all releases that share it, and reports whether there is one.
func (c *checker) chart(t *entries.Template, from inventory.Source) bool {
	key := t.ChartKey()
	exists, done := c.charts[key]
	if !done {
		chart := t.Chart(c.inv.Build)
		exists = chart.Exists()
		c.charts[key] = exists
		problems := validate.Chart(t.App.Document, chart, t.Fields, from.Kind(), from.Spec, c.inv.Flux)
		if !exists && t.ClearsChart.Exists() {
			for i := range problems { // of which the null is the cause
				problems[i].Node = t.ClearsChart
				problems[i].Detail = "null removes the whole chart, that of helmRelease.chart or of the template too, and the " +
					"entry has no other; write a chart here, or leave the null out"
			}
		}
		c.add(t.Fields, problems)
		if t.App.Document.Facts().SharesChart() && !t.ChartIsSource {
			c.filledInterval(t.App, chart)
		}
	}
	return exists
}

// filledInterval warns of a chart that becomes an object of its own and has no interval, which that must have.
func (c *checker) filledInterval(app *inventory.Application, chart tree.Node) {
	switch null := validate.OpenInterval(app.Document, chart); {
	case null.Exists():
		c.report(app, validate.LeftOpenBy(null))
	case chart.Exists() && !chart.Get("interval").Exists():
		c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: codes.Filled, Node: chart,
			Child: "interval", Proposed: "interval: 10m", Detail: "a HelmChart requires it; fluxapp sets interval: " +
				inventory.ChartInterval})
	}
}

// noSource reports that an entry has no source: at the spec, so that it is reported once when no entry has one.
func (c *checker) noSource(t *entries.Template) {
	chart, written := t.Chart(c.inv.Build), t.App.Document.Spec().Get("source")
	p := finding.Problem{Code: codes.NoSource, Node: t.App.Document.Spec(), Child: "source",
		Detail: "is required; write source.sourceRef, or a sourceRef in each entry"}
	switch url, kind := chart.Get("url"), chart.Get("kind"); {
	case url.Exists() && kind.Exists() && !names.Placeholder(kind.Text()):
		c.chart(t, t.Source())
		return
	case url.Exists():
		p = finding.Problem{Code: codes.NoSource, Node: url, OnKey: true,
			Detail: "only a chart of kind OCIRepository has a url; write kind: OCIRepository beside it"}
	case written.Exists():
		p = finding.Problem{Code: codes.NoSource, Node: written,
			Detail: "has no source; write sourceRef, or one of gitRepository, helmRepository, ociRepository and bucket"}
	}
	c.source(t, p)
}

func (c *checker) noChartFields(t *entries.Template, from inventory.Source) {
	what, why := fmt.Sprintf("the source is of kind %s", from.Kind()), " and is the chart itself"
	if t.ChartTemplate != nil {
		what, why = "the template is only in the cluster", " and its chart cannot be changed here"
	}
	refuse := func(n tree.Node, why string) {
		remedy := "; leave it out"
		if from.Inline == kinds.OCIRepository && n.Get("version").Exists() {
			remedy += ", and write its version as source.ociRepository.ref.tag, or a range as ref.semver"
		}
		if n.Exists() {
			c.source(t, finding.Problem{Code: CodeChartOfSource, Node: n, OnKey: true, Detail: what + why + remedy})
		}
	}
	refuse(t.OwnChart(), why)
	shared, own := t.App.Document.Facts().Chart(), t.OwnSource()
	if t.ClearsChart.Exists() {
		shared = tree.Node{}
	}
	switch {
	case t.ChartTemplate != nil && shared.Get("chart").Exists(): // an error elsewhere
	case own.Exists() && t.ChartTemplate == nil:
		if shared.Exists() { // for all entries
			p := finding.Problem{Code: CodeChartOfSource, Node: own, OnKey: true,
				Detail: fmt.Sprintf("a source of kind %s is the chart itself, and the chart at ", from.Kind())}
			c.source(t, p.Beside(shared, " is for all entries; move that chart into the entries that need it"))
		}
		return
	default:
		refuse(shared, why)
	}
	if t.App.Document.Facts().SharesChart() {
		refuse(t.App.Document.Spec().At("config", "helmRelease", "shareChart"), ", and all releases share it already")
	}
}

func (c *checker) savedTemplate(app *inventory.Application) {
	if !app.Document.Facts().SaveTemplateLabel().Exists() || app.Workload == "" {
		return
	}
	label := app.Document.Facts().SaveTemplateLabel()
	if app.Workload != kinds.HelmReleases {
		c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: label, OnKey: true,
			Detail: "the label saves a chart as a template, and this application has no chart of a source; leave it out"})
		return
	}
	if !app.SavesChart() {
		c.report(app, finding.Problem{Code: codes.NoChart, Node: label, OnKey: true,
			Detail: "the label saves the chart as a template, and this application has no chart of a source; leave it out"})
		return
	}
	if namespace := app.Source.At(app.Namespace); namespace != app.Namespace {
		c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: CodeTemplateNamespace,
			Node: app.Source.Ref,
			Detail: fmt.Sprintf("the saved HelmChart is in namespace %s and cannot refer to the %s of namespace %s; "+
				"applications of this run that use the template are not affected", app.Namespace, app.Source.Kind(), namespace)})
	}
	c.filledInterval(app, app.Document.Facts().Chart())
}
