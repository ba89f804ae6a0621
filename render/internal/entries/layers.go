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
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type layers struct {
	*scope
	sources *sources
	overlay *overlay.Overlay

	root      *stack            // without a layer
	found     []finding.Problem // by the last merge
	wrong     map[faultKey]*mergeFault
	stacks    stacks                 // of the layers below every entry
	lowest    []lowLayer             // below every entry, the lowest first
	overrides []*override            // the overrides of bases first
	naming    map[string][]*override // those that name a cluster, by its name
	selecting []*override            // those that select clusters by their labels
	reached   []*override            // those for the last cluster
	watched   []*coverage            // of the layers of the application, but for its entries
	coverages map[*overlay.Layer]*coverage
}

type lowLayer struct {
	*overlay.Layer
	override *override // of a base; nil for a layer of all clusters
}

// override is a layer for some clusters. One of the application is over the entries, and one of a base below them.
type override struct {
	overlay.Layer
	base     *schema.Document // nil for one of the application
	written  tree.Node
	order    int             // among all overrides
	named    int             // how many clusters it names
	selector *fleet.Selector // nil when names select
	disable  tree.Node
	used     bool // it is for a cluster of an entry
}

func newLayers(s *scope, from *sources, used uses) *layers {
	l := &layers{scope: s, sources: from, root: &stack{}, stacks: stacks{}, naming: map[string][]*override{},
		coverages: map[*overlay.Layer]*coverage{}, wrong: map[faultKey]*mergeFault{}}
	l.overlay = overlay.New(s.inv.Build, tableOf(s.app, from.lowest))
	l.overlay.Report = func(p finding.Problem) { l.found = append(l.found, p) }
	l.overlay.Removed = func(n tree.Node, ok bool) { used.addRemoval(s, n, ok) }
	if account := s.app.Account(); account.Text() != "" {
		l.addField("tenancy.serviceAccount", accountField, account)
	}
	l.addField("source", "source", from.lowest)
	for _, base := range s.app.Document.Facts().Bases() {
		defaults := l.withSource(base.Facts().Defaults())
		l.addLowest(&overlay.Layer{Name: "base " + base.Name() + " defaults", Fields: defaults}, nil)
		for i, n := range base.Facts().Overrides() {
			if o := l.addOverride(fmt.Sprintf("base %s overrides[%d]", base.Name(), i), n, base); o != nil {
				l.addLowest(&o.Layer, o)
			}
		}
	}
	defaults := &overlay.Layer{Name: "defaults", Fields: l.withSource(s.app.Document.Facts().Defaults())}
	l.refuseLowest(defaults.Fields)
	l.addLowest(defaults, nil)
	l.watch(defaults, s.app.Document.Facts().Defaults())
	for i, n := range s.app.Document.Facts().Overrides() {
		l.addOverride(fmt.Sprintf("overrides[%d]", i), n, nil)
	}
	return l
}

func tableOf(app *inventory.Application, source tree.Node) overlay.Table {
	template := tree.Node{}
	if app.ChartTemplate != nil {
		template = app.ChartTemplate.Chart
	}
	t := overlay.OfEntries(app.Document, template)
	if app.LayersSource {
		return t.WithSources(source, app.IsNamed)
	}
	return t
}

// withSource returns a layer with its source in one field, where the source of the application is a layer.
func (l *layers) withSource(fields tree.Node) tree.Node {
	if !l.app.LayersSource {
		return fields
	}
	return l.sources.in(fields)
}

func (l *layers) addField(name, key string, value tree.Node) {
	if value.Exists() {
		l.addLowest(&overlay.Layer{Name: name, Fields: l.inv.Build.Map(value, tree.Field{Key: key, Value: value})}, nil)
	}
}

func (l *layers) addLowest(layer *overlay.Layer, o *override) {
	if layer.Fields.Exists() {
		l.lowest = append(l.lowest, lowLayer{layer, o})
	}
}

// refuseLowest refuses each $(remove) of the defaults or an entry of the application in a field that nothing below has.
// One of a base may have something below it in another application, and one of an override in another entry.
func (l *layers) refuseLowest(fields tree.Node) {
	if !l.overlay.Removals {
		return
	}
	l.found = nil
	l.overlay.RefuseLowest(fields, each.Of(l.lowest, func(low lowLayer) overlay.Layer { return *low.Layer }))
	l.report(l.found...)
}

// addOverride reads an override; it returns nil when the selector is wrong.
func (l *layers) addOverride(name string, n tree.Node, base *schema.Document) *override {
	fields := l.inv.Build.Without(n, "clusterSelector", "placement", "cluster", "clusters", "disable", "allowEmpty")
	o := &override{Layer: overlay.Layer{Name: name, Fields: l.withSource(fields),
		Named: !selects(n)}, base: base, written: n,
		order: len(l.overrides), disable: n.Get("disable")}
	if selects(n) {
		if o.selector = l.selector(n); o.selector == nil {
			return nil
		}
		l.selecting = append(l.selecting, o)
	}
	names := map[string]bool{}
	for _, n := range o.clusters() {
		if name := n.Text(); o.selector == nil && !names[name] {
			l.naming[name] = append(l.naming[name], o)
		}
		names[n.Text()] = true
	}
	o.named = len(names)
	l.overrides = append(l.overrides, o)
	if base == nil {
		l.watch(&o.Layer, n)
	}
	return o
}

func (o *override) clusters() []tree.Node {
	names := append(slices.Collect(o.written.Get("clusters").Children()), o.written.Get("cluster"))
	return slices.DeleteFunc(names, func(n tree.Node) bool { return n.Text() == "" })
}

// reaching returns the overrides for a cluster, in their order. The list is valid until the next call.
func (l *layers) reaching(c *fleet.NamedCluster) []*override {
	l.reached = append(l.reached[:0], l.naming[c.Name]...)
	for _, o := range l.selecting {
		if c.Member != nil && o.selector.Matches(c.Member) {
			l.reached = append(l.reached, o)
		}
	}
	slices.SortStableFunc(l.reached, func(a, b *override) int { return cmp.Compare(a.order, b.order) })
	for _, o := range l.reached {
		o.used = true
	}
	return l.reached
}

// below returns the layers below the entries of the clusters that some overrides reach.
func (l *layers) below(reaching []*override) *stack {
	s := l.root
	for _, low := range l.lowest {
		if low.override == nil || slices.Contains(reaching, low.override) {
			s = l.put(l.stacks, s, low.Layer, low.Fields)
			s.ofSome = low.override != nil
		}
	}
	return s
}

type stack struct {
	below  *stack         // nil in the lowest one, which has no layer
	layer  *overlay.Layer // the uppermost
	fields tree.Node      // what all layers are merged to
	found  []finding.Problem
	ofSome bool // the layer is for some clusters
}

func (s *stack) layers() (all []overlay.Layer) {
	for ; s.layer != nil; s = s.below {
		all = append(all, *s.layer)
	}
	slices.Reverse(all)
	return all
}

// stacks are layers on layers. Clusters with the same layers share one, and stacks what is below: each is merged once.
type stacks map[stackKey]*stack

type stackKey struct {
	below *stack
	layer *overlay.Layer
}

// put returns the stack of a layer on the layers below it. The merged value has the place of origin.
func (l *layers) put(known stacks, below *stack, layer *overlay.Layer, origin tree.Node) *stack {
	key := stackKey{below, layer}
	s := known[key]
	if s == nil {
		l.found = nil
		s = &stack{below: below, layer: layer, fields: l.overlay.Over(below.fields, layer.Fields, origin)}
		s.found = l.found
		known[key] = s
	}
	return s
}

type mergeFault struct {
	finding.Problem
	ofSome   bool // it is one of a layer for some clusters
	clusters []string
}

type faultKey struct {
	node   tree.Node
	detail string
}

// faults returns what merging the layers of a stack has found. Nobody reports it until a cluster has the stack: an
// entry is merged over the layers of all clusters before its clusters are known, and maybe no cluster has it so.
func (l *layers) faults(s *stack) (found []*mergeFault) {
	for ; s.layer != nil; s = s.below {
		for _, p := range s.found {
			key := faultKey{p.Node, p.Detail}
			if l.wrong[key] == nil {
				l.wrong[key] = &mergeFault{Problem: p, ofSome: s.ofSome}
			}
			found = append(found, l.wrong[key])
		}
	}
	return found
}

func (l *layers) reportFaults() {
	for _, f := range l.wrong {
		slices.Sort(f.clusters)
		f.clusters = slices.Compact(f.clusters)
		if f.Code == codes.ListOperator && f.ofSome && len(f.clusters) > 0 {
			f.Detail = "on " + fleet.Summarize(f.clusters) + ": " + f.Detail
		}
		l.report(f.Problem)
	}
}
