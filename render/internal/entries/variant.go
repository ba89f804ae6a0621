package entries

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

type variant struct {
	Layered // what its templates have in common
	unexpanded
	// disabled is the template of the clusters where an override disables them, which leftOut reports; nil elsewhere.
	disabled *Template
	leftOut  *leftOut
	faults   []*mergeFault // of its layers

	expanded []tree.Node          // strings with references that are replaced before there is a template
	only     *Template            // where nothing is expanded
	made     map[string]*Template // by the values of what is expanded
}

// findClearedChart finds the uppermost null by which a layer removes the chart of all that is below it.
func (v *variant) findClearedChart() {
	for s := v.stack; s.layer != nil && !v.ClearsChart.Exists(); s = s.below {
		if chart := s.layer.Fields.Find("chart"); chart.Kind() == tree.Null || names.IsRemoval(chart) {
			v.ClearsChart = chart
		}
	}
}

type templates struct {
	*sources
	references   *fleet.References // nil where an application has none
	shared       tree.Node         // what all entries share that has references; absent without
	sharedType   validate.Type
	charts       map[string]*inventory.ChartTemplate // by what names them
	impersonates bool                                // an entry has the ServiceAccount of tenancy
	ofCharts     map[madeKey]*inventory.Source
}

type madeKey struct {
	own, clears tree.Node
	interval    string
}

func newTemplates(s *scope) *templates {
	m := &templates{sources: &sources{scope: s}, charts: map[string]*inventory.ChartTemplate{},
		ofCharts: map[madeKey]*inventory.Source{}}
	if s.app.LayersSource {
		m.sources = newSources(s)
	}
	if s.app.Document.Facts().HasReferences() {
		m.references = fleet.NewReferences(func(p finding.Problem) { s.report(p) })
		m.findShared()
	}
	m.reportHidden(s.app.NamedSource(s.app.Document.Spec().Get("source")), m.ofDocuments())
	for item := range s.app.Document.Spec().Get("sources").Children() {
		m.reportHidden(item, m.ofDocuments())
	}
	return m
}

func (m *templates) prepare(v *variant) {
	if m.app.LayersSource {
		m.reportHidden(v.fields.Get("source"), m.ofLayers(v.stack.layers()))
	}
	if m.app.Workload == kinds.HelmReleases {
		v.findClearedChart()
	}
	if m.shared.Exists() {
		v.shared, v.sharedType = m.below(v.fields, v.ClearsChart.Exists()), m.sharedType
	}
	if m.references != nil && (names.HasReferences(v.fields) || names.HasReferences(v.shared)) {
		m.findReferences(v)
	}
}

// find returns the template of an entry for a cluster, which is a member of the fleet or nil: the same template for all
// clusters for which what is expanded has the same values.
func (m *templates) find(e *entry, v *variant, cluster *fleet.NamedCluster, member *schema.Member) (t *Template) {
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
	t := &Template{App: m.app, ChartTemplate: m.app.ChartTemplate, Layered: v.Layered}
	fields, shared := v.fields, v.shared
	if r != nil {
		fields, shared = v.replace(m.inv.Build, r, m.app.Workload)
		t.Replaced, t.before = true, &v.unexpanded
	}
	fields = m.withNamedSource(m.overShared(t, shared, fields))
	t.Fields = m.fill(e, t, fields)
	t.Field = ReadFields(t.Fields)
	t.source = m.sourceOf(t.Field.Source, v.fields.Get("source"))
	m.makeSource(t)
	account := m.app.Account()
	m.impersonates = m.impersonates || account.Text() != "" && t.Fields.Get(accountField).Same(account)
	return t
}

// makeSource gives a template the source made of its chart of kind OCIRepository, one for all templates of the chart.
func (m *templates) makeSource(t *Template) {
	if !m.app.Document.Facts().Chart().Get("kind").Exists() && !t.Field.Chart.Get("kind").Exists() {
		return
	}
	chart := t.Chart(m.inv.Build)
	if !validate.IsArtifact(chart) {
		return
	}
	interval := t.Fields.Get("interval")
	key := madeKey{t.Field.Chart, t.ClearsChart, interval.Text()}
	if m.ofCharts[key] == nil {
		made := m.inv.ChartSource(m.app, chart, interval, t.sharesChart || t.Field.Chart.Exists())
		m.ofCharts[key] = &made
		asSource := func(chart tree.Node) tree.Node {
			return m.inv.Build.Map(chart, tree.Field{Key: kinds.OCIRepository.Field, Value: chart})
		}
		m.reportHidden(asSource(chart), each.Of(t.Stack().Layers,
			func(l overlay.Layer) tree.Node { return asSource(l.Fields.Get("chart")) }))
	}
	t.source, t.ChartIsSource = m.ofCharts[key], true
}

func (m *templates) findShared() {
	d := m.app.Document
	shared := []tree.Field{{Key: "metadata", Value: d.Facts().CommonMetadata()}}
	if m.app.Workload == kinds.HelmReleases {
		shared = append(shared,
			tree.Field{Key: "chart", Value: d.Facts().Chart()}, tree.Field{Key: "template", Value: d.Facts().TemplateName()})
	}
	shared = slices.DeleteFunc(shared, func(f tree.Field) bool { return !names.HasReferences(f.Value) })
	if len(shared) > 0 && m.app.Workload != "" { // without a workload there are no entries
		m.shared, m.sharedType = m.inv.Build.Map(d.Spec(), shared...), validate.SharedType(m.app.Workload)
	}
}

// below returns what an entry with its layers has from what all entries share: a field of its own needs no value.
func (m *templates) below(fields tree.Node, clearsChart bool) tree.Node {
	b, shared := m.inv.Build, m.shared
	if clearsChart {
		shared = b.Without(shared, "chart")
	}
	return overlay.New(b, overlay.OfShared(validate.EntryType(m.app.Workload))).Uncovered(shared, fields)
}

// overShared returns fields over what all entries share, which the template takes too. References have their values.
func (m *templates) overShared(t *Template, shared, fields tree.Node) tree.Node {
	if !m.shared.Exists() {
		return fields
	}
	if m.shared.Get("chart").Exists() {
		t.sharesChart, t.ownChart = true, fields.Get("chart")
	}
	if named := shared.Find("template"); named.Exists() {
		t.ChartTemplate = m.chartTemplate(named)
	}
	return overShared(m.inv.Build, m.app, shared, fields)
}

func (m *templates) chartTemplate(named tree.Node) *inventory.ChartTemplate {
	key := string(tree.AppendJSON(nil, named))
	found, ok := m.charts[key]
	if !ok {
		var problems []finding.Problem
		if found = (&inventory.ChartTemplate{}); m.app.CanName(named) {
			found, problems = m.inv.ChartTemplate(m.app, named)
		}
		found.Named = named
		m.problems = finding.Append(m.problems, problems...)
		m.charts[key] = found
	}
	return found
}

// findReferences divides the strings of a variant with references into holes and those that are replaced before. One
// that an alias or a layer puts in several places is a hole only where all of them agree about its value.
func (m *templates) findReferences(v *variant) {
	holes, expands := map[tree.Node]Hole{}, map[tree.Node]bool{}
	walk := func(found func(fleet.ReferenceSite)) {
		m.references.Walk(v.fields, validate.EntryType(m.app.Workload), found)
		m.references.Walk(v.shared, v.sharedType, found)
	}
	walk(func(s fleet.ReferenceSite) {
		first, again := holes[s.Node]
		h := Hole{Node: s.Node, Parts: s.Parts, Kind: s.Kind, Rule: ruleAt(s.Path), Places: first.Places + 1}
		differs := again && (first.Rule != h.Rule || first.Kind != h.Kind)
		expands[h.Node] = expands[h.Node] || h.Rule == expand || len(h.Parts) == 0 || differs
		holes[h.Node] = h
	})
	v.marked = map[tree.Node]bool{}
	walk(func(s fleet.ReferenceSite) {
		h, first := holes[s.Node]
		delete(holes, s.Node)
		switch {
		case expands[s.Node]:
			v.marked[s.Node] = true
			for _, holder := range s.Holders {
				v.marked[holder] = true
			}
			if first {
				v.expanded = append(v.expanded, s.Node)
			}
		case first:
			v.Holes = append(v.Holes, h)
		}
	})
	if len(v.expanded) > 0 {
		v.made = map[string]*Template{}
	}
	if len(v.Holes) > 0 {
		v.Replaced, v.Indexes = true, make(map[tree.Node]int, len(v.Holes))
	}
	for i, h := range v.Holes {
		v.Indexes[h.Node] = i
	}
}

// fill adds the fields that Flux requires and no layer has. A warning reports each once for an entry, and information
// each that layers leave to another tool, once for the application.
func (s *scope) fill(e *entry, t *Template, fields tree.Node) tree.Node {
	b := s.inv.Build
	for _, key := range validate.LeftOpen(s.app.Document, fields) {
		if s.first(key) {
			s.report(validate.LeftOpenBy(fields.Find(key)))
		}
	}
	added := missing(b, s.app, fields)
	if len(added) == 0 {
		return fields
	}
	for _, f := range added {
		if s.reportRemoved(t, f) || slices.Contains(e.reported, f.Key) {
			continue
		}
		e.reported = append(e.reported, f.Key)
		s.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Filled, Node: fields, Child: f.Key,
			Proposed: f.Key + ": " + f.Value.Text(), Detail: "Flux requires it; fluxapp sets " + f.Key + ": " + f.Value.Text()})
	}
	return b.Map(fields, append(fields.Fields(), added...)...)
}

// reportRemoved warns, once, of the $(remove) that removed a required field; false where none has.
func (s *scope) reportRemoved(t *Template, added tree.Field) bool {
	if !s.app.Document.Facts().MayMentionRemovals() {
		return false
	}
	var removal tree.Node
	for _, layer := range t.stack.layers() {
		removal = cmp.Or(layer.Fields.Find(added.Key), removal)
	}
	if !names.IsRemoval(removal) {
		return false
	}
	if s.first(removal.Value()) {
		set, instead := added.Key+": "+added.Value.Text(), "write a value"
		if !s.app.Document.Facts().IsKubeSphereApplication() {
			instead = fmt.Sprintf("write %s: null to leave it to another tool, or a value", added.Key)
		}
		s.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Filled, Node: removal, OnKey: true,
			Proposed: set,
			Detail:   fmt.Sprintf("%s removes what Flux requires, and fluxapp sets %s; %s", names.Removal, set, instead)})
	}
	return true
}
