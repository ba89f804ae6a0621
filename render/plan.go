package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// plan fixes the name, namespace and references of every object, and refuses what clashes.
func plan(in input, entries []entry) ([]placement, []schema.Problem) {
	p := planner{
		in: in, charts: map[chartKey]releaseChart{}, shared: map[sharedKey]*placement{}, common: map[*application][]*placement{},
		copied: map[copyKey]bool{}, crossed: map[*application]bool{}, fleets: map[*application]bool{},
	}
	for _, repository := range in.repositories {
		p.repository(repository)
	}
	for _, app := range in.applications {
		p.source(app)
		p.savedTemplate(app)
	}
	for _, e := range entries {
		if e.idle {
			continue
		}
		switch e.app.workload {
		case schema.HelmReleases:
			p.release(e)
		case schema.Kustomizations:
			p.manifests(e, kindKustomization)
		case schema.KCLRuns:
			p.manifests(e, kindKCLRun)
		}
	}
	p.depend()
	p.gate()
	p.problems = append(p.problems, cycles(p.placements)...)
	p.problems = append(p.problems, clashes(p.placements)...)
	p.problems = append(p.problems, mustExist(p.placements)...)
	return p.placements, p.problems
}

type planner struct {
	in         input
	placements []placement
	problems   []schema.Problem
	charts     map[chartKey]releaseChart     // charts of releases that were made already
	shared     map[sharedKey]*placement      // HelmCharts that releases share
	common     map[*application][]*placement // what comes with the first entry of each API server
	copied     map[copyKey]bool              // what has come there
	crossed    map[*application]bool         // applications whose cross-namespace references were spoken of
	fleets     map[*application]bool         // applications whose references in the namespaces of clusters were spoken of
}

func (p *planner) refuse(app *application, problem schema.Problem) {
	problem.Document = app.document
	p.problems = append(p.problems, problem)
}

// source plans an application's inline source.
func (p *planner) source(app *application) {
	s := app.source
	if !s.spec.Exists() || app.template != nil {
		return
	}
	p.share(&placement{
		app: app, kind: inlineKinds[s.inline.Kind], namespace: app.namespace, name: s.name, shared: true,
		origin: s.spec, spec: s.spec,
	})
}

// share plans an object that belongs to all entries of an application. Where clusters have API servers of their own, it waits for
// the entries: each cluster that one goes to gets a copy, and no other.
func (p *planner) share(made *placement) {
	if made.app.standalone {
		p.common[made.app] = append(p.common[made.app], made)
		return
	}
	p.placements = append(p.placements, *made)
}

// add plans the object of an entry, and before it what it shares with others.
func (p *planner) add(placed placement, shared ...*placement) {
	for _, made := range append(shared, p.common[placed.app]...) {
		p.arrive(made, placed.cluster)
	}
	p.placements = append(p.placements, placed)
}

// copyKey is an object that entries share, on an API server.
type copyKey struct {
	made   *placement
	server string
}

// arrive plans an object that entries share, once for each API server. The copies have one spec in common.
func (p *planner) arrive(made *placement, where cluster) {
	key := copyKey{made, where.server}
	if p.copied[key] {
		return
	}
	p.copied[key] = true
	copied := *made
	if made.app.standalone {
		copied.cluster, copied.shared = where, false
	}
	p.placements = append(p.placements, copied)
}

// repository plans the Flux GitRepository of a devops GitRepository, as KubeSphere's controller makes it.
func (p *planner) repository(app *application) {
	b, spec := p.in.build, app.document.Spec
	fields := []tree.Field{
		{Key: "interval", Value: b.String("1m", spec)},
		{Key: "url", Value: spec.Get("url")},
	}
	if name := spec.At("secret", "name"); name.Text() != "" {
		fields = append(fields, tree.Field{Key: "secretRef", Value: b.Map(name, tree.Field{Key: "name", Value: name})})
	}
	p.placements = append(p.placements, placement{
		app: app, kind: kindGitRepository, namespace: app.namespace, name: "fluxcd-" + app.document.Name, shared: true,
		origin: spec, spec: b.Map(spec, fields...), labels: []tree.Field{p.managedByKubeSphere(spec)},
	})
}

func (p *planner) managedByKubeSphere(origin tree.Node) tree.Field {
	return tree.Field{Key: schema.LabelManagedBy, Value: p.in.build.String(schema.Group, origin)}
}

// place fills in what the objects of all entries have: name, namespace and cluster.
func (p *planner) place(e entry, k kind) placement {
	where := clusterOf(e.fields, e.hubNamespace())
	if e.app.standalone {
		where.server = where.name
	}
	name := e.fields.Get("name").Text()
	if name == "" {
		target := e.fields.At("destination", "targetNamespace").Text()
		name = objectName(e.app.document.Name, where.name, target)
	}
	return placement{
		app: e.app, kind: k, namespace: e.namespace(), name: name, cluster: where, origin: e.fields, entry: e.fields, layers: e.layers,
		shard: e.app.shard(k, where), wave: waveOf(e.fields),
	}
}

// namespace returns that of the entry's object: on the hub as hubNamespace says; on the cluster itself, its own or the application's.
func (e entry) namespace() string {
	if e.app.standalone {
		return cmp.Or(e.fields.Get("namespace").Text(), e.app.namespace)
	}
	return e.hubNamespace()
}

// hubNamespace returns the namespace on the hub of the entry's object, and of the kubeconfig of its cluster: its own, that of the
// cluster in the fleet, or the application's.
func (e entry) hubNamespace() string {
	of := ""
	if e.member != nil {
		of = e.member.namespace
	}
	return cmp.Or(e.fields.Get("namespace").Text(), of, e.app.namespace)
}

// entrySource returns the source of an entry: its own, or the application's.
func entrySource(e entry) source {
	if ref := e.fields.Get("sourceRef"); ref.Exists() {
		return source{ref: ref, written: true}
	}
	return e.app.source
}

// manifests plans an object that applies what lies in a source: a Kustomization or a KCLRun.
func (p *planner) manifests(e entry, k kind) {
	placed := p.place(e, k)
	from := entrySource(e)
	if !from.ref.Exists() {
		p.noSource(e)
	}
	p.crosses(e.app, from, placed.namespace, placed.origin)
	p.ofFleet(e, from)
	placed.ref = from.refFrom(p.in.build, placed.namespace)
	p.add(placed)
}

// noSource says that an entry has no source: once, at the spec, when no entry has.
func (p *planner) noSource(e entry) {
	if written := e.app.document.Spec.Get("source"); written.Exists() {
		p.refuse(e.app, schema.Problem{Code: schema.CodeNoSource, Node: written,
			Detail: "names no source; write sourceRef, or one of gitRepository, helmRepository, ociRepository and bucket"})
		return
	}
	p.refuse(e.app, schema.Problem{Code: schema.CodeNoSource, Node: e.app.document.Spec, Child: "source",
		Detail: "is required; write source.sourceRef, or a sourceRef in each entry"})
}

// ofFleet warns, once for each application, of a reference that the author wrote without a namespace, for an object whose
// namespace is the one of its cluster.
func (p *planner) ofFleet(e entry, from source) {
	if !from.written || from.ref.Get("namespace").Exists() || e.namespace() == e.app.namespace || e.fields.Get("namespace").Exists() || p.fleets[e.app] {
		return
	}
	p.fleets[e.app] = true
	p.refuse(e.app, schema.Problem{
		Severity: schema.SeverityWarning, Code: schema.CodeFleetNamespace, Node: from.ref,
		Detail: "for an object in the namespace of its cluster, as " + e.namespace() + ", it means a source there; write namespace if it lies elsewhere",
	})
}

// crosses warns, once for each application, of a reference that leads into another namespace.
func (p *planner) crosses(app *application, s source, namespace string, at tree.Node) {
	if p.crossed[app] || s.at(namespace) == namespace || s.at(namespace) == "" {
		return
	}
	p.crossed[app] = true
	if s.written {
		at = s.ref
	}
	kind := s.kind()
	if app.document.SharesChart() {
		kind = kindHelmChart.kind
	}
	from := "an object of namespace " + namespace
	if namespace == "" {
		from = "an object without namespace"
	}
	p.refuse(app, schema.Problem{
		Severity: schema.SeverityWarning, Code: schema.CodeCrossNamespace, Node: at,
		Detail: from + " refers to the " + kind + " of namespace " + s.at(namespace) + "; Flux must run without --no-cross-namespace-refs",
	})
}
