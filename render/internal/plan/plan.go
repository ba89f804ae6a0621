package plan

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Placements fixes the name, namespace and references of every object: those of the applications and of instances, which are sound.
func Placements(inv inventory.Inventory, instances []entries.Instance) ([]Placement, []finding.Problem) {
	p := planner{
		inv: inv, placements: make([]Placement, 0, len(instances)),
		charts: map[chartKey]releaseChart{}, sharedCharts: map[sharedKey]*Placement{}, pending: map[*inventory.Application][]*Placement{},
		copied: map[copyKey]bool{},
	}
	for _, repository := range inv.Repositories {
		p.repository(repository)
	}
	for _, app := range inv.Applications {
		p.source(app)
		if app.SavesChart() {
			p.savedTemplate(app)
		}
	}
	for _, i := range instances {
		p.workload(i)
	}
	return p.placements, p.depend()
}

type planner struct {
	inv          inventory.Inventory
	placements   []Placement
	last         commonKey // with its common
	lastCommon   *Common
	commons      map[commonKey]*Common
	charts       map[chartKey]releaseChart
	sharedCharts map[sharedKey]*Placement
	pending      map[*inventory.Application][]*Placement // objects that the first entry of each API server brings
	copied       map[copyKey]bool                        // those that are there
}

// commonKey identifies a common.
type commonKey struct {
	template  *entries.Template
	namespace string
}

// source plans an application's inline source.
func (p *planner) source(app *inventory.Application) {
	s := app.Source
	if !s.Spec.Exists() || app.ChartTemplate != nil {
		return
	}
	p.share(s.Name, Common{App: app, Kind: s.Inline, Namespace: app.Namespace, Origin: s.Spec, Spec: s.Spec})
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
	p.share("fluxcd-"+app.Document.Name(), Common{
		App: app, Kind: kinds.GitRepository, Namespace: app.Namespace,
		Origin: spec, Spec: b.Map(spec, fields...), Labels: []tree.Field{p.managedByKubeSphere(spec)},
	})
}

func (p *planner) managedByKubeSphere(origin tree.Node) tree.Field {
	return tree.Field{Key: v1alpha1.LabelManagedBy, Value: p.inv.Build.String(kinds.Group, origin)}
}

// workload plans the object of an entry, after those that it brings.
func (p *planner) workload(i entries.Instance) {
	placed := Placement{Common: p.commonOf(i), Instance: i}
	p.name(&placed)
	if i.Template.App.Sharding.Exists() {
		placed.Shard = shardOf(i.Template.App, placed.Common.Kind, placed.ClusterName)
	}
	for _, shared := range p.pending[i.Template.App] {
		p.copyTo(shared, placed.ClusterName)
	}
	if brings := placed.Common.brings; brings != nil {
		p.copyTo(brings, placed.ClusterName)
	}
	p.append(placed)
}

func (p *planner) append(placed Placement) {
	placed.Common.Copies++
	p.placements = append(p.placements, placed)
}

// name fixes the name and the cluster of an entry's object.
func (p *planner) name(placed *Placement) {
	i := placed.Instance
	placed.ClusterName, placed.Target = i.ClusterName(), i.Text(i.Template.Field.Target)
	placed.Name = i.Text(i.Template.Field.Name)
	if placed.Name == "" {
		placed.Name = naming.Object(i.Template.App.Document.Name(), placed.ClusterName, placed.Target)
	}
}

// commonOf returns what the object of an instance has in common with others.
func (p *planner) commonOf(i entries.Instance) *Common {
	key := commonKey{i.Template, i.ObjectNamespace()}
	if key == p.last {
		return p.lastCommon
	}
	made := p.commons[key]
	if made == nil {
		made = p.newCommon(i, key.namespace)
		if i.Member != nil { // an entry that names its cluster itself has one object
			if p.commons == nil {
				p.commons = map[commonKey]*Common{}
			}
			p.commons[key] = made
		}
	}
	p.last, p.lastCommon = key, made
	return made
}

func (p *planner) newCommon(i entries.Instance, namespace string) *Common {
	t := i.Template
	made := &Common{App: t.App, Kind: kinds.ByField(kinds.Workload, string(t.App.Workload)), Namespace: namespace, Origin: t.Fields}
	switch {
	case t.App.Unwanted: // others need its names only
	case t.App.Workload == v1alpha1.HelmReleases:
		p.release(t, made)
	default:
		made.SourceRef = t.Source().RefFrom(p.inv.Build, namespace)
	}
	return made
}

// share plans an object that belongs to all entries of an application. Where clusters have API servers of their own, the entries bring
// it: each cluster that one goes to gets a copy, and no other.
func (p *planner) share(name string, made Common) {
	shared := sharedPlacement(name, made)
	if made.App.Standalone {
		p.pending[made.App] = append(p.pending[made.App], shared)
		return
	}
	p.copyTo(shared, "")
}

// sharedPlacement returns the placement of an object that entries share.
func sharedPlacement(name string, made Common) *Placement {
	made.Shared = !made.App.Standalone
	return &Placement{Common: &made, Name: name}
}

// copyKey is an object that entries share, on an API server.
type copyKey struct {
	shared *Placement
	server string
}

// copyTo plans an object that entries share, once for each API server.
func (p *planner) copyTo(shared *Placement, cluster string) {
	if !shared.Common.App.Standalone {
		cluster = ""
	}
	key := copyKey{shared, cluster}
	if p.copied[key] {
		return
	}
	p.copied[key] = true
	placed := *shared
	placed.ClusterName = cluster
	p.append(placed)
}
