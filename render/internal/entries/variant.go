package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// variant is an entry with the layers that reach some clusters.
type variant struct {
	Layered // what its templates have in common
	fields  tree.Node
	// shared is what it has from what all entries share, where that has references.
	shared     tree.Node
	sharedType validate.Type
	// disabled is the template of the clusters where an override disables them, which leftOut reports; nil elsewhere.
	disabled *Template
	leftOut  *LeftOut

	expanded []tree.Node          // strings with references that are replaced before there is a template
	marked   map[tree.Node]bool   // these, and the maps and lists that hold them
	only     *Template            // where nothing is expanded
	made     map[string]*Template // by the values of what is expanded
}

// variantOf returns the variant of the entry on a stack. References read the params, and nobody renders them.
func variantOf(b *tree.Builder, s *stack) *variant {
	v := &variant{Layered: Layered{stack: s}, fields: s.fields}
	if !s.fields.Find("params").Exists() {
		return v
	}
	v.fields = b.Without(s.fields, "params")
	for _, layer := range s.layers() {
		if params := layer.Fields.Find("params"); params.Exists() {
			v.params = append(v.params, params.Value())
		}
	}
	return v
}

// replace returns the fields of the variant, and what it has from all entries, with references replaced for a cluster.
func (v *variant) replace(b *tree.Builder, r *fleet.Resolver, workload terms.Workload) (fields, shared tree.Node) {
	return r.Replace(b, v.fields, validate.EntryType(workload), v.marked), r.Replace(b, v.shared, v.sharedType, v.marked)
}

// templates makes the templates of an application's entries.
type templates struct {
	*sources
	references *fleet.References                   // nil where an application has none
	shared     tree.Node                           // what all entries share that has references; absent without them
	sharedType validate.Type                       // of this
	charts     map[string]*inventory.ChartTemplate // by what names them, where that has references

	impersonates bool // an entry has the ServiceAccount of tenancy
}

func newTemplates(s *scope) *templates {
	m := &templates{sources: &sources{scope: s}}
	if s.app.LayersSource {
		m.sources = newSources(s)
	}
	if s.app.Document.HasReferences() {
		m.references, m.charts = fleet.NewReferences(s.report), map[string]*inventory.ChartTemplate{}
		m.findShared()
	}
	if !s.app.LayersSource && len(s.app.Document.Bases()) > 0 {
		m.reportHidden(s.app.Document.Spec().Get("source"), m.ofDocuments())
	}
	return m
}

// prepare finds what the templates of a variant have in common.
func (m *templates) prepare(v *variant) {
	if m.app.LayersSource {
		m.reportHidden(v.fields.Get("source"), m.ofLayers(v.stack.layers()))
	}
	if m.app.Workload == terms.HelmReleases {
		v.findClearedChart()
	}
	if m.shared.Exists() {
		v.shared, v.sharedType = m.sharedBelow(v), m.sharedType
	}
	if m.references != nil && (reference.Contains(v.fields) || reference.Contains(v.shared)) {
		m.findReferences(v)
	}
}

// of returns the template of an entry for a cluster, which is a member of the fleet or nil: the same template for all
// clusters for which what is expanded has the same values.
func (m *templates) of(e *entry, v *variant, cluster *fleet.NamedCluster, member *schema.Member) (t *Template) {
	if len(v.expanded) == 0 {
		if v.only == nil {
			v.only = m.newTemplate(e, v, nil)
		}
		t = v.only
	} else {
		r := &fleet.Resolver{References: m.references, App: m.app.ReferenceNames(), Cluster: *cluster, Params: v.params}
		key := r.KeyOf(v.expanded)
		if t = v.made[key]; t == nil {
			t = m.newTemplate(e, v, r)
			v.made[key] = t
		}
	}
	if member == nil && (len(v.marked) > 0 || len(v.Holes) > 0 || m.shared.Exists()) {
		t.cluster = cluster
	}
	return t
}

// newTemplate returns a template of a variant, with what is expanded replaced for a cluster; r is nil where nothing is.
func (m *templates) newTemplate(e *entry, v *variant, r *fleet.Resolver) *Template {
	b, fields, shared := m.inv.Build, v.fields, v.shared
	t := &Template{App: m.app, entry: e.layer.Fields, ChartTemplate: m.app.ChartTemplate, Layered: notLayered}
	if v.stack.below.layer != nil || len(v.params) > 0 || v.ClearsChart.Exists() || m.references != nil {
		layered := v.Layered
		t.Layered = &layered
	}
	if r != nil {
		fields, shared = v.replace(b, r, m.app.Workload)
		t.Replaced, t.before = true, v
	}
	if m.shared.Exists() {
		m.share(t, shared, fields.Get("chart"))
		fields = overShared(b, m.app, shared, fields)
	}
	if len(m.app.Named) > 0 {
		m.reportNamed(fields.Get("source"))
		fields = m.app.WithNamedSource(b, fields)
	}
	t.Fields = m.fill(e, t, fields)
	t.Field = ReadFields(t.Fields)
	if m.app.LayersSource {
		t.source = m.sources.of(t.Field.Source, v.fields.Get("source"))
	}
	m.impersonates = m.impersonates || t.isFilledIn()
	return t
}
