package render

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// override is a layer above the entries that go to some clusters.
type override struct {
	name    string
	fields  tree.Node // of an entry
	written tree.Node
	cluster string   // the name of one; empty when labels choose
	matches *matcher // nil when a name chooses
	disable tree.Node
	reached bool // it was for an entry
}

// overridesOf reads the overrides of an application.
func (s *selector) overridesOf() (all []*override) {
	for i, n := range s.app.document.Overrides() {
		o := &override{
			name:    fmt.Sprintf("overrides[%d]", i),
			written: n, fields: without(s.in.build, n, "clusterSelector", "cluster", "disable", "allowEmpty"),
			cluster: n.Get("cluster").Text(), disable: n.Get("disable"),
		}
		if selected := n.Get("clusterSelector"); selected.Kind() == tree.Map {
			if o.matches = s.parse(selected); o.matches == nil {
				continue
			}
		}
		all = append(all, o)
	}
	return all
}

// reaches reports whether an override is for an entry that goes to a cluster, which is nil when the fleet does not know it.
func (o *override) reaches(m *schema.Member, name string) bool {
	if o.matches == nil {
		return o.cluster != "" && o.cluster == name
	}
	return m != nil && o.matches.has(m)
}

// addAll adds an entry for each of some clusters of the fleet.
func (s *selector) addAll(w *written, chosen []*schema.Member) {
	if s.alike() {
		s.add(s.content(w), chosen)
		s.chosen += len(chosen)
		s.kept += len(chosen)
		return
	}
	var last *content
	from := 0
	for i, m := range chosen {
		if c := s.contentFor(w, m); c != last {
			s.add(last, chosen[from:i])
			last, from = c, i
		}
	}
	s.add(last, chosen[from:])
}

// alike reports whether an entry becomes the same for all clusters.
func (s *selector) alike() bool { return len(s.overrides) == 0 && !s.refers }

// add adds entries with one content, if there is one, for clusters of the fleet.
func (s *selector) add(c *content, members []*schema.Member) {
	if c != nil && len(members) > 0 {
		s.groups = append(s.groups, group{content: c, members: members})
	}
}

// contentFor returns what an entry becomes for a cluster: one of the fleet, or without one the cluster that the entry itself says. It is
// nil when an override leaves the cluster out.
func (s *selector) contentFor(w *written, m *schema.Member) *content {
	known, name := m, ""
	s.reached = s.reached[:0]
	if !s.alike() {
		known, name = s.known(w.fields, m)
		s.reaching(known, name)
	}
	c := s.content(w)
	s.chosen++
	if c.idle {
		if left := s.leftBy[c]; left != nil {
			left.clusters = append(left.clusters, name)
		}
		return nil
	}
	s.kept++
	if c.refers {
		hub := known == nil && !w.fields.At("destination", "kubeConfig").Exists()
		c = s.resolved(w, c, &resolver{s: s, app: s.app, build: s.in.build, member: known, name: name, hub: hub}, m != nil)
	}
	return c
}

// reaching notes the overrides for a cluster, which is nil when the fleet does not know it, as bits.
func (s *selector) reaching(m *schema.Member, name string) {
	for i, o := range s.overrides {
		if i%8 == 0 {
			s.reached = append(s.reached, 0)
		}
		if o.reaches(m, name) {
			o.reached = true
			s.reached[i/8] |= 1 << (i % 8)
		}
	}
}

// content returns what an entry becomes with the overrides that reach it, made once for all clusters that they reach together.
func (s *selector) content(w *written) *content {
	if w.last != nil && w.lastReached == string(s.reached) {
		return w.last
	}
	c := w.contents[string(s.reached)]
	if c == nil {
		c = s.layered(w)
		if w.last != nil { // there will be more
			if w.contents == nil {
				w.contents = map[string]*content{w.lastReached: w.last}
			}
			w.contents[string(s.reached)] = c
		}
	}
	w.last, w.lastReached = c, string(s.reached)
	return c
}

// layered lays overrides over an entry. The content is idle when the last one that says so leaves the clusters out.
func (s *selector) layered(w *written) *content {
	c := &content{app: s.app, fields: w.fields, written: w.entry.Value()}
	for i, o := range s.overrides {
		if s.reached[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		if o.disable.Exists() {
			c.idle, s.disabled = o.disable.Text() == "true", o.disable
		}
		c.fields = s.merge(c.fields, o.fields)
		c.above = append(c.above, layer{o.name, o.fields})
	}
	if c.idle {
		s.leaveOut(c, s.disabled)
	}
	if c.refers = s.refers && !c.idle && schema.HoldsReference(c.fields); !c.refers {
		if !c.idle {
			c.fields = w.fill(c.fields)
			c.said = read(c.fields)
		}
		s.contents = append(s.contents, c)
	}
	return c
}

// resolved returns a content for one cluster, with its references replaced. Clusters that are chosen from the fleet share the one
// of the first of them, if they can.
func (s *selector) resolved(w *written, c *content, r *resolver, chosen bool) *content {
	if chosen && c.first != nil && s.fits(c.first, r) {
		return c.first
	}
	own := *c
	own.first = nil
	own.fields = r.resolve(c.fields, schema.EntryType(s.app.workload))
	s.variables(c.fields, r)
	own.resolved = !own.fields.Same(c.fields)
	own.fields = w.fill(own.fields)
	own.said = read(own.fields)
	s.contents = append(s.contents, &own)
	if c.first == nil && chosen {
		own.slots = s.slotsOf(c.fields, &own)
		c.first = &own
	}
	return &own
}

// mergeKey is what a merge depends on.
type mergeKey struct{ base, over tree.Node }

// merge lays a layer over an entry, which stays where it stands. What lies below the fields is mostly the same for all clusters, and
// merged once.
func (s *selector) merge(entry, over tree.Node) tree.Node {
	fields := entry.Fields()
	for child := range over.Children() {
		value := child
		if child.Kind() == tree.Map {
			key := mergeKey{entry.Get(child.Key()).Value(), child.Value()}
			merged, ok := s.merged[key]
			if !ok {
				merged = merge(s.in.build, key.base, child)
				s.merged[key] = merged
			}
			value = merged
		}
		fields = append(fields, tree.Field{Key: child.Key(), Value: value})
	}
	return s.in.build.Map(entry, fields...)
}

// emptied warns of an application that its overrides leave nothing of.
func (s *selector) emptied() {
	if s.chosen > 0 && s.kept == 0 && s.disabled.Exists() {
		s.refuse(schema.Problem{Severity: schema.SeverityWarning, Code: schema.CodeNoDestination, Node: s.disabled, OnKey: true,
			Detail: "the overrides disable every cluster, so nothing is rendered; leave disable out if this is not intended"})
	}
}

// known returns the cluster of an entry as the fleet knows it, nil when it does not, and the cluster's name. It is m, unless the
// entry itself says where it goes.
func (s *selector) known(fields tree.Node, m *schema.Member) (*schema.Member, string) {
	if m != nil {
		return m, m.Name
	}
	var it said
	it.readDestination(fields.Get("destination"))
	switch name := it.clusterName(); {
	case schema.HasReference(it.cluster) || strings.Contains(name, "$("):
		return nil, "" // which is refused
	case name != "":
		s.named = append(s.named, name)
		return s.clusters().find(name), name
	}
	if hub := s.clusters().hub; hub != nil {
		return hub, hub.Name
	}
	return nil, ""
}

// unused reports overrides that are for no entry. A cluster that neither the fleet nor an entry has is an error.
func (s *selector) unused() {
	for _, o := range s.overrides {
		switch {
		case o.reached, s.app.refused, s.in.refusedFleet, o.written.Get("allowEmpty").Text() == "true":
		case o.matches == nil && schema.ValidName(o.cluster) && s.clusters().find(o.cluster) == nil:
			s.unknownOverride(o)
		default:
			s.refuse(schema.Problem{Severity: schema.SeverityWarning, Code: schema.CodeUnusedOverride, Node: o.written,
				Detail: "matches no cluster that any entry targets; fix the selector, remove the override, or add allowEmpty: true"})
		}
	}
}

// unknownOverride refuses an override for a cluster that does not exist.
func (s *selector) unknownOverride(o *override) {
	p := schema.Problem{Code: schema.CodeUnknownCluster, Node: o.written.Get("cluster"), Current: o.cluster}
	p.Proposed = s.nearest(o.cluster, s.named)
	p.Detail = fmt.Sprintf("neither the fleet nor an entry has a cluster %q; ", o.cluster)
	if len(s.clusters().members) == 0 {
		p.Detail = fmt.Sprintf("no entry has a cluster %q; ", o.cluster)
	}
	if p.Proposed != "" {
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	} else {
		p.Detail += "correct the name, leave the override out, or write allowEmpty: true beside it"
	}
	s.refuse(p)
}
