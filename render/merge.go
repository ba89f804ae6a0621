package render

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// merged are the entries of some applications with their layers.
type merged struct {
	instances []instance  // in the order of the entries, and of the names of the clusters that each selects
	idle      []*template // entries that reach no cluster
	problems  []schema.Problem
}

// merge merges the entries of applications: an instance for each cluster that an entry reaches, with the defaults below the entry and
// the overrides for the cluster above it.
func merge(inv inventory, apps []*application) (all merged) {
	for _, app := range apps {
		m := newMerger(inv, app)
		_, entries := app.document.Entries()
		for _, entry := range entries {
			if entry.Kind() == tree.Map {
				m.add(entry)
			}
		}
		m.reportUnused()
		m.reportAllDisabled()
		m.reportLeftOut()
		all.instances = append(all.instances, m.instances...)
		all.idle = append(all.idle, m.idle...)
		all.problems = append(all.problems, m.problems...)
	}
	return all
}

// merger merges the entries of one application.
type merger struct {
	inv       inventory
	app       *application
	fleet     *fleet // nil until an entry needs it
	overrides []*override
	refers    bool // an entry or a layer has references
	merged
	cache map[layerPair]tree.Node

	named    []string // clusters that entries name themselves, where there are overrides or references
	selected int      // clusters that entries select or name
	kept     int      // those of them that no override disables
	disable  tree.Node
	leftOut  []*leftOut
	guesses  int // names of unknown clusters so far

	references *references
	reached    []byte // the overrides for the last cluster
}

func newMerger(inv inventory, app *application) *merger {
	m := &merger{inv: inv, app: app, refers: app.document.HasReferences(), cache: map[layerPair]tree.Node{}}
	m.references = newReferences(app, m.report)
	m.overrides = m.readOverrides()
	return m
}

// report adds a finding about the application.
func (m *merger) report(p schema.Problem) {
	p.Document = m.app.document
	m.problems = append(m.problems, p)
}

// add merges an entry. One that reaches no cluster is kept for the checks.
func (m *merger) add(entry tree.Node) {
	b := m.inv.build
	clear(m.references.parts)
	e := mergedEntry{entry: entry, fields: entry}
	if defaults := m.app.document.Defaults(); defaults.Exists() {
		e.fields = b.Map(entry, mergeMaps(b, defaults, entry).Fields()...)
	}
	if m.choose(&e) {
		return
	}
	nowhere := without(b, e.fields.Get("destination"), "cluster", "clusterSelector", "allowEmpty")
	m.idle = append(m.idle, &template{
		app: m.app, idle: true,
		fields: b.Map(e.fields, append(e.fields.Fields(), tree.Field{Key: "destination", Value: nowhere})...),
	})
}

// mergedEntry is an entry over the defaults, with what it is merged to by the overrides that reach its clusters.
type mergedEntry struct {
	entry    tree.Node // as it is written
	fields   tree.Node // with the defaults below it
	layered  map[string]*layered
	last     *layered
	lastKey  string
	reported map[string]bool // fields that were filled in
}

// layered is an entry with the overrides that reach some clusters.
type layered struct {
	fields   tree.Node
	layers   []layer
	disabled bool
	leftOut  *leftOut // where a disabled one is reported
	refers   bool
	open     []hole               // strings with references that instances replace
	expanded []tree.Node          // strings with references that are replaced before
	marked   map[tree.Node]bool   // these, and the maps and lists that hold them
	only     *template            // where nothing is expanded
	made     map[string]*template // by the values of what is expanded
}

// instanceFor returns the instance for a cluster, which is nil for an entry that names its cluster itself. It is not ok when an
// override disables the cluster.
func (m *merger) instanceFor(e *mergedEntry, member *schema.Member) (i instance, ok bool) {
	m.selected++
	named := namedCluster{member: member}
	if len(m.overrides) > 0 || m.refers {
		named = m.identify(e.fields, member)
	}
	l := m.layeredFor(e, m.reaching(&named))
	if l.disabled {
		if l.leftOut != nil {
			l.leftOut.clusters = append(l.leftOut.clusters, named.name)
		}
		return instance{}, false
	}
	m.kept++
	if member != nil {
		return instance{m.templateFor(e, l, &named), member}, true
	}
	t := m.templateFor(e, l, &named)
	if l.refers {
		t.cluster = &named
	}
	return instance{template: t}, true
}

// layeredFor returns the entry with the overrides that reach a cluster, merged once for all clusters that the same ones reach.
func (m *merger) layeredFor(e *mergedEntry, reaching []byte) *layered {
	if e.last != nil && e.lastKey == string(reaching) {
		return e.last
	}
	l := e.layered[string(reaching)]
	if l == nil {
		l = m.layer(e, reaching)
		if e.last != nil { // most entries have one
			if e.layered == nil {
				e.layered = map[string]*layered{e.lastKey: e.last}
			}
			e.layered[string(reaching)] = l
		}
	}
	e.last, e.lastKey = l, string(reaching)
	return l
}

// layer merges overrides over an entry. The last one that has disable decides about it.
func (m *merger) layer(e *mergedEntry, reaching []byte) *layered {
	l := &layered{fields: e.fields}
	for i, o := range m.overrides {
		if reaching[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		if o.disable.Exists() {
			l.disabled, m.disable = o.disable.Text() == "true", o.disable
		}
		l.fields = m.mergeLayer(l.fields, o.fields)
		l.layers = append(l.layers, layer{o.name, o.fields})
	}
	if l.disabled {
		l.leftOut = m.leaveOut(l.fields)
		m.idle = append(m.idle, &template{app: m.app, idle: true, fields: l.fields})
		return l
	}
	if l.refers = m.refers && schema.HoldsReference(l.fields); l.refers {
		m.findReferences(l)
	}
	return l
}

// findReferences divides the strings with references into those that can be holes and those that are replaced before. One that is in
// several places, because of an alias or a layer, is a hole only where all of them agree about its value.
func (m *merger) findReferences(l *layered) {
	entry := schema.EntryType(m.app.workload)
	found, apart := map[tree.Node]hole{}, map[tree.Node]bool{}
	m.references.walk(l.fields, entry, func(h hole, _ []tree.Node) {
		first, again := found[h.node]
		apart[h.node] = apart[h.node] || h.rule == expand || again && (first.rule != h.rule || first.kind != h.kind)
		found[h.node] = h
	})
	l.marked = map[tree.Node]bool{}
	m.references.walk(l.fields, entry, func(h hole, holders []tree.Node) {
		_, left := found[h.node]
		switch {
		case apart[h.node]:
			l.marked[h.node] = true
			for _, holder := range holders {
				l.marked[holder] = true
			}
			if left {
				l.expanded = append(l.expanded, h.node)
			}
		case left:
			l.open = append(l.open, h)
		}
		delete(found, h.node)
	})
}

// templateFor returns the template for a cluster: the same one for all clusters for which what is expanded has the same values.
func (m *merger) templateFor(e *mergedEntry, l *layered, named *namedCluster) *template {
	if len(l.expanded) == 0 {
		if l.only == nil {
			l.only = m.newTemplate(e, l, l.fields)
		}
		return l.only
	}
	r := m.references.resolver(named)
	key := r.keyOf(l.expanded)
	t := l.made[key]
	if t == nil {
		t = m.newTemplate(e, l, r.replace(m.inv.build, l.fields, schema.EntryType(m.app.workload), l.marked))
		if l.made == nil {
			l.made = map[string]*template{}
		}
		l.made[key] = t
	}
	return t
}

// newTemplate returns a template of a layered entry, whose fields may have values in the place of references.
func (m *merger) newTemplate(e *mergedEntry, l *layered, fields tree.Node) *template {
	t := &template{app: m.app, entry: e.entry.Value(), layers: l.layers, holes: l.open, replaced: !fields.Same(l.fields)}
	t.fields = m.fill(e, fields)
	t.field = readFields(t.fields)
	if len(l.open) > 0 {
		t.indexes = make(map[tree.Node]int, len(l.open))
		for i, h := range l.open {
			t.indexes[h.node] = i
		}
	}
	return t
}

// fill adds the fields that Flux requires and no layer has. A warning reports each once for an entry.
func (m *merger) fill(e *mergedEntry, fields tree.Node) tree.Node {
	b := m.inv.build
	var added []tree.Field
	if !fields.Get("interval").Exists() {
		added = append(added, tree.Field{Key: "interval", Value: b.String("10m", fields)})
	}
	if m.app.workload != schema.HelmReleases && !fields.Get("prune").Exists() {
		added = append(added, tree.Field{Key: "prune", Value: b.Bool(false, fields)})
	}
	if len(added) == 0 {
		return fields
	}
	for _, f := range added {
		if e.reported[f.Key] {
			continue
		}
		if e.reported == nil {
			e.reported = map[string]bool{}
		}
		e.reported[f.Key] = true
		m.report(schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeFilled, Node: fields, Child: f.Key,
			Proposed: f.Key + ": " + f.Value.Text(), Detail: "Flux requires it; fluxapp sets " + f.Key + ": " + f.Value.Text(),
		})
	}
	return b.Map(fields, append(fields.Fields(), added...)...)
}

// layerPair are two values that are merged.
type layerPair struct{ base, over tree.Node }

// mergeLayer merges a layer over an entry, which keeps its place. Most values below the fields are the same for all clusters, and are
// merged once.
func (m *merger) mergeLayer(entry, over tree.Node) tree.Node {
	fields := entry.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			pair := layerPair{entry.Get(child.Key()).Value(), child.Value()}
			result, ok := m.cache[pair]
			if !ok {
				result = mergeMaps(m.inv.build, pair.base, child)
				m.cache[pair] = result
			}
			value = result
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return m.inv.build.Map(entry, fields...)
}

// mergeMaps merges the map over onto base as Helm does: maps are merged deeply, every other value replaces, and null removes. A null
// stays in the map as a null, which counts as absent and is not printed. Where one of the two is absent the other is the result.
func mergeMaps(b *tree.Builder, base, over tree.Node) tree.Node {
	switch {
	case !over.Exists():
		return base
	case base.Kind() != tree.Map || over.Kind() != tree.Map:
		return over
	}
	fields := base.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			value = mergeMaps(b, base.Get(child.Key()), child)
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return b.Map(over, fields...)
}

// without returns the map n with the keys left out.
func without(b *tree.Builder, n tree.Node, keys ...string) tree.Node {
	var fields []tree.Field
	for c := range n.Children() {
		if key := c.Key(); !slices.Contains(keys, key) {
			fields = append(fields, tree.Field{Key: key, Value: c})
		}
	}
	return b.Map(n, fields...)
}
