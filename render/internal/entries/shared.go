package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// shareChart finds the chart that all entries release. Where it has references, it is a layer below every entry, so that they are
// replaced as those of an entry are.
func (m *merger) shareChart() {
	chart := m.app.Document.Chart()
	if m.app.Workload != v1alpha1.HelmReleases || !chart.Exists() {
		return
	}
	if !m.refers || !reference.Contains(chart) {
		m.chart = chart
		return
	}
	m.addBelow(sharedChart, chartLayer(sharedChart, chart).Fields, 0)
}

// sharedChart is the name of the layer of the chart that all entries release.
const sharedChart = "chart"

// chartLayer returns a layer with a chart only.
func chartLayer(name string, chart tree.Node) Layer {
	return Layer{name, tree.NewBuilder().Map(chart, tree.Field{Key: "chart", Value: chart})}
}

// chartLayers returns the layers that the chart of all entries is merged from, the lowest first: those of the bases, and that of the
// application itself.
func chartLayers(app *inventory.Application) (all []Layer) {
	for _, base := range app.Document.Bases() {
		if base.Chart().Exists() {
			all = append(all, chartLayer("base "+base.Name()+" "+sharedChart, base.Chart()))
		}
	}
	if own := app.Written.Chart(); own.Exists() {
		all = append(all, chartLayer(sharedChart, own))
	}
	return all
}

// Chart returns the chart of the entry, merged from those of the chart template, the application and the entry; absent when there is
// none.
func (t *Template) Chart(b *tree.Builder) (merged tree.Node) {
	if t.ClearsChart.Exists() {
		return t.Field.Chart
	}
	if t.App.ChartTemplate != nil {
		merged = t.App.ChartTemplate.Chart
	}
	merged = mergeMaps(b, merged, t.chart)
	return mergeMaps(b, merged, t.Field.Chart)
}

// OwnChart returns what the entry and its layers have as their chart; absent when they have none. It is what the entry adds to the chart
// that all entries release.
func (t *Template) OwnChart() (own tree.Node) {
	if len(t.below) == 0 || t.below[0].Name != sharedChart {
		return t.Field.Chart
	}
	for l := range t.layers {
		if chart := l.Fields.Find("chart"); chart.Exists() && l.Name != sharedChart {
			own = chart
		}
	}
	if own.Kind() == tree.Null {
		return tree.Node{}
	}
	return own
}

// findClearedChart finds the null by which a layer removes the chart of all that is below it, that of the application and of its
// template included; the uppermost one, when there are several.
func (t *Template) findClearedChart() {
	for l := range t.layers {
		if chart := l.Fields.Find("chart"); chart.Kind() == tree.Null {
			t.ClearsChart = chart
		}
	}
}
