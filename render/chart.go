package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// releaseChart is the chart of a release: the value of chart, or that of chartRef with the HelmChart that it shares with others.
type releaseChart struct {
	value  tree.Node
	shared *placement // nil when each release has its own
}

// sharedKey identifies a HelmChart that releases share. Two metadata for one chart are two objects, which clash.
type sharedKey struct {
	app                       *application
	namespace, name, metadata string
}

// release plans the chart of HelmReleases, or the reference to one.
func (p *planner) release(t *template, made *common) {
	from := t.source()
	if schema.IsChart(from.kind()) {
		made.chartField, made.chart = "chartRef", from.refFrom(p.inv.build, made.namespace)
		return
	}
	made.chartField = "chart"
	if t.app.document.SharesChart() {
		made.chartField = "chartRef"
	}
	key := chartKey{t.app, t.field.chart, t.field.sourceRef, made.namespace}
	chart, ok := p.charts[key]
	if !ok {
		chart = p.chart(t, from, made.namespace)
		p.charts[key] = chart
	}
	made.chart, made.brings = chart.value, chart.shared
	made.chartNamespace = cmp.Or(made.chart.At("spec", "sourceRef", "namespace").Text(), made.namespace)
}

// chart returns the chart of a release.
func (p *planner) chart(t *template, from source, namespace string) releaseChart {
	b := p.inv.build
	merged := t.chart(b)
	if t.app.document.SharesChart() {
		return p.sharedChart(t.app, merged, from, namespace)
	}
	spec := append(without(b, merged, "metadata").Fields(), tree.Field{Key: "sourceRef", Value: from.refFrom(b, namespace)})
	return releaseChart{value: b.Map(merged,
		tree.Field{Key: "metadata", Value: merged.Get("metadata")},
		tree.Field{Key: "spec", Value: b.Map(merged, spec...)})}
}

// sharedChart returns the HelmChart of releases that share it, which is in the namespace of its source, and the reference to it. Its
// name has a digest of its spec, so that another chart is another object.
func (p *planner) sharedChart(app *application, chart tree.Node, from source, namespace string) releaseChart {
	b := p.inv.build
	spec := helmChartSpec(b, chart, from)
	name := objectName(app.document.Name, shortDigest(tree.AppendYAML(nil, spec)))
	made := common{
		app: app, kind: kindHelmChart, namespace: from.at(namespace), origin: chart, spec: spec,
		labels: chart.At("metadata", "labels").Fields(), annotations: chart.At("metadata", "annotations").Fields(),
	}
	key := sharedKey{app, made.namespace, name, string(tree.AppendYAML(nil, chart.Get("metadata")))}
	if p.sharedCharts[key] == nil {
		p.sharedCharts[key] = sharedPlacement(name, made)
	}
	ref := source{namespace: made.namespace, ref: b.Map(chart,
		tree.Field{Key: "kind", Value: b.String(kindHelmChart.kind, chart)},
		tree.Field{Key: "name", Value: b.String(name, chart)})}
	return releaseChart{ref.refFrom(b, namespace), p.sharedCharts[key]}
}

// helmChartSpec returns the spec of a HelmChart object. It must have an interval: KubeSphere's 10m when the chart has none.
func helmChartSpec(b *tree.Builder, chart tree.Node, from source) tree.Node {
	fields := append(without(b, chart, "metadata").Fields(), tree.Field{Key: "sourceRef", Value: from.local(b)})
	if !chart.Get("interval").Exists() {
		fields = append(fields, tree.Field{Key: "interval", Value: b.String("10m", chart)})
	}
	return b.Map(chart, fields...)
}

// savedTemplate plans the HelmChart that an Application saves for others.
func (p *planner) savedTemplate(app *application) {
	b, chart := p.inv.build, app.document.Chart()
	p.share(app.document.Name, common{
		app: app, kind: kindHelmChart, namespace: app.namespace,
		origin: chart, spec: helmChartSpec(b, chart, app.source),
		labels: append(chart.At("metadata", "labels").Fields(), p.managedByKubeSphere(chart)),
		annotations: append(chart.At("metadata", "annotations").Fields(),
			tree.Field{Key: schema.AnnotationTemplateName, Value: b.String(app.document.Name, chart)}),
	})
}
