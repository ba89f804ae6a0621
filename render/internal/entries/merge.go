package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// merger merges the entries of one application.
type merger struct {
	*scope
	layers    *layers
	lowest    *stack // the layers below the entries of all clusters
	templates *templates
	Merged

	named    []string  // clusters that entries name themselves, where there are overrides or references
	selected int       // clusters that entries select or name
	kept     int       // those of them that no override disables
	disable  tree.Node // of the last override that has one
	leftOut  []*LeftOut
}

func newMerger(inv inventory.Inventory, app *inventory.Application) *merger {
	s := &scope{inv: inv, app: app}
	m := &merger{scope: s, templates: newTemplates(s)}
	m.layers = newLayers(s, m.templates.sources)
	m.lowest = m.layers.below(nil)
	return m
}

// reportWhole reports what is only known when all entries are merged.
func (m *merger) reportWhole() {
	if m.app.LayersSource {
		m.templates.reportUnused()
	}
	if m.templates.impersonates {
		m.reportAccount()
	}
	if len(m.layers.overrides) > 0 {
		m.layers.reportUnused(m.named)
		m.reportAllDisabled()
		m.reportLeftOut()
	}
}

// entry is an entry of the application.
type entry struct {
	overlay.Layer
	fields   tree.Node        // on the layers of all clusters
	stacks   []*stack         // of which the entry is the uppermost layer
	chosen   bool             // its clusters are those of the fleet, and the fields do not tell which
	overlay  *overlay.Overlay // for overrides; nil until there is one
	reported []string         // fields that were filled in
}

// add merges an entry. One that reaches no cluster is kept for the checks.
func (m *merger) add(written tree.Node) {
	if m.templates.references != nil {
		m.templates.references.Forget()
	}
	e := &entry{Layer: overlay.Layer{Name: "entry", Fields: m.templates.in(written)}}
	m.layers.refuseLowest(e.Fields)
	e.fields = m.on(m.lowest, e).fields
	if !m.choose(e) {
		b := m.inv.Build
		nowhere := b.Without(e.fields.Get("destination"), "cluster", "clusterSelector", "allowEmpty")
		fields := b.Map(e.fields, append(e.fields.Fields(), tree.Field{Key: "destination", Value: nowhere})...)
		m.Idle = append(m.Idle, &Template{App: m.app, Layered: notLayered, Fields: fields})
	}
	for _, s := range e.stacks {
		delete(s.below.above, s.layer)
		s.above = nil
	}
}

// on returns an entry on the layers below it, merged once for all clusters that the same ones reach.
func (m *merger) on(below *stack, e *entry) *stack {
	s, again := below.above[&e.Layer]
	if !again {
		s = below.with(m.layers.overlay, &e.Layer, e.Fields)
		if e.chosen {
			s.fields = m.withoutSelection(s.fields)
		}
		e.stacks = append(e.stacks, s)
	}
	return s
}

// withoutSelection returns the fields of an entry without those that choose its clusters.
func (m *merger) withoutSelection(fields tree.Node) tree.Node {
	b := m.inv.Build
	rest := b.Without(fields.Get("destination"), "clusterSelector", "allowEmpty", "cluster")
	return b.Map(fields, append(fields.Fields(), tree.Field{Key: "destination", Value: rest})...)
}

// addInstance adds the instance for a cluster, which is nil for an entry that names its cluster itself. An override may
// disable the cluster.
func (m *merger) addInstance(e *entry, member *schema.Member) {
	m.selected++
	var cluster fleet.NamedCluster
	if len(m.layers.overrides) > 0 || m.templates.references != nil {
		cluster = m.identify(e.fields, member)
	}
	v := m.variantFor(e, &cluster)
	if v.disabled == nil {
		m.kept++
		m.Instances = append(m.Instances, Instance{m.templates.of(e, v, &cluster, member), member})
		return
	}
	if member != nil {
		m.Disabled = append(m.Disabled, Instance{v.disabled, member})
	}
	v.leftOut.clusters = append(v.leftOut.clusters, cluster.Name)
}

// variantFor returns the variant of an entry for a cluster.
func (m *merger) variantFor(e *entry, cluster *fleet.NamedCluster) *variant {
	var reaching []*override
	below := m.lowest
	if len(m.layers.overrides) > 0 {
		reaching = m.layers.reaching(cluster)
		below = m.layers.below(reaching)
	}
	s := m.on(below, e)
	for _, o := range reaching {
		if o.base == nil {
			if e.overlay == nil {
				e.overlay = m.layers.overlay.Keeping()
			}
			s = s.with(e.overlay, &o.Layer, s.fields)
		}
	}
	if s.variant == nil {
		s.variant = m.newVariant(s, reaching)
	}
	return s.variant
}

// newVariant returns the variant of an entry on layers. The last override that has disable decides about its clusters.
func (m *merger) newVariant(s *stack, reaching []*override) *variant {
	disabled := false
	for _, o := range reaching {
		if o.disable.Exists() {
			disabled, m.disable = o.disable.Text() == "true", o.disable
		}
	}
	v := variantOf(m.inv.Build, s)
	if !disabled {
		m.templates.prepare(v)
		return v
	}
	v.leftOut, v.disabled = m.leaveOut(v.fields), &Template{App: m.app, Layered: notLayered, Fields: v.fields}
	m.Idle = append(m.Idle, v.disabled)
	return v
}
