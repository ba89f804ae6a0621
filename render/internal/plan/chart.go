package plan

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// chartKey is what the chart of a release depends on. Releases with the same key share it.
type chartKey struct {
	app       *inventory.Application
	own, ref  tree.Node // the entry's own chart and source; absent in most
	namespace string    // of the release, which decides how the reference is written
}

// releaseChart is the chart of a release: the value of chart, or that of chartRef with the HelmChart that it shares with others.
type releaseChart struct {
	value  tree.Node
	shared *Placement // nil when each release has its own
}

// sharedKey identifies a HelmChart that releases share. Two metadata for one chart are two objects, which clash.
type sharedKey struct {
	app                       *inventory.Application
	namespace, name, metadata string
}

// release plans the chart of HelmReleases, or the reference to one.
func (p *planner) release(t *entries.Template, made *Common) {
	from := t.Source()
	if validate.IsChart(from.Kind()) {
		made.ChartField, made.Chart = "chartRef", from.RefFrom(p.inv.Build, made.Namespace)
		return
	}
	made.ChartField = "chart"
	if t.App.Document.SharesChart() {
		made.ChartField = "chartRef"
	}
	key := chartKey{t.App, t.Field.Chart, t.Field.SourceRef, made.Namespace}
	chart, ok := p.charts[key]
	if !ok {
		chart = p.chart(t, from, made.Namespace)
		p.charts[key] = chart
	}
	made.Chart, made.brings = chart.value, chart.shared
	made.chartNamespace = cmp.Or(made.Chart.At("spec", "sourceRef", "namespace").Text(), made.Namespace)
}

// chart returns the chart of a release.
func (p *planner) chart(t *entries.Template, from inventory.Source, namespace string) releaseChart {
	b := p.inv.Build
	merged := t.Chart(b)
	if t.App.Document.SharesChart() {
		return p.sharedChart(t.App, merged, from, namespace)
	}
	spec := append(inventory.Without(b, merged, "metadata").Fields(), tree.Field{Key: "sourceRef", Value: from.RefFrom(b, namespace)})
	return releaseChart{value: b.Map(merged,
		tree.Field{Key: "metadata", Value: merged.Get("metadata")},
		tree.Field{Key: "spec", Value: b.Map(merged, spec...)})}
}

// sharedChart returns the HelmChart of releases that share it, which is in the namespace of its source, and the reference to it. Its
// name has a digest of its spec, so that another chart is another object.
func (p *planner) sharedChart(app *inventory.Application, chart tree.Node, from inventory.Source, namespace string) releaseChart {
	b := p.inv.Build
	spec := helmChartSpec(b, chart, from)
	name := naming.Object(app.Document.Name(), naming.Digest(tree.AppendYAML(nil, spec)))
	made := Common{
		App: app, Kind: kinds.HelmChart, Namespace: from.At(namespace), Origin: chart, Spec: spec,
		Labels: chart.At("metadata", "labels").Fields(), Annotations: chart.At("metadata", "annotations").Fields(),
	}
	key := sharedKey{app, made.Namespace, name, string(tree.AppendYAML(nil, chart.Get("metadata")))}
	if p.sharedCharts[key] == nil {
		p.sharedCharts[key] = sharedPlacement(name, made)
	}
	ref := inventory.Source{Namespace: made.Namespace, Ref: b.Map(chart,
		tree.Field{Key: "kind", Value: b.String(kinds.HelmChart.Name, chart)},
		tree.Field{Key: "name", Value: b.String(name, chart)})}
	return releaseChart{ref.RefFrom(b, namespace), p.sharedCharts[key]}
}

// helmChartSpec returns the spec of a HelmChart object. It must have an interval: KubeSphere's 10m when the chart has none.
func helmChartSpec(b *tree.Builder, chart tree.Node, from inventory.Source) tree.Node {
	fields := append(inventory.Without(b, chart, "metadata").Fields(), tree.Field{Key: "sourceRef", Value: from.Local(b)})
	if !chart.Get("interval").Exists() {
		fields = append(fields, tree.Field{Key: "interval", Value: b.String("10m", chart)})
	}
	return b.Map(chart, fields...)
}

// savedTemplate plans the HelmChart that an Application saves for others.
func (p *planner) savedTemplate(app *inventory.Application) {
	b, chart := p.inv.Build, app.Document.Chart()
	p.share(app.Document.Name(), Common{
		App: app, Kind: kinds.HelmChart, Namespace: app.Namespace,
		Origin: chart, Spec: helmChartSpec(b, chart, app.Source),
		Labels: append(chart.At("metadata", "labels").Fields(), p.managedByKubeSphere(chart)),
		Annotations: append(chart.At("metadata", "annotations").Fields(),
			tree.Field{Key: v1alpha1.AnnotationTemplateName, Value: b.String(app.Document.Name(), chart)}),
	})
}
