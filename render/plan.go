package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// plan fixes the name, namespace and references of every object. Instances of unsound templates have none.
func plan(inv inventory, all merged) ([]placement, []schema.Problem) {
	p := planner{
		inv: inv, placements: make([]placement, 0, len(all.instances)),
		charts: map[chartKey]releaseChart{}, sharedCharts: map[sharedKey]*placement{}, pending: map[*application][]*placement{},
		copied: map[copyKey]bool{},
	}
	for _, repository := range inv.repositories {
		p.repository(repository)
	}
	for _, app := range inv.applications {
		p.source(app)
		if app.savesChart() {
			p.savedTemplate(app)
		}
	}
	for _, i := range all.instances {
		if !i.template.unsound {
			p.workload(i)
		}
	}
	return p.placements, p.depend()
}

type planner struct {
	inv          inventory
	placements   []placement
	last         commonKey // with its common
	lastCommon   *common
	commons      map[commonKey]*common
	charts       map[chartKey]releaseChart
	sharedCharts map[sharedKey]*placement
	pending      map[*application][]*placement // objects that the first entry of each API server brings
	copied       map[copyKey]bool              // those that are there
	names        names
}

// commonKey identifies a common.
type commonKey struct {
	template  *template
	namespace string
}

// source plans an application's inline source.
func (p *planner) source(app *application) {
	s := app.source
	if !s.spec.Exists() || app.template != nil {
		return
	}
	p.share(s.name, common{app: app, kind: inlineKinds[s.inline.Kind], namespace: app.namespace, origin: s.spec, spec: s.spec})
}

// repository plans the Flux GitRepository of a devops GitRepository, as KubeSphere's controller makes it.
func (p *planner) repository(app *application) {
	b, spec := p.inv.build, app.document.Spec
	fields := []tree.Field{
		{Key: "interval", Value: b.String("1m", spec)},
		{Key: "url", Value: spec.Get("url")},
	}
	if name := spec.At("secret", "name"); name.Text() != "" {
		fields = append(fields, tree.Field{Key: "secretRef", Value: b.Map(name, tree.Field{Key: "name", Value: name})})
	}
	p.share("fluxcd-"+app.document.Name, common{
		app: app, kind: kindGitRepository, namespace: app.namespace,
		origin: spec, spec: b.Map(spec, fields...), labels: []tree.Field{p.managedByKubeSphere(spec)},
	})
}

func (p *planner) managedByKubeSphere(origin tree.Node) tree.Field {
	return tree.Field{Key: schema.LabelManagedBy, Value: p.inv.build.String(schema.Group, origin)}
}

// workload plans the object of an entry, after those that it brings.
func (p *planner) workload(i instance) {
	placed := placement{common: p.commonOf(i), instance: i}
	p.name(&placed)
	if i.template.app.sharding.Exists() {
		placed.shard = i.template.app.shard(placed.common.kind, placed.clusterName)
	}
	for _, shared := range p.pending[i.template.app] {
		p.copyTo(shared, placed.clusterName)
	}
	if brings := placed.common.brings; brings != nil {
		p.copyTo(brings, placed.clusterName)
	}
	p.append(placed)
}

func (p *planner) append(placed placement) {
	placed.common.copies++
	p.placements = append(p.placements, placed)
}

// name fixes the name and the cluster of an entry's object.
func (p *planner) name(placed *placement) {
	i := placed.instance
	placed.clusterName = i.clusterName()
	placed.name = i.text(i.template.field.name)
	if placed.name == "" {
		placed.name = p.names.object(i.template.app.document.Name, placed.clusterName, placed.target())
	}
}

// commonOf returns what the object of an instance has in common with others.
func (p *planner) commonOf(i instance) *common {
	key := commonKey{i.template, i.objectNamespace()}
	if key == p.last {
		return p.lastCommon
	}
	made := p.commons[key]
	if made == nil {
		made = p.newCommon(i, key.namespace)
		if i.member != nil { // an entry that names its cluster itself has one object
			if p.commons == nil {
				p.commons = map[commonKey]*common{}
			}
			p.commons[key] = made
		}
	}
	p.last, p.lastCommon = key, made
	return made
}

func (p *planner) newCommon(i instance, namespace string) *common {
	t := i.template
	made := &common{app: t.app, kind: workloadKinds[t.app.workload], namespace: namespace, origin: t.fields}
	switch {
	case t.app.unwanted: // others need its names only
	case t.app.workload == schema.HelmReleases:
		p.release(t, made)
	default:
		made.sourceRef = t.source().refFrom(p.inv.build, namespace)
	}
	return made
}

// share plans an object that belongs to all entries of an application. Where clusters have API servers of their own, the entries bring
// it: each cluster that one goes to gets a copy, and no other.
func (p *planner) share(name string, made common) {
	shared := sharedPlacement(name, made)
	if made.app.standalone {
		p.pending[made.app] = append(p.pending[made.app], shared)
		return
	}
	p.copyTo(shared, "")
}

// sharedPlacement returns the placement of an object that entries share.
func sharedPlacement(name string, made common) *placement {
	made.shared = !made.app.standalone
	return &placement{common: &made, name: name}
}

// copyKey is an object that entries share, on an API server.
type copyKey struct {
	shared *placement
	server string
}

// copyTo plans an object that entries share, once for each API server.
func (p *planner) copyTo(shared *placement, cluster string) {
	if !shared.common.app.standalone {
		cluster = ""
	}
	key := copyKey{shared, cluster}
	if p.copied[key] {
		return
	}
	p.copied[key] = true
	placed := *shared
	placed.clusterName = cluster
	p.append(placed)
}
