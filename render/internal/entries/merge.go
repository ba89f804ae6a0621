// Package entries merges applications' entries with their layers: defaults are below an entry, overrides over it.
//
// An entry is merged once for each set of layers that reaches a cluster. The result is a [Template]: the merged entry,
// with a hole for each string whose references have another value on each cluster. An [Instance] is a template for one
// cluster. [Instance.Expand] is the definition: the template with the values of its holes. Package rules checks it and
// package emit prints it, mostly without expanding: a property test holds that this makes no difference.
//
// A hole is allowed only at the places of one table, holeRules. References at all other places are replaced while the
// entry is merged, so that clusters with other values have another template: planning reads such fields as they are.
package entries

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Merged are the entries of some applications with their layers.
type Merged struct {
	Instances []Instance  // in the order of the entries, and of the names of the clusters that each selects
	Idle      []*Template // entries that reach no cluster
	Disabled  []Instance  // of the clusters of the fleet that overrides disable
	Problems  []finding.Problem
}

// Merge returns an instance for each cluster that an entry reaches, with defaults below and overrides above the entry.
func Merge(inv inventory.Inventory, apps []*inventory.Application) (all Merged) {
	used := uses{}
	for _, app := range apps {
		s := &scope{inv: inv, app: app, reported: map[any]bool{}}
		m := &merger{scope: s, templates: newTemplates(s), stacks: stacks{}, variants: map[*stack]*variant{}}
		m.layers = newLayers(s, m.templates.sources, used)
		m.lowest = m.layers.below(nil)
		_, entries := app.Document.Facts().Entries()
		for _, entry := range entries {
			if entry.Kind() == tree.Map {
				m.add(entry)
			}
		}
		m.reportWhole()
		all.Instances = append(all.Instances, m.Instances...)
		all.Idle = append(all.Idle, m.Idle...)
		all.Disabled = append(all.Disabled, m.Disabled...)
		all.Problems = finding.Append(all.Problems, m.problems...)
		for _, o := range m.layers.overrides {
			if o.base != nil {
				used.addOverride(m.layers, o, m.named)
			}
		}
	}
	if len(used) > 0 {
		all.Problems = append(all.Problems, used.unused(inv)...)
	}
	return all
}

type merger struct {
	*scope
	layers    *layers
	lowest    *stack // the layers below the entries of all clusters
	stacks    stacks // of the last entry, with the overrides over it
	variants  map[*stack]*variant
	templates *templates
	Merged

	named    []string  // clusters that entries name themselves, where there are overrides or references
	selected int       // clusters that entries select or name
	kept     int       // how many of them no override disables
	disable  tree.Node // of the last override that has one
	leftOut  []*leftOut

	disabledWaves []int // of clusters that overrides disable
}

func (m *merger) reportWhole() {
	if m.app.LayersSource {
		m.templates.reportUnused()
	}
	if account := m.app.Account(); m.templates.impersonates {
		m.report(finding.Problem{Severity: finding.SeverityInfo, Code: codes.ServiceAccount, Node: account,
			Current: account.Text(), Detail: fmt.Sprintf("each entry without a serviceAccountName has %s: %s; a layer with "+
				"null leaves it out", accountField, account.Text())})
	}
	if m.app.Waves && !m.app.Standalone {
		m.reportIdleWaves()
	}
	m.layers.reportFaults()
	m.layers.reportCovered()
	if len(m.layers.overrides) > 0 {
		m.layers.reportUnused(m.named)
		if m.selected > 0 && m.kept == 0 && m.disable.Exists() {
			m.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoDestination, Node: m.disable,
				OnKey: true, Detail: "the overrides disable every cluster, so nothing is rendered; leave disable out if this is " +
					"not intended"})
		}
		m.reportLeftOut()
	}
}

// add merges an entry. One that reaches no cluster is kept for the checks.
func (m *merger) add(written tree.Node) {
	if m.templates.references != nil {
		m.templates.references.Forget()
	}
	const few = 64 // a large map takes long to clear
	if len(m.stacks) > few {
		m.stacks, m.variants = stacks{}, map[*stack]*variant{}
	}
	clear(m.stacks)
	clear(m.variants)
	e := &entry{layer: &overlay.Layer{Name: "entry", Fields: m.layers.withSource(written),
		Named: !selects(written.Get("destination"))}}
	m.layers.refuseLowest(e.layer.Fields)
	lowest := m.putEntry(m.lowest, e)
	if e.fields = lowest.fields; m.choose(e) {
		return
	}
	m.layers.faults(lowest)
	m.Idle = append(m.Idle, &Template{App: m.app, Fields: m.withoutSelection(e.fields)})
}

func (m *merger) putEntry(below *stack, e *entry) *stack {
	before := len(m.stacks)
	s := m.layers.put(m.stacks, below, e.layer, e.layer.Fields)
	if len(m.stacks) > before && e.chosen {
		s.fields = m.withoutSelection(s.fields)
	}
	return s
}

func (m *merger) withoutSelection(fields tree.Node) tree.Node {
	b := m.inv.Build
	rest := b.Without(fields.Get("destination"), "clusterSelector", "placement", "allowEmpty", "cluster")
	return b.Map(fields, append(fields.Fields(), tree.Field{Key: "destination", Value: rest})...)
}

// addInstance adds the instance for a cluster; nil for an entry that names its cluster itself.
func (m *merger) addInstance(e *entry, member *schema.Member) {
	m.selected++
	var cluster fleet.NamedCluster
	if len(m.layers.overrides) > 0 || m.templates.references != nil {
		cluster = m.identify(e.fields, member)
	}
	v := m.variantFor(e, &cluster)
	for _, f := range v.faults {
		if cluster.Name != "" {
			f.clusters = append(f.clusters, cluster.Name)
		}
	}
	if v.disabled == nil {
		m.kept++
		m.Instances = append(m.Instances, Instance{Template: m.templates.find(e, v, &cluster, member), Member: member})
		return
	}
	if member != nil {
		m.Disabled = append(m.Disabled, Instance{Template: v.disabled, Member: member})
	}
	v.leftOut.clusters = append(v.leftOut.clusters, cluster.Name)
}

func (m *merger) variantFor(e *entry, cluster *fleet.NamedCluster) *variant {
	var reaching []*override
	below := m.lowest
	if len(m.layers.overrides) > 0 {
		reaching = m.layers.reaching(cluster)
		below = m.layers.below(reaching)
	}
	s := m.putEntry(below, e)
	for _, o := range reaching {
		if o.base == nil {
			s = m.layers.put(m.stacks, s, &o.Layer, s.fields)
			s.ofSome = true
		}
	}
	v := m.variants[s]
	if v == nil {
		v = m.newVariant(s, reaching)
		m.variants[s] = v
	}
	return v
}

// newVariant returns the variant of an entry on layers. The last override that has disable decides about its clusters.
func (m *merger) newVariant(s *stack, reaching []*override) *variant {
	disabled := false
	for _, o := range reaching {
		if o.disable.Exists() {
			disabled, m.disable = o.disable.Text() == "true", o.disable
		}
	}
	v := &variant{Layered: Layered{stack: s}, unexpanded: unexpanded{fields: s.fields}, faults: m.layers.faults(s)}
	if s.fields.Find("params").Exists() { // which references read, and nobody renders
		v.fields = m.inv.Build.Without(s.fields, "params")
		for _, layer := range s.layers() {
			if params := layer.Fields.Find("params"); params.Exists() {
				v.params = append(v.params, params.Value())
			}
		}
	}
	if !disabled {
		m.layers.cover(s)
		m.templates.prepare(v)
		return v
	}
	v.leftOut, v.disabled = m.leaveOut(v.fields), &Template{App: m.app, Fields: v.fields}
	m.Idle, m.disabledWaves = append(m.Idle, v.disabled), append(m.disabledWaves, ReadFields(v.fields).Wave)
	return v
}

// reportIdleWaves warns of waves that hold nothing back, because all of their clusters are suspended or disabled.
func (m *merger) reportIdleWaves() {
	waves := map[int]*Template{} // an active one of each; nil where none is
	for _, wave := range m.disabledWaves {
		waves[wave] = nil
	}
	for _, i := range m.Instances {
		if wave := i.Template.Field.Wave; !i.Template.Field.Suspended {
			waves[wave] = i.Template
		} else if waves[wave] == nil {
			waves[wave] = nil
		}
	}
	var idle []string
	for _, wave := range slices.Sorted(maps.Keys(waves)) {
		if waves[wave] == nil {
			idle = append(idle, "wave "+strconv.Itoa(wave))
			continue
		}
		if len(idle) > 0 {
			m.report(finding.Problem{Severity: finding.SeverityWarning, Code: CodeIdleWave,
				Node: waves[wave].Fields.Get("wave"), Detail: fmt.Sprintf("wave %d waits for no cluster of %s, because all of "+
					"them are suspended or disabled; to stop a roll-out, suspend wave %[1]d too", wave, names.And(idle))})
		}
		idle = nil
	}
}

type entry struct {
	layer    *overlay.Layer
	fields   tree.Node // on the layers of all clusters
	chosen   bool      // its clusters come from the fleet, and the fields do not tell which
	reported []string  // fields that were filled in
}
