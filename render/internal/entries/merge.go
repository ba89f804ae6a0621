package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Merged are the entries of some applications with their layers.
type Merged struct {
	Instances []Instance  // in the order of the entries, and of the names of the clusters that each selects
	Idle      []*Template // entries that reach no cluster
	Disabled  []Instance  // of the clusters of the fleet that overrides disable
	LeftOut   []LeftOut   // these, and clusters that entries name themselves
	Problems  []finding.Problem
}

// merger merges the entries of one application.
type merger struct {
	inv       inventory.Inventory
	app       *inventory.Application
	fleet     *fleet.Fleet // nil until an entry needs it
	below     []layerBelow // every entry, the lowest first
	lower     tree.Node    // those of all clusters, merged
	belows    map[string][]Layer
	lowers    map[string]tree.Node
	shared    tree.Node                           // what all entries share that has references; absent without them
	templates map[string]*inventory.ChartTemplate // by what names them, where that has references
	overrides []*override                         // those of bases first
	naming    map[string][]int                    // those that name a cluster, by its name
	selecting []int                               // those that select clusters by their labels
	ofBases   int                                 // how many of the overrides are those of bases
	refers    bool                                // an entry or a layer has references

	entryType, sharedType validate.Type // of entries, and of what they share; zero where there are no references
	Merged
	cache   map[layerPair]tree.Node
	hidden  []tree.Node // fields of sources that Flux does not take, as far as reported
	emptied []tree.Node // the $(remove) of fields that are filled in, as far as reported
	open    []string    // the fields that layers leave to another tool, as far as reported
	words   *words      // nil where the layers have nothing but values

	impersonates bool // an entry has the ServiceAccount of tenancy

	sources  mergedSources // empty where all entries have the source of the application
	named    []string      // clusters that entries name themselves, where there are overrides or references
	selected int           // clusters that entries select or name
	kept     int           // those of them that no override disables
	disable  tree.Node
	leftOut  []*leftOut
	guesses  int // names of unknown clusters so far

	references *fleet.References // nil without references
	reached    []byte            // the overrides for the last cluster
}

func newMerger(inv inventory.Inventory, app *inventory.Application) *merger {
	m := &merger{
		inv: inv, app: app, refers: app.Document.HasReferences(),
		naming: map[string][]int{}, cache: map[layerPair]tree.Node{}, belows: map[string][]Layer{},
		lowers: map[string]tree.Node{}, templates: map[string]*inventory.ChartTemplate{},
	}
	if m.refers {
		m.references, m.entryType = fleet.NewReferences(m.report), validate.EntryType(app.Workload)
		m.findShared()
	}
	m.sources = newMergedSources(app)
	m.words = wordsOf(inv.Build, app, m.reportIn)
	m.stackBelow()
	if !app.LayersSource && len(app.Document.Bases()) > 0 {
		m.reportHidden(app.Document.Spec().Get("source"), m.documentSources())
	}
	for i, n := range app.Document.Overrides() {
		m.addOverride(fmt.Sprintf("overrides[%d]", i), n)
	}
	return m
}

// report adds a finding about the application.
func (m *merger) report(p finding.Problem) {
	p.Subject = m.app.Document.Subject()
	m.Problems = finding.Append(m.Problems, p)
}

// reportIn adds a finding about the application, or about one of its bases, whichever has the value.
func (m *merger) reportIn(p finding.Problem) {
	p.Subject = m.subjectOf(p.Node)
	m.Problems = finding.Append(m.Problems, p)
}

func (m *merger) subjectOf(n tree.Node) *finding.Subject {
	for _, base := range m.app.Document.Bases() {
		if n.Source() == base.Root().Source() && n.Source() != m.app.Document.Root().Source() {
			return base.Subject()
		}
	}
	return m.app.Document.Subject()
}

// add merges an entry. One that reaches no cluster is kept for the checks.
func (m *merger) add(entry tree.Node) {
	b := m.inv.Build
	if m.refers {
		m.references.Forget()
	}
	e := m.stack(entry)
	if m.choose(&e) {
		return
	}
	e.fields = m.settled(e.fields)
	nowhere := inventory.Without(b, e.fields.Get("destination"), "cluster", "clusterSelector", "allowEmpty")
	m.Idle = append(m.Idle, &Template{
		App: m.app, Layered: notLayered,
		Fields: b.Map(e.fields, append(e.fields.Fields(), tree.Field{Key: "destination", Value: nowhere})...),
	})
}

// addInstance adds the instance for a cluster, which is nil for an entry that names its cluster itself. An override
// may disable the cluster.
func (m *merger) addInstance(e *mergedEntry, member *schema.Member) {
	m.selected++
	var named fleet.NamedCluster
	if len(m.overrides) > 0 || m.refers {
		named = m.identify(e.fields, member)
	}
	l := m.layeredFor(e, &named)
	if l.disabled != nil {
		if member != nil {
			m.Disabled = append(m.Disabled, Instance{l.disabled, member})
		}
		l.leftOut.clusters = append(l.leftOut.clusters, named.Name)
		return
	}
	m.kept++
	t := m.templateFor(e, l, &named)
	if member == nil && (l.refers || m.shared.Exists()) {
		t.cluster = &named
	}
	m.Instances = append(m.Instances, Instance{t, member})
}

// templateFor returns the template for a cluster: the same one for all clusters for which what is expanded has the
// same values.
func (m *merger) templateFor(e *mergedEntry, l *layered, named *fleet.NamedCluster) *Template {
	if len(l.expanded) == 0 {
		if l.only == nil {
			l.only = m.newTemplate(e, l, l.fields, l.shared)
		}
		return l.only
	}
	r := &fleet.Resolver{References: m.references, App: m.app.ReferenceNames(), Cluster: *named, Params: l.params}
	key := r.KeyOf(l.expanded)
	t := l.made[key]
	if t == nil {
		b := m.inv.Build
		t = m.newTemplate(e, l, r.Replace(b, l.fields, m.entryType, l.marked), r.Replace(b, l.shared, m.sharedType, l.marked))
		if l.made == nil {
			l.made = map[string]*Template{}
		}
		l.made[key] = t
	}
	return t
}

// newTemplate returns a template of a layered entry. Its fields, and those that all entries share, may have values in
// the place of references.
func (m *merger) newTemplate(e *mergedEntry, l *layered, fields, shared tree.Node) *Template {
	t := &Template{App: m.app, entry: e.entry.Value(), ChartTemplate: m.app.ChartTemplate, Layered: notLayered}
	if m.isLayered(l) {
		t.Layered = &Layered{
			below: l.below, above: l.above, params: l.params,
			Holes: l.open, Replaced: len(l.open) > 0, ClearsChart: l.clearsChart, refersBelow: m.shared.Exists(),
		}
	}
	if !fields.Same(l.fields) || l.shared.Exists() && !shared.Same(l.shared) {
		t.Replaced, t.before = true, l
	}
	if m.shared.Exists() {
		t.ownChart = fields.Get(sharedChart)
		fields = m.share(t, shared, fields)
	}
	if len(m.app.Named) > 0 {
		fields = m.withNamedSource(fields)
	}
	t.Fields = m.fill(e, t, fields)
	t.Field = ReadFields(t.Fields)
	t.source = m.sourceFor(l, t.Field.Source)
	m.impersonates = m.impersonates || t.isFilledIn()
	if len(l.open) > 0 {
		t.Indexes = make(map[tree.Node]int, len(l.open))
		for i, h := range l.open {
			t.Indexes[h.Node] = i
		}
	}
	return t
}

// isLayered reports whether the templates of a layered entry have anything because of layers and references.
func (m *merger) isLayered(l *layered) bool {
	return len(l.below)+len(l.above)+len(l.params) > 0 || l.refers || l.clearsChart.Exists() || m.shared.Exists()
}
