package entries

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// findShared finds what all entries share that has references, by the fields of entries that it is below.
func (m *templates) findShared() {
	d := m.app.Document
	shared := []tree.Field{{Key: "metadata", Value: d.CommonMetadata()}}
	if m.app.Workload == terms.HelmReleases {
		shared = append(shared,
			tree.Field{Key: "chart", Value: d.Chart()}, tree.Field{Key: "template", Value: d.TemplateName()})
	}
	shared = slices.DeleteFunc(shared, func(f tree.Field) bool { return !reference.Contains(f.Value) })
	if len(shared) > 0 && m.app.Workload != "" { // without a workload there are no entries
		m.shared, m.sharedType = m.inv.Build.Map(d.Spec(), shared...), validate.SharedType(m.app.Workload)
	}
}

// sharedBelow returns what a variant has from what all entries share: a field that it has itself needs no value.
func (m *templates) sharedBelow(v *variant) tree.Node {
	b, shared := m.inv.Build, m.shared
	if v.ClearsChart.Exists() {
		shared = b.Without(shared, "chart")
	}
	return overlay.New(b, overlay.OfShared(validate.EntryType(m.app.Workload))).Uncovered(shared, v.fields)
}

// share takes what all entries share into a template, whose chart is its own until then. References have their values.
func (m *templates) share(t *Template, shared, chart tree.Node) {
	if m.shared.Get("chart").Exists() {
		t.sharesChart, t.ownChart = true, chart
	}
	if named := shared.Find("template"); named.Exists() {
		t.ChartTemplate = m.chartTemplate(named)
	}
}

// overShared returns the fields of an entry over those that it has from what all entries share.
func overShared(b *tree.Builder, app *inventory.Application, shared, fields tree.Node) tree.Node {
	if !shared.Get("metadata").Exists() && !shared.Get("chart").Exists() {
		return fields
	}
	below := b.Without(shared, "template")
	return overlay.New(b, overlay.OfShared(validate.EntryType(app.Workload))).Over(below, fields, fields)
}

// chartTemplate returns the chart template that a value of references names.
func (m *templates) chartTemplate(named tree.Node) *inventory.ChartTemplate {
	key := string(tree.AppendJSON(nil, named))
	found, ok := m.charts[key]
	if !ok {
		problems := validate.Template(m.app.Document, named)
		if found = (&inventory.ChartTemplate{}); len(problems) == 0 {
			found, problems = m.inv.ChartTemplate(m.app, named)
		}
		m.problems = finding.Append(m.problems, problems...)
		m.charts[key] = found
	}
	return found
}

// Chart returns the chart of the entry, merged from the charts of the chart template, the application and the entry;
// absent when there is none.
func (t *Template) Chart(b *tree.Builder) (merged tree.Node) {
	charts := overlay.New(b, overlay.OfCharts(validate.EntryType(t.App.Workload)))
	if t.ClearsChart.Exists() {
		return charts.Field("chart", tree.Node{}, t.Field.Chart)
	}
	if t.ChartTemplate != nil {
		merged = t.ChartTemplate.Chart
	}
	if !t.sharesChart {
		merged = charts.Field("chart", merged, t.App.Document.Chart())
	}
	return charts.Field("chart", merged, t.Field.Chart)
}

// findClearedChart finds the uppermost null by which a layer removes the chart of all that is below it.
func (v *variant) findClearedChart() {
	for s := v.stack; s.layer != nil && !v.ClearsChart.Exists(); s = s.below {
		if chart := s.layer.Fields.Find("chart"); chart.Kind() == tree.Null || reference.IsRemoval(chart) {
			v.ClearsChart = chart
		}
	}
}

// ChartKey is what the chart of a release depends on. Releases with the same key share it.
type ChartKey struct {
	app              *inventory.Application
	own, ref, clears tree.Node
}

// ChartKey returns the key of the template's chart.
func (t *Template) ChartKey() ChartKey {
	return ChartKey{t.App, t.Field.Chart, t.Source().Ref.Value(), t.ClearsChart}
}

// CommonMetadata returns the labels and annotations of all objects for one that no entry makes, on the cluster of an
// instance or, for the zero Instance, on none. Those whose references have no value there are left out and returned,
// too.
func CommonMetadata(b *tree.Builder, app *inventory.Application, on Instance) (value tree.Node, noValue []tree.Node) {
	kind := validate.EntryType(app.Workload).Field("metadata")
	return Resolve(b, on.SharedResolver(app), app.Document.CommonMetadata(), kind)
}

// SharedResolver returns what replaces references in what no entry has, on the cluster of the instance or, for the zero
// Instance, on none.
func (i Instance) SharedResolver(app *inventory.Application) *fleet.Resolver {
	return &fleet.Resolver{App: app.ReferenceNames(), Cluster: i.named()}
}

// Resolve returns a value with its references replaced. Those that have no value are left out and returned, too; so is
// a map without others.
func Resolve(
	b *tree.Builder, r *fleet.Resolver, n tree.Node, kind validate.Type,
) (value tree.Node, noValue []tree.Node) {
	if reference.Is(n) {
		parts, _ := reference.Split(n.Text())
		if value = r.Text(b, n, parts); value == n {
			return tree.Node{}, []tree.Node{n}
		}
		return kind.Fit(b, value), nil
	}
	value = b.Rebuild(n, func(child tree.Node) tree.Node {
		value, without := Resolve(b, r, child, kind.Field(child.Key()))
		noValue = append(noValue, without...)
		return value
	})
	if n.Kind() == tree.Map && value.Len() == 0 && n.Len() > 0 {
		return tree.Node{}, noValue
	}
	return value, noValue
}

// named returns the cluster of the instance as references find it; none for the zero Instance.
func (i Instance) named() fleet.NamedCluster {
	switch {
	case i.Member != nil:
		return fleet.NamedCluster{Member: i.Member, Name: i.Member.Name}
	case i.Template != nil && i.Template.cluster != nil:
		return *i.Template.cluster
	}
	return fleet.NamedCluster{}
}
