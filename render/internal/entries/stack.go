package entries

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Layer is one of the maps that an entry is merged from. It has the fields of an entry.
type Layer struct {
	Name   string // as explain prints it
	Fields tree.Node
}

// Stack returns the layers that the template is merged from, the lowest first: the charts of the chart template and of the application,
// the layers below every entry of the application, the entry as it is written, and the overrides that reach its clusters.
func (t *Template) Stack() (all []Layer) {
	if t.App.ChartTemplate != nil && t.App.ChartTemplate.Chart.Exists() {
		all = append(all, chartLayer("template", t.App.ChartTemplate.Chart))
	}
	if t.chart.Exists() {
		all = append(all, chartLayer(sharedChart, t.chart))
	}
	return slices.AppendSeq(all, t.layers)
}

// layers yields the layers that the fields of the template are merged from, the lowest first.
func (t *Template) layers(yield func(Layer) bool) {
	for _, l := range t.below {
		if !yield(l) {
			return
		}
	}
	if !yield(Layer{"entry", t.entry}) {
		return
	}
	for _, l := range t.above {
		if !yield(l) {
			return
		}
	}
}

// mergedEntry is an entry over the layers below it, with what it is merged to by the overrides that reach its clusters.
type mergedEntry struct {
	entry    tree.Node           // as it is written
	fields   tree.Node           // with the layers below it
	layered  map[string]*layered // by the overrides, as bits
	reported []string            // fields that were filled in
}

// layered is an entry with the overrides that reach some clusters.
type layered struct {
	fields   tree.Node
	above    []Layer     // the overrides, the lowest first
	params   []tree.Node // those of the layers and of the entry, the lowest first
	disabled *Template   // of the clusters, where an override disables them; nil elsewhere
	leftOut  *leftOut    // where a disabled one is reported
	refers   bool
	open     []Hole               // strings with references that instances replace
	expanded []tree.Node          // strings with references that are replaced before
	marked   map[tree.Node]bool   // these, and the maps and lists that hold them
	only     *Template            // where nothing is expanded
	made     map[string]*Template // by the values of what is expanded
}

// stackBelow finds the layers below every entry of the application, and merges them once for all entries.
func (m *merger) stackBelow() {
	m.shareChart()
	if shared := m.sharedSource(); shared.Exists() {
		m.below = append(m.below, Layer{"source", shared})
	}
	if defaults := m.app.Document.Defaults(); defaults.Exists() {
		m.below = append(m.below, Layer{"defaults", m.withSource(defaults)})
	}
	for _, l := range m.below {
		m.lower = m.overSource(mergeMaps(m.inv.Build, m.lower, l.Fields), m.lower, l.Fields)
	}
}

// stack returns an entry merged with the layers below it. The result has the place of the entry.
func (m *merger) stack(entry tree.Node) mergedEntry {
	entry = m.withSource(entry)
	e := mergedEntry{entry: entry, fields: entry, layered: map[string]*layered{}}
	if m.lower.Exists() {
		merged := m.overSource(mergeMaps(m.inv.Build, m.lower, entry), m.lower, entry)
		e.fields = m.inv.Build.Map(entry, merged.Fields()...)
	}
	return e
}

// layeredFor returns the entry with the overrides that reach a cluster, merged once for all clusters that the same ones reach.
func (m *merger) layeredFor(e *mergedEntry, named *fleet.NamedCluster) *layered {
	var reaching []byte
	if len(m.overrides) > 0 {
		reaching = m.reaching(named)
	}
	l := e.layered[string(reaching)]
	if l == nil {
		l = m.layer(e, reaching)
		e.layered[string(reaching)] = l
	}
	return l
}

// layer merges overrides over an entry. The last one that has disable decides about it.
func (m *merger) layer(e *mergedEntry, reaching []byte) *layered {
	l, disabled := &layered{fields: e.fields}, false
	for i, o := range m.overrides {
		if reaching[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		if o.disable.Exists() {
			disabled, m.disable = o.disable.Text() == "true", o.disable
		}
		l.fields = m.mergeLayer(l.fields, o.fields)
		l.above = append(l.above, Layer{o.name, o.fields})
	}
	m.takeParams(e, l)
	if disabled {
		l.leftOut, l.disabled = m.leaveOut(l.fields), &Template{App: m.app, Fields: l.fields}
		m.Idle = append(m.Idle, l.disabled)
		return l
	}
	if l.refers = m.refers && reference.Contains(l.fields); l.refers {
		m.findReferences(l)
	}
	return l
}
