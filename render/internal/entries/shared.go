package entries

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// findShared finds what all entries share that has references, by the fields of entries that it is below.
func (m *merger) findShared() {
	d := m.app.Document
	shared := []tree.Field{{Key: sharedMetadata, Value: d.CommonMetadata()}}
	if m.app.Workload == terms.HelmReleases {
		shared = append(shared, tree.Field{Key: sharedChart, Value: d.Chart()},
			tree.Field{Key: sharedTemplate, Value: d.TemplateName()})
	}
	var refers []tree.Field
	for _, f := range shared {
		if reference.Contains(f.Value) {
			refers = append(refers, f)
		}
	}
	if len(refers) > 0 && m.app.Workload != "" { // without a workload there are no entries
		m.shared, m.sharedType = m.inv.Build.Map(d.Spec(), refers...), validate.SharedType(m.app.Workload)
	}
}

// sharedBelow returns what a merged entry takes from what all share: a field that the entry has itself needs no value.
func (m *merger) sharedBelow(l *layered) tree.Node {
	b, own := m.inv.Build, l.fields
	fields := m.shared.Fields()
	for i, f := range fields {
		switch {
		case f.Key == sharedMetadata:
			fields[i].Value = without(b, f.Value, withoutNulls(b, own.Get(sharedMetadata)))
		case f.Key == sharedChart && l.clearsChart.Exists():
			fields[i].Value = tree.Node{}
		case f.Key == sharedChart:
			fields[i].Value = without(b, f.Value, own.Get(sharedChart))
		}
	}
	return b.Map(m.shared, fields...)
}

// share puts what all entries share, with its references replaced, into a template. It returns the fields of the
// entry over it.
func (m *merger) share(t *Template, shared, fields tree.Node) tree.Node {
	if m.shared.Get(sharedChart).Exists() {
		t.charted = true
	}
	if named := shared.Find(sharedTemplate); named.Exists() {
		t.ChartTemplate = m.chartTemplate(named)
	}
	return underShared(m.inv.Build, shared, fields)
}

// chartTemplate returns the chart template that a value of references names.
func (m *merger) chartTemplate(named tree.Node) *inventory.ChartTemplate {
	key := string(tree.AppendJSON(nil, named))
	found, ok := m.templates[key]
	if !ok {
		problems := validate.Template(m.app.Document, named)
		if found = (&inventory.ChartTemplate{}); len(problems) == 0 {
			found, problems = m.inv.ChartTemplate(m.app, named)
		}
		m.Problems = finding.Append(m.Problems, problems...)
		m.templates[key] = found
	}
	return found
}

// underShared returns the fields of an entry over those that it takes from what all entries share.
func underShared(b *tree.Builder, shared, fields tree.Node) tree.Node {
	all := fields.Fields()
	if chart := shared.Get(sharedChart); chart.Exists() {
		all = append(all, tree.Field{Key: sharedChart, Value: grownChart(b, chart, fields.Get(sharedChart), false)})
	}
	if metadata := shared.Get(sharedMetadata); metadata.Exists() {
		all = append(all, tree.Field{Key: sharedMetadata, Value: underMetadata(b, metadata, fields.Get(sharedMetadata))})
	}
	if len(all) == fields.Len() {
		return fields
	}
	return b.Map(fields, all...)
}

// underMetadata returns labels and annotations over those of all objects. Where an entry has none, or null, these are
// left.
func underMetadata(b *tree.Builder, shared, own tree.Node) tree.Node {
	var groups []tree.Field
	for _, key := range []string{"labels", "annotations"} {
		groups = append(groups, tree.Field{Key: key, Value: b.Merge(shared.Get(key), own.Get(key))})
	}
	return b.Map(cmp.Or(own, shared), groups...)
}

// withoutNulls returns a map without its nulls.
func withoutNulls(b *tree.Builder, n tree.Node) tree.Node {
	if n.Kind() != tree.Map {
		return n
	}
	fields := n.Fields()
	for i, f := range fields {
		if f.Value.Kind() == tree.Null {
			fields[i].Value = tree.Node{}
		}
	}
	return b.Map(n, fields...)
}

// without returns the map n without the values that the map over replaces. A reference may become a map, which is
// merged later.
func without(b *tree.Builder, n, over tree.Node) tree.Node {
	if n.Kind() != tree.Map || over.Kind() != tree.Map {
		return n
	}
	fields := n.Fields()
	for i, f := range fields {
		above := over.Find(f.Key)
		holds, open := above.Kind() == tree.Map, reference.IsWhole(above)
		switch {
		case !above.Exists(), open && f.Value.Kind() == tree.Map, holds && reference.IsWhole(f.Value):
		case holds && f.Value.Kind() == tree.Map:
			fields[i].Value = without(b, f.Value, above)
		default:
			fields[i].Value = tree.Node{}
		}
	}
	return b.Map(n, fields...)
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

// sharedLayers returns the layers that something that all entries share is merged from, the lowest first: those of
// the bases, and that of the application itself. Each has it in one field.
func sharedLayers(app *inventory.Application, name, field string,
	written func(*schema.Document) tree.Node) (all []Layer) {
	for _, base := range app.Document.Bases() {
		all = append(all, sharedLayer("base "+base.Name()+" "+name, field, written(base))...)
	}
	return append(all, sharedLayer(name, field, written(app.Written))...)
}

// sharedLayer returns a layer with one field; none for an absent value.
func sharedLayer(name, field string, value tree.Node) []Layer {
	if !value.Exists() {
		return nil
	}
	return []Layer{{name, tree.NewBuilder().Map(value, tree.Field{Key: field, Value: value})}}
}

// Chart returns the chart of the entry, merged from those of the chart template, the application and the entry;
// absent when there is none.
func (t *Template) Chart(b *tree.Builder) (merged tree.Node) {
	if t.ClearsChart.Exists() {
		return grownChart(b, tree.Node{}, t.Field.Chart, true)
	}
	if t.ChartTemplate != nil {
		merged = t.ChartTemplate.Chart
	}
	if !t.charted {
		merged = b.Merge(merged, t.App.Document.Chart())
	}
	return grownChart(b, merged, t.Field.Chart, true)
}

// findClearedChart finds the null by which a layer removes the chart of all that is below it, that of the application
// and of its template included; the uppermost one, when there are several.
func (l *layered) findClearedChart(e *mergedEntry) {
	find := func(fields tree.Node) {
		if chart := fields.Find(sharedChart); chart.Kind() == tree.Null || reference.IsRemoval(chart) {
			l.clearsChart = chart
		}
	}
	for _, layer := range l.below {
		find(layer.Fields)
	}
	find(e.entry)
	for _, layer := range l.above {
		find(layer.Fields)
	}
}

// CommonMetadata returns the labels and annotations of all objects for one that no entry makes, on the cluster of an
// instance or, for the zero Instance, on none. Those whose references have no value there are left out and returned,
// too.
func CommonMetadata(b *tree.Builder, app *inventory.Application,
	on Instance) (metadata tree.Node, noValue []tree.Node) {
	return Resolve(b, on.SharedResolver(app), app.Document.CommonMetadata(),
		validate.EntryType(app.Workload).Field(sharedMetadata))
}

// SharedResolver returns what replaces references in what no entry has, on the cluster of the instance or, for the
// zero Instance, on none.
func (i Instance) SharedResolver(app *inventory.Application) *fleet.Resolver {
	return &fleet.Resolver{App: app.ReferenceNames(), Cluster: i.named()}
}

// Resolve returns a value with its references replaced. Those that have no value are left out and returned, too; so
// is a map without others.
func Resolve(b *tree.Builder, r *fleet.Resolver, n tree.Node,
	kind validate.Type) (value tree.Node, noValue []tree.Node) {
	below := func(n tree.Node, kind validate.Type) tree.Node {
		value, without := Resolve(b, r, n, kind)
		noValue = append(noValue, without...)
		return value
	}
	switch {
	case reference.Is(n):
		parts, _ := reference.Split(n.Text())
		value := r.Text(b, n, parts)
		if value == n {
			return tree.Node{}, []tree.Node{n}
		}
		return kind.Fit(b, value), nil
	case n.Kind() == tree.Map:
		fields := n.Fields()
		for i, f := range fields {
			fields[i].Value = below(f.Value, kind.Field(f.Key))
		}
		if value = b.Map(n, fields...); value.Len() == 0 && n.Len() > 0 {
			return tree.Node{}, noValue
		}
		return value, noValue
	case n.Kind() == tree.List:
		var items []tree.Node
		for item := range n.Children() {
			items = append(items, below(item, kind.Item()))
		}
		return b.List(n, items...), noValue
	}
	return n, nil
}

// named returns the cluster of the instance as references find it, without the layers of its entry; none for the zero
// Instance.
func (i Instance) named() fleet.NamedCluster {
	switch {
	case i.Member != nil:
		return fleet.NamedCluster{Member: i.Member, Name: i.Member.Name}
	case i.Template != nil && i.Template.cluster != nil:
		return *i.Template.cluster
	}
	return fleet.NamedCluster{}
}
