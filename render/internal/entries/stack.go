package entries

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Stack returns the layers that the template is merged from, the lowest first: what the application writes for all
// entries, the layers below every entry, the entry as it is written, and the overrides that reach its clusters.
func (t *Template) Stack() (all []Layer) {
	if reference.Contains(t.App.Document.CommonMetadata()) {
		all = sharedLayers(t.App, "commonMetadata", sharedMetadata, (*schema.Document).CommonMetadata)
	}
	if t.ChartTemplate != nil {
		all = append(all, sharedLayer("template", sharedChart, t.ChartTemplate.Chart)...)
	}
	all = append(all, sharedLayers(t.App, "chart", sharedChart, (*schema.Document).Chart)...)
	return append(all, stacked(t.below, t.entry, t.above)...)
}

// stacked lists the layers of an entry, the lowest first.
func stacked(below []Layer, entry tree.Node, above []Layer) []Layer {
	return slices.Concat(below, []Layer{{"entry", entry}}, above)
}

// mergedEntry is an entry over the layers below it, with what it is merged to by the overrides that reach its clusters.
type mergedEntry struct {
	entry    tree.Node           // as it is written
	fields   tree.Node           // with the layers below it that all clusters have
	chosen   bool                // its clusters are those of the fleet, and the fields do not say which
	layered  map[string]*layered // by the overrides, as bits
	reported []string            // fields that were filled in
}

// layered is an entry with the overrides that reach some clusters.
type layered struct {
	fields      tree.Node
	below       []Layer     // the lowest first
	above       []Layer     // the overrides, the lowest first
	params      []tree.Node // those of the layers and of the entry, the lowest first
	disabled    *Template   // of the clusters, where an override disables them; nil elsewhere
	leftOut     *leftOut    // where a disabled one is reported
	clearsChart tree.Node   // see [Template.ClearsChart]
	refers      bool
	shared      tree.Node            // what the entry takes from what all entries share, where that has references
	open        []Hole               // strings with references that instances replace
	expanded    []tree.Node          // strings with references that are replaced before
	marked      map[tree.Node]bool   // these, and the maps and lists that hold them
	only        *Template            // where nothing is expanded
	made        map[string]*Template // by the values of what is expanded
}

// layerBelow is a layer below the entries. That of an override of a base is for the clusters that the override reaches.
type layerBelow struct {
	Layer
	override int // one more than its place among the overrides; 0 for a layer of all clusters
}

// stackBelow finds the layers below every entry of the application, and merges those of all clusters once for all
// entries.
func (m *merger) stackBelow() {
	m.addBelow("tenancy.serviceAccount", accountLayer(m.inv.Build, m.app), 0)
	m.addBelow(sharedSource, m.sourceLayer(), 0)
	for _, base := range m.app.Document.Bases() {
		m.addBelow("base "+base.Name()+" defaults", m.withSource(base.Defaults()), 0)
		for i, n := range base.Overrides() {
			if o := m.addOverride(fmt.Sprintf("base %s overrides[%d]", base.Name(), i), n); o != nil {
				o.base, m.ofBases = base, len(m.overrides)
				m.addBelow(o.name, o.fields, m.ofBases)
			}
		}
	}
	defaults := m.withSource(m.app.Document.Defaults())
	if m.words != nil {
		m.refuseLowest(defaults, m.below)
	}
	m.addBelow("defaults", defaults, 0)
	m.lower = m.lowerFor("")
}

func (m *merger) addBelow(name string, fields tree.Node, override int) {
	if fields.Exists() {
		m.below = append(m.below, layerBelow{Layer{name, fields}, override})
	}
}

// belowFor yields the layers below the entries of the clusters that some overrides reach, the lowest first.
func (m *merger) belowFor(reaching string) iter.Seq[Layer] {
	return func(yield func(Layer) bool) {
		for _, l := range m.below {
			if (l.override == 0 || reaches(reaching, l.override-1)) && !yield(l.Layer) {
				return
			}
		}
	}
}

// layersBelow lists the layers of belowFor, once for all clusters that the same overrides of bases reach.
func (m *merger) layersBelow(reaching string) []Layer {
	below, known := m.belows[reaching]
	if !known {
		below = slices.Collect(m.belowFor(reaching))
		m.belows[reaching] = below
	}
	return below
}

// lowerFor merges the layers of belowFor, once for all clusters that the same overrides of bases reach.
func (m *merger) lowerFor(reaching string) tree.Node {
	lower, known := m.lowers[reaching]
	if !known {
		for l := range m.belowFor(reaching) {
			lower = m.mergeBelow(lower, l.Fields)
		}
		m.lowers[reaching] = lower
	}
	return lower
}

// reachedBy yields the overrides that are given as bits, in their order.
func (m *merger) reachedBy(reaching string) iter.Seq[*override] {
	return func(yield func(*override) bool) {
		for at := range len(reaching) {
			for left := reaching[at]; left != 0; left &= left - 1 {
				if !yield(m.overrides[at*8+bits.TrailingZeros8(left)]) {
					return
				}
			}
		}
	}
}

// reaches reports whether an override is among some that are given as bits.
func reaches(reaching string, override int) bool {
	return override/8 < len(reaching) && reaching[override/8]&(1<<(override%8)) != 0
}

// ofBasesOnly returns bits without those of the overrides of the application.
func (m *merger) ofBasesOnly(reaching string) string {
	bits := []byte(reaching)[:min(len(reaching), (m.ofBases+7)/8)]
	if rest := m.ofBases % 8; rest != 0 && len(bits) > 0 {
		bits[len(bits)-1] &= 1<<rest - 1
	}
	return string(bits)
}

// stack returns an entry merged with the layers below it that all clusters have.
func (m *merger) stack(entry tree.Node) mergedEntry {
	entry = m.withSource(entry)
	if m.words != nil {
		m.refuseLowest(entry, m.below)
	}
	return mergedEntry{entry: entry, fields: m.over(m.lower, entry), layered: map[string]*layered{}}
}

// over returns an entry merged over what is below it. The result has the place of the entry.
func (m *merger) over(lower, entry tree.Node) tree.Node {
	if !lower.Exists() && m.words == nil {
		return entry
	}
	return m.inv.Build.Map(entry, m.mergeBelow(lower, entry).Fields()...)
}

// layeredFor returns the entry with the overrides that reach a cluster, merged once for all clusters that the same
// ones reach.
func (m *merger) layeredFor(e *mergedEntry, named *fleet.NamedCluster) *layered {
	var reaching []byte
	if len(m.overrides) > 0 {
		reaching = m.reaching(named)
	}
	l := e.layered[string(reaching)]
	if l == nil {
		l = m.layer(e, string(reaching))
		e.layered[string(reaching)] = l
	}
	return l
}

// layer merges overrides over an entry, and those of bases below it. The last one that has disable decides about it.
func (m *merger) layer(e *mergedEntry, reaching string) *layered {
	ofBases := m.ofBasesOnly(reaching)
	l, disabled := &layered{fields: e.fields, below: m.layersBelow(ofBases)}, false
	if ofBases != "" {
		l.fields = m.over(m.lowerFor(ofBases), e.entry)
		if e.chosen {
			l.fields = m.withoutSelection(l.fields)
		}
	}
	for o := range m.reachedBy(reaching) {
		if o.disable.Exists() {
			disabled, m.disable = o.disable.Text() == "true", o.disable
		}
		if o.base == nil {
			l.fields = m.mergeLayer(l.fields, o.fields)
			l.above = append(l.above, Layer{o.name, o.fields})
		}
	}
	l.fields = m.settled(l.fields)
	m.takeParams(e, l)
	if disabled {
		l.leftOut, l.disabled = m.leaveOut(l.fields), &Template{App: m.app, Layered: notLayered, Fields: l.fields}
		m.Idle = append(m.Idle, l.disabled)
		return l
	}
	if m.app.LayersSource {
		m.reportHidden(l.fields.Get("source"), m.sourcesOf(e, l))
	}
	if m.app.Workload == terms.HelmReleases {
		l.findClearedChart(e)
	}
	if m.shared.Exists() {
		l.shared = m.sharedBelow(l)
	}
	if l.refers = m.refers && (reference.Contains(l.fields) || reference.Contains(l.shared)); l.refers {
		m.findReferences(l)
	}
	return l
}

// refuseLowest refuses each $(remove) of the defaults or an entry of the application in a field that no layer below
// has. One of a base may have something below it in another application, and one of an override in another entry.
func (m *merger) refuseLowest(layer tree.Node, below []layerBelow) {
	for field := range layer.Children() {
		key := field.Key()
		isBelow := slices.ContainsFunc(below,
			func(l layerBelow) bool { return l.Fields.Find(key).Exists() || l.Fields.Find(key+plus).Exists() })
		if m.words.mentions(field) && !isBelow && !m.words.field(site{kind: m.words.entry}, key).hasBelow() {
			m.refuseRemovals(field, key)
		}
	}
}

func (m *merger) refuseRemovals(n tree.Node, field string) {
	if reference.IsRemoval(n) {
		m.words.note(n, true)
		m.reportIn(finding.Problem{Code: finding.CodeRemoval, Node: n, OnKey: true, Detail: fmt.Sprintf(
			"%s removes what a lower layer has, and none below this one has %s; leave it out", reference.Removal, field)})
	}
	if n.Kind() == tree.Map {
		for child := range n.Children() {
			m.refuseRemovals(child, field)
		}
	}
}
