package render

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// chartKey is what the chart of a release hangs on; releases that agree in it share one tree.
type chartKey struct {
	app       *application
	own, ref  tree.Node // the entry's own chart and source; mostly absent
	namespace string    // of the release, which decides how the reference is written
}

// releaseChart is the chart of a release: the value of chart, or that of chartRef with the HelmChart that it shares with others.
type releaseChart struct {
	value  tree.Node
	shared *placement // nil when each release has its own
}

// sharedKey tells HelmCharts that releases share apart. Two metadata for one chart are two objects, which clash.
type sharedKey struct {
	app                       *application
	namespace, name, metadata string
}

// release plans the chart of HelmReleases, or the reference to one.
func (p *planner) release(e entry, m *model) {
	from := p.releaseSource(e)
	if !from.ref.Exists() {
		if e.app.template == nil {
			p.noSource(e)
		}
		m.incomplete = true
		return
	}
	p.crosses(e.app, from, m.namespace, m.origin)
	p.ofFleet(e, from)
	if schema.IsChart(from.kind()) {
		p.noChartFields(e, from)
		m.chartKey, m.chart = "chartRef", from.refFrom(p.in.build, m.namespace)
		return
	}
	key := chartKey{e.app, e.chart, e.sourceRef, m.namespace}
	m.chartKey = "chart"
	if e.app.document.SharesChart() {
		m.chartKey = "chartRef"
	}
	made, ok := p.charts[key]
	if !ok {
		made = p.chart(e, from, m.namespace)
		p.charts[key] = made
	}
	m.chart, m.brings, m.incomplete = made.value, made.shared, !made.value.Exists()
	m.chartNamespace = cmp.Or(m.chart.At("spec", "sourceRef", "namespace").Text(), m.namespace)
}

// validReleaseName refuses a release that Helm would: shortened, a name with dots can lose a part's last letter. What is joined of names
// and is not shortened is a name.
func (p *planner) validReleaseName(placed *placement, joined bool) {
	if joined && placed.keepsName(len(placed.name)) {
		return
	}
	if placed.releaseName.Exists() || placed.keepsName(len(placed.name)) && schema.ValidName(placed.name) && placed.validTarget {
		return // it is judged as it stands, or joined of names
	}
	name := placed.helmName()
	if schema.Placeholder(name) || len(name) <= schema.MaxReleaseName && schema.ValidName(name) {
		return
	}
	if !schema.ValidName(placed.name) {
		return // it is refused as it stands
	}
	p.refuse(placed.app, schema.Problem{Code: schema.CodeName, Node: placed.origin(), Current: name,
		Detail: fmt.Sprintf("the Helm release would be called %s, which Helm refuses; add releaseName", name)})
}

// releaseSource returns the source of a release: the template's, the entry's own, or the application's.
func (p *planner) releaseSource(e entry) source {
	own := e.sourceRef
	if e.app.template == nil {
		return entrySource(e)
	}
	if own.Exists() {
		p.refuse(e.app, schema.Problem{
			Code: schema.CodeTwoSources, Node: own, OnKey: true, Other: e.app.document.TemplateName(),
			Detail: "the source comes from the template at %s; leave this one out",
		})
	}
	return e.app.template.source
}

// noChartFields refuses chart fields beside a source that is the chart itself.
func (p *planner) noChartFields(e entry, from source) {
	what, why := fmt.Sprintf("the source is of kind %s", from.kind()), " and is the chart itself"
	if e.app.template != nil {
		what, why = "the template is only in the cluster", " and its chart cannot be changed here"
	}
	refuse := func(n tree.Node, why string) {
		if n.Exists() {
			p.refuse(e.app, schema.Problem{Code: schema.CodeChartOfSource, Node: n, OnKey: true, Detail: what + why + "; leave it out"})
		}
	}
	refuse(e.chart, why)
	shared, own := e.app.document.Chart(), e.sourceRef
	switch {
	case e.app.template != nil && shared.Get("chart").Exists(): // which is refused beside a template
	case own.Exists() && e.app.template == nil:
		p.noSharedChart(e, own, shared)
		return
	default:
		refuse(shared, why)
	}
	if e.app.document.SharesChart() {
		refuse(e.app.document.Spec.At("config", "helmRelease", "shareChart"), ", and all releases share it already")
	}
}

// noSharedChart refuses a source that is a chart in one entry of an application that has a chart for all of them.
func (p *planner) noSharedChart(e entry, own, shared tree.Node) {
	if !shared.Exists() {
		return
	}
	p.refuse(e.app, schema.Problem{
		Code: schema.CodeChartOfSource, Node: own, OnKey: true, Other: shared,
		Detail: fmt.Sprintf("a source of kind %s is the chart itself, and the chart at %%s is for all entries; move that chart into the entries that need it",
			own.Get("kind").Text()),
	})
}

// chart returns the chart of a release, whose value is absent when there is none.
func (p *planner) chart(e entry, from source, namespace string) releaseChart {
	b := p.in.build
	layers := []tree.Node{e.app.document.Chart(), e.chart}
	if e.app.template != nil {
		layers = append([]tree.Node{e.app.template.chart}, layers...)
	}
	var merged tree.Node
	for _, layer := range layers {
		merged = merge(b, merged, layer)
	}
	p.problems = append(p.problems, schema.CheckChart(e.app.document, merged, e.fields, from.kind(), p.in.flux)...)
	if !merged.Exists() {
		return releaseChart{}
	}
	if e.app.document.SharesChart() {
		return p.sharedChart(e, merged, from, namespace)
	}
	spec := append(without(b, merged, "metadata").Fields(),
		tree.Field{Key: "sourceRef", Value: from.refFrom(b, namespace)})
	return releaseChart{value: b.Map(merged,
		tree.Field{Key: "metadata", Value: merged.Get("metadata")},
		tree.Field{Key: "spec", Value: b.Map(merged, spec...)})}
}

// sharedChart returns the HelmChart of releases that agree in it, which lies beside its source, and the reference to it. Its
// name says what it holds, so that another chart is another object.
func (p *planner) sharedChart(e entry, chart tree.Node, from source, namespace string) releaseChart {
	b := p.in.build
	spec := p.helmChartSpec(e.app, chart, from)
	name := objectName(e.app.document.Name, shortDigest(tree.AppendYAML(nil, spec)))
	made := model{
		app: e.app, kind: kindHelmChart, namespace: from.at(namespace), origin: chart, spec: spec,
		labels: chart.At("metadata", "labels").Fields(), annotations: chart.At("metadata", "annotations").Fields(),
	}
	key := sharedKey{e.app, made.namespace, name, string(tree.AppendYAML(nil, chart.Get("metadata")))}
	if p.shared[key] == nil {
		p.shared[key] = shared(name, made)
	}
	ref := source{namespace: made.namespace, ref: b.Map(chart,
		tree.Field{Key: "kind", Value: b.String(kindHelmChart.kind, chart)},
		tree.Field{Key: "name", Value: b.String(name, chart)})}
	return releaseChart{ref.refFrom(b, namespace), p.shared[key]}
}

// helmChartSpec returns the spec of a HelmChart object. It must have an interval: KubeSphere's 10m when none is written.
func (p *planner) helmChartSpec(app *application, chart tree.Node, from source) tree.Node {
	b := p.in.build
	fields := append(without(b, chart, "metadata").Fields(), tree.Field{Key: "sourceRef", Value: from.local(b)})
	if !chart.Get("interval").Exists() {
		fields = append(fields, tree.Field{Key: "interval", Value: b.String("10m", chart)})
		p.refuse(app, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeFilled, Node: chart, Child: "interval", Proposed: "interval: 10m",
			Detail: "a HelmChart requires it; fluxapp sets interval: 10m",
		})
	}
	return b.Map(chart, fields...)
}

// savedTemplate plans the HelmChart that an Application saves for others.
func (p *planner) savedTemplate(app *application) {
	if !app.document.SavesTemplate() || app.workload == "" {
		return
	}
	if app.workload != schema.HelmReleases {
		p.refuse(app, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeNoEffect, Node: app.document.SaveTemplateLabel(), OnKey: true,
			Detail: "the label saves a chart as a template, and this application has no chart; leave it out",
		})
		return
	}
	chart := app.document.Chart()
	if !chart.Exists() || !app.source.ref.Exists() || schema.IsChart(app.source.kind()) {
		p.refuse(app, schema.Problem{
			Code: schema.CodeNoChart, Node: app.document.SaveTemplateLabel(), OnKey: true,
			Detail: "the label saves the chart as a template, and this application has no chart; leave it out",
		})
		return
	}
	if namespace := app.source.at(app.namespace); namespace != app.namespace {
		p.refuse(app, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeTemplateNamespace, Node: app.source.ref,
			Detail: fmt.Sprintf("the saved HelmChart is in namespace %s and cannot refer to the %s of namespace %s; "+
				"applications of this run that use the template are not affected", app.namespace, app.source.kind(), namespace),
		})
	}
	b := p.in.build
	p.share(app.document.Name, model{
		app: app, kind: kindHelmChart, namespace: app.namespace,
		origin: chart, spec: p.helmChartSpec(app, chart, app.source),
		labels: append(chart.At("metadata", "labels").Fields(), p.managedByKubeSphere(chart)),
		annotations: append(chart.At("metadata", "annotations").Fields(),
			tree.Field{Key: schema.AnnotationTemplateName, Value: b.String(app.document.Name, chart)}),
	})
}
