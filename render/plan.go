package render

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// plan fixes the name, namespace and references of every object, and refuses what clashes. The runs are all of the placements.
func plan(in input, groups []group) ([]placement, runs, []schema.Problem) {
	p := planner{
		in: in, build: tree.NewBuilder(), placements: make([]placement, 0, entriesOf(groups)),
		charts: map[chartKey]releaseChart{}, shared: map[sharedKey]*placement{}, common: map[*application][]*placement{},
		copied: map[copyKey]bool{}, crossed: map[*application]bool{}, fleets: map[*application]bool{},
	}
	for _, repository := range in.repositories {
		p.repository(repository)
	}
	for _, app := range in.applications {
		p.source(app)
		p.savedTemplate(app)
	}
	for i := range groups {
		p.follows = false
		for e := range groups[i].entries() {
			p.workload(&e)
			p.follows = e.member != nil
		}
	}
	p.depend()
	p.gate()
	if p.waiting { // waves alone make no cycle
		p.problems = append(p.problems, cycles(p.placements)...)
	}
	if !distinct(p.placements, p.runs) {
		p.problems = append(p.problems, clashes(p.placements)...)
	}
	if slices.ContainsFunc(in.applications, func(app *application) bool { return app.standalone }) {
		p.problems = append(p.problems, mustExist(p.placements)...)
	}
	return p.placements, p.runs, p.problems
}

// entriesOf returns how many entries there are in groups.
func entriesOf(groups []group) (entries int) {
	for i := range groups {
		entries += groups[i].count()
	}
	return entries
}

type planner struct {
	in         input
	placements []placement
	runs       runs
	follows    bool   // a cluster of the fleet comes before the next one of it
	plain      *model // of the last placement, if others of it differ in their clusters and in what is printed only
	problems   []schema.Problem
	charts     map[chartKey]releaseChart     // charts of releases that were made already
	shared     map[sharedKey]*placement      // HelmCharts that releases share
	common     map[*application][]*placement // what comes with the first entry of each API server
	copied     map[copyKey]bool              // what has come there
	crossed    map[*application]bool         // applications whose cross-namespace references were spoken of
	fleets     map[*application]bool         // applications whose references in the namespaces of clusters were spoken of
	waiting    bool                          // an entry waits for something
	awaited    map[objectKey]bool            // applications that entries wait for
	names      names                         // of objects
	build      *tree.Builder                 // of what is needed for a moment
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
	p.share(s.name, model{app: app, kind: inlineKinds[s.inline.Kind], namespace: app.namespace, origin: s.spec, spec: s.spec})
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
	p.share("fluxcd-"+app.document.Name, model{
		app: app, kind: kindGitRepository, namespace: app.namespace,
		origin: spec, spec: b.Map(spec, fields...), labels: []tree.Field{p.managedByKubeSphere(spec)},
	})
}

func (p *planner) managedByKubeSphere(origin tree.Node) tree.Field {
	return tree.Field{Key: schema.LabelManagedBy, Value: p.in.build.String(schema.Group, origin)}
}

// workload plans the object of an entry.
func (p *planner) workload(e *entry) {
	if p.another(e) {
		return
	}
	p.plain = nil
	last := len(p.placements)
	p.placements = append(p.placements, placement{}) // which are large, and not copied
	placed := &p.placements[last]
	how := p.place(e, placed)
	if e.app.workload == schema.HelmReleases {
		p.validReleaseName(placed, how != nameGiven)
	}
	m := placed.model
	if m.incomplete {
		p.placements = p.placements[:last]
		return
	}
	if common := p.common[e.app]; len(common) > 0 || m.brings != nil {
		mine := *placed
		p.placements = p.placements[:last]
		p.comes(common, m.brings, mine.clusterName)
		p.placements = append(p.placements, mine)
	}
	p.count(how)
	if how == nameInFull && !m.mayBeNamed && !m.ofFleet && len(p.common[e.app]) == 0 && m.brings == nil && placed.more == nil {
		p.plain = m
	}
}

// another plans the object of an entry that differs from the one before in its cluster and in what is printed only, and reports whether
// it is one of those.
func (p *planner) another(e *entry) bool {
	m := p.plain
	if m == nil || e.content.model != m || e.member != nil && e.member.Namespaced() {
		return false
	}
	cluster := e.clusterName()
	name := p.names.ofCluster(m.affixes, cluster)
	if name == "" || m.kind == kindHelmRelease && !m.keepsName(len(name)) { // which is to be judged
		return false
	}
	p.placements = append(p.placements, placement{model: m, member: e.member, own: e.own, name: name, clusterName: cluster})
	p.count(nameInFull)
	return true
}

// comes plans what must be there before the object of an entry.
func (p *planner) comes(common []*placement, brings *placement, cluster string) {
	for _, made := range common {
		p.arrive(made, cluster)
	}
	if brings != nil {
		p.arrive(brings, cluster)
	}
}

// scratch returns a builder whose values nobody keeps.
func (p *planner) scratch() *tree.Builder {
	p.build.Reset()
	return p.build
}

// place fixes the name, namespace and cluster of an entry's object, and reports how it is named.
func (p *planner) place(e *entry, placed *placement) (how howNamed) {
	m := p.model(e)
	placed.model, placed.member, placed.own, placed.clusterName = m, e.member, e.own, e.clusterName()
	if m.mayBeNamed {
		placed.name = e.objectName(p.scratch())
	}
	if placed.name == "" {
		how = nameInFull
		placed.name = p.names.ofCluster(m.affixes, placed.clusterName)
		if placed.name == "" {
			how = nameJoined
			placed.name = p.names.object(e.app.document.Name, placed.clusterName, m.targetName)
		}
	}
	if e.app.sharding.Exists() {
		placed.addExtras().shard = e.app.shard(m.kind, placed.clusterName)
	}
	return how
}

// model returns what the objects of a content have in common, which is the same for neighbours in one namespace.
func (p *planner) model(e *entry) *model {
	last, ofFleet := e.content.model, e.member != nil && e.member.Namespaced()
	if last != nil && !last.ofFleet && !ofFleet {
		return last
	}
	namespace := e.objectNamespace()
	if last != nil && last.namespace == namespace {
		return last
	}
	m := &model{
		ofFleet: ofFleet, app: e.app, kind: workloadKinds[e.app.workload], namespace: namespace, namedAt: e.namedAt(), origin: e.fields, content: e.content,
	}
	e.content.model = m
	m.targetName = m.target.Text()
	m.mayBeNamed = m.said.name.Exists() || len(m.slots) > 0
	m.affixes = affixesOf(e.app.document.Name, m.targetName)
	m.validTarget = m.targetName == "" || schema.ValidName(m.targetName)
	p.waitsFor(m)
	if e.app.unwanted { // only its names are asked for
		return m
	}
	if e.app.workload == schema.HelmReleases {
		p.release(*e, m)
	} else {
		p.manifests(*e, m)
	}
	return m
}

// waitsFor notes what the objects of a model wait for.
func (p *planner) waitsFor(m *model) {
	for item := range m.dependsOn.Children() {
		p.waiting = true
		if named := item.Get("application"); named.Kind() == tree.String {
			if p.awaited == nil {
				p.awaited = map[objectKey]bool{}
			}
			p.awaited[m.app.awaits(item, named)] = true
		}
	}
}

// objectNamespace returns that of the entry's object: on the hub as hubNamespace says; on the cluster itself, its own or the
// application's.
func (e entry) objectNamespace() string {
	if e.app.standalone {
		return cmp.Or(e.namespace.Text(), e.app.namespace)
	}
	return e.hubNamespace()
}

// namedAt returns what says the namespace of the entry's object.
func (e entry) namedAt() tree.Node {
	if e.member == nil || e.app.standalone || !e.member.Namespaced() {
		return cmp.Or(e.namespace, e.app.document.Root.At("metadata", "namespace"))
	}
	return cmp.Or(e.namespace, e.member.Namespace())
}

// hubNamespace returns the namespace on the hub of the entry's object, and of the kubeconfig of its cluster: its own, that of the
// cluster in the fleet, or the application's.
func (e entry) hubNamespace() string {
	switch {
	case e.namespace.Text() != "":
		return e.namespace.Text()
	case e.member != nil && e.member.Namespaced():
		return e.member.Namespace().Text()
	}
	return e.app.namespace
}

// entrySource returns the source of an entry: its own, or the application's.
func entrySource(e entry) source {
	if e.sourceRef.Exists() {
		return source{ref: e.sourceRef, written: true}
	}
	return e.app.source
}

// manifests plans what applies what lies in a source: a Kustomization or a KCLRun.
func (p *planner) manifests(e entry, m *model) {
	from := entrySource(e)
	if !from.ref.Exists() {
		p.noSource(e)
	}
	p.crosses(e.app, from, m.namespace, m.origin)
	p.ofFleet(e, from)
	m.ref = from.refFrom(p.in.build, m.namespace)
}

// noSource says that an entry has no source: once, at the spec, when no entry has.
func (p *planner) noSource(e entry) {
	if written := e.app.document.Spec.Get("source"); written.Exists() {
		p.refuse(e.app, schema.Problem{Code: schema.CodeNoSource, Node: written,
			Detail: "has no source; write sourceRef, or one of gitRepository, helmRepository, ociRepository and bucket"})
		return
	}
	p.refuse(e.app, schema.Problem{Code: schema.CodeNoSource, Node: e.app.document.Spec, Child: "source",
		Detail: "is required; write source.sourceRef, or a sourceRef in each entry"})
}

// ofFleet warns, once for each application, of a reference that the author wrote without a namespace, for an object whose
// namespace is the one of its cluster.
func (p *planner) ofFleet(e entry, from source) {
	if !from.written || from.ref.Get("namespace").Exists() || e.objectNamespace() == e.app.namespace || e.namespace.Exists() || p.fleets[e.app] {
		return
	}
	p.fleets[e.app] = true
	p.refuse(e.app, schema.Problem{
		Severity: schema.SeverityWarning, Code: schema.CodeFleetNamespace, Node: from.ref,
		Detail: "without a namespace this refers to a source in the object's own namespace (" + e.objectNamespace() + "); add namespace if the source is elsewhere",
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
		Detail: from + " refers to a " + kind + " of namespace " + s.at(namespace) + "; Flux must run without --no-cross-namespace-refs",
	})
}
