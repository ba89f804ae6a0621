// Package plan fixes the name, the namespace and the references of every object. The result is a flat list of
// placements: plain data, from which package emit builds objects and which package verify validates together.
package plan

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Placements fixes the name, namespace and references of every object of applications and of sound instances, in their
// order.
func Placements(inv inventory.Inventory, instances []entries.Instance) ([]*Placement, []finding.Problem) {
	p := newPlanner(inv)
	for _, repository := range inv.Repositories {
		p.repository(repository)
	}
	shared := make([][]*Placement, len(inv.Applications))
	for i, app := range inv.Applications {
		first := len(p.placements)
		p.shared(app)
		shared[i] = p.placements[first:]
	}
	for i, app := range inv.Applications {
		own := slices.IndexFunc(instances, func(i entries.Instance) bool { return i.Template.App != app })
		if own < 0 {
			own = len(instances)
		}
		first := len(p.placements)
		for _, instance := range instances[:own] {
			p.workload(instance)
		}
		p.imageAutomation(app, instances[:own])
		p.alerts(app, slices.Concat(shared[i], p.placements[first:])) // they are about all objects of the application
		instances = instances[own:]
	}
	if len(p.awaited) > 0 || inv.Delivers && len(inv.Unwanted) > 0 {
		p.depend()
	}
	return p.placements, p.problems
}

func (p *planner) shared(app *inventory.Application) {
	isShared := !app.LayersSource || app.SavesChart() // all entries have it, or a saved chart refers to it
	if app.Source.Spec.Exists() && !app.NamesTemplate() && isShared {
		p.share(p.inlineSource(app, app.Source, nil))
	}
	if app.SavesChart() {
		p.savedTemplate(app)
	}
	p.tenancy(app)
	p.providers(app)
}

// Workloads fixes the names, namespaces and references of the objects of instances, and not of what they bring.
func Workloads(inv inventory.Inventory, instances []entries.Instance) []*Placement {
	p := newPlanner(inv)
	for _, i := range instances {
		p.placements = append(p.placements, p.placementOf(i))
	}
	return p.placements
}

func (p *planner) placementOf(i entries.Instance) *Placement {
	placed := New(p.commonOf(i), i.Text(i.Template.Field.Name), i.ClusterName())
	placed.Instance, placed.Target = i, i.Text(i.Template.Field.Target)
	if placed.Name == "" {
		placed.Name = wording.ObjectName(i.Template.App.Document.Name(), placed.ClusterName, placed.Target)
	}
	return placed
}

// repository plans the Flux GitRepository of a devops GitRepository, as KubeSphere's controller makes it.
func (p *planner) repository(app *inventory.Application) {
	b, spec := p.inv.Build, app.Document.Spec()
	fields := []tree.Field{
		{Key: "interval", Value: b.String("1m", spec)},
		{Key: "url", Value: spec.Get("url")},
	}
	if name := spec.At("secret", "name"); name.Text() != "" {
		fields = append(fields, tree.Field{Key: "secretRef", Value: b.Map(name, tree.Field{Key: "name", Value: name})})
	}
	p.share(sharedPlacement(kinds.RepositorySource(app.Document.Name()), Common{App: app, Kind: kinds.GitRepository,
		Namespace: app.Namespace, Origin: spec,
		Other: &Other{Spec: b.Map(spec, fields...), Labels: []tree.Field{p.managedByKubeSphere()}}}))
}

func (p *planner) managedByKubeSphere() tree.Field {
	return TextField(p.inv.Build, kinds.LabelManagedBy, kinds.KubeSphereGroup)
}

func (p *planner) workload(i entries.Instance) {
	placed := p.placementOf(i)
	if file := i.Text(i.Template.Field.File); file != "" {
		placed.Own().File = file
	}
	placed.shard = shardOf(i.Template.App, placed.Common.Kind, placed.ClusterName)
	for _, shared := range p.pending[i.Template.App] {
		p.copyTo(shared, placed.ClusterName, i)
	}
	for _, brought := range placed.Common.brings {
		p.copyTo(brought, placed.ClusterName, i)
	}
	p.append(placed)
}

func (p *planner) commonOf(i entries.Instance) *Common {
	key := commonKey{i.Template, i.ObjectNamespace()}
	if i.Member == nil { // an entry that names its cluster itself has one object
		return p.newCommon(i.Template, key.namespace)
	}
	if p.commons[key] == nil {
		p.commons[key] = p.newCommon(i.Template, key.namespace)
	}
	return p.commons[key]
}

func (p *planner) newCommon(t *entries.Template, namespace string) *Common {
	made := &Common{App: t.App, Kind: t.App.WorkloadKind(), Namespace: namespace, Origin: t.Fields, Other: ofEntries}
	made.brings = p.ownSources(t)
	switch {
	case t.App.Unwanted: // others need its names only
	case t.App.Workload == kinds.HelmReleases:
		p.release(t, made)
	default:
		made.SourceRef = t.Source().RefFrom(p.inv.Build, namespace)
	}
	for item := range t.Field.DependsOn.Children() {
		if named := item.Get("application"); named.Kind() == tree.String {
			p.awaited[t.App.Awaits(item, named)] = true
		}
	}
	return made
}

func (p *planner) release(t *entries.Template, made *Common) {
	from := t.Source()
	if validate.IsChart(from.Kind()) && !t.MakesArtifact() {
		made.ChartField, made.Chart = "chartRef", from.RefFrom(p.inv.Build, made.Namespace)
		return
	}
	made.ChartField = "chart"
	if t.App.Document.Facts().SharesChart() {
		made.ChartField = "chartRef"
	}
	key := chartKey{t.ChartKey(), made.Namespace}
	chart, ok := p.charts[key]
	if !ok {
		chart = p.chart(t, from, made.Namespace)
		p.charts[key] = chart
	}
	made.Chart = chart.value
	if chart.shared != nil {
		made.brings = append(made.brings, chart.shared)
	}
	made.chartNamespace = cmp.Or(made.Chart.At("spec", "sourceRef", "namespace").Text(), made.Namespace)
}

func (p *planner) chart(t *entries.Template, from inventory.Source, namespace string) releaseChart {
	b := p.inv.Build
	merged := t.Chart(b)
	if t.App.Document.Facts().SharesChart() {
		return p.sharedChart(t.App, merged, from, namespace)
	}
	spec := b.Without(merged, "kind", "metadata").Fields()
	if !t.MakesArtifact() {
		spec = append(spec, tree.Field{Key: "sourceRef", Value: from.RefFrom(b, namespace)})
	}
	kind := merged.Get("kind") // HelmChart, which an older Flux makes without the word
	if !validate.MakesArtifact(t.App.Flux) {
		kind = tree.Node{}
	}
	return releaseChart{value: b.Map(merged, tree.Field{Key: "kind", Value: kind},
		tree.Field{Key: "metadata", Value: merged.Get("metadata")}, tree.Field{Key: "spec", Value: b.Map(merged, spec...)})}
}

// sharedChart returns the HelmChart of releases that share it, which is in the namespace of its source, and the
// reference to it. Its name has a digest of its spec, so that another chart is another object.
func (p *planner) sharedChart(app *inventory.Application, chart tree.Node, from inventory.Source,
	namespace string) releaseChart {
	b := p.inv.Build
	spec := helmChartSpec(b, app, chart, from)
	name := wording.ObjectName(app.Document.Name(), wording.Digest(tree.AppendContent(nil, spec)))
	made := Common{App: app, Kind: kinds.HelmChart, Namespace: from.At(namespace), Origin: chart,
		Other: &Other{Spec: spec, Digested: true, Labels: chart.At("metadata", "labels").Fields(),
			Annotations: chart.At("metadata", "annotations").Fields()}}
	key := sourceKey{app, made.Kind, made.Namespace, name, string(tree.AppendYAML(nil, chart.Get("metadata"))), ""}
	if p.sources[key] == nil {
		p.sources[key] = sharedPlacement(name, made)
	}
	ref := inventory.Source{Namespace: made.Namespace, Ref: inventory.NewRef(b, chart, made.Kind, b.String(name, chart))}
	return releaseChart{ref.RefFrom(b, namespace), p.sources[key]}
}

// helmChartSpec returns the spec of a HelmChart, which must have an interval, unless another tool sets it.
func helmChartSpec(b *tree.Builder, app *inventory.Application, chart tree.Node, from inventory.Source) tree.Node {
	fields := append(b.Without(chart, "kind", "metadata").Fields(), tree.Field{Key: "sourceRef", Value: from.Local(b)})
	if !chart.Get("interval").Exists() && !validate.OpenInterval(app.Document, chart).Exists() {
		fields = append(fields, tree.Field{Key: "interval", Value: b.String(inventory.ChartInterval, chart)})
	}
	return b.Map(chart, fields...)
}

func (p *planner) savedTemplate(app *inventory.Application) {
	b, chart := p.inv.Build, app.Document.Facts().Chart()
	other := &Other{Spec: helmChartSpec(b, app, chart, app.Source),
		Labels: append(chart.At("metadata", "labels").Fields(), p.managedByKubeSphere()),
		Annotations: append(chart.At("metadata", "annotations").Fields(),
			TextField(b, kinds.AnnotationTemplateName, app.Document.Name()))}
	p.share(sharedPlacement(app.Document.Name(), Common{App: app, Kind: kinds.HelmChart, Namespace: app.Namespace,
		Origin: chart, Other: other}))
}
