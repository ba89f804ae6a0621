package render

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// override is a layer above the entries that go to some clusters.
type override struct {
	name    string
	fields  tree.Node // of an entry
	written tree.Node
	cluster string          // the name of one; empty when labels choose
	matches labels.Selector // nil when a name chooses
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
func (o *override) reaches(m *member, name string) bool {
	if o.matches == nil {
		return o.cluster != "" && o.cluster == name
	}
	return m != nil && o.matches.Matches(labelsOf{m})
}

// layered lays the overrides over an entry, and replaces its references. It is false when one of the overrides leaves the cluster
// out.
func (s *selector) layered(e entry) (entry, bool) {
	if len(s.overrides) == 0 && !s.refers {
		return e, true
	}
	m, name := s.known(e)
	kept := true
	for _, o := range s.overrides {
		if o.reaches(m, name) {
			o.reached = true
			if o.disable.Exists() { // the last one that says so
				kept, s.disabled = o.disable.Text() != "true", o.disable
			}
			e.fields = s.merge(e.fields, o.fields)
			e.layers = append(e.layers[:len(e.layers):len(e.layers)], layer{o.name, o.fields})
		}
	}
	if kept && s.refers {
		r := resolver{s: s, member: m, name: name, hub: m == nil && !e.fields.At("destination", "kubeConfig").Exists(), failed: s.failed}
		resolved := r.resolve(e.fields)
		e.resolved = !resolved.Same(e.fields)
		e.fields = resolved
	}
	return e, kept
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
func (s *selector) emptied(chosen, kept int) {
	if chosen > 0 && kept == 0 && s.disabled.Exists() {
		s.refuse(schema.Problem{Severity: schema.SeverityWarning, Code: schema.CodeNoDestination, Node: s.disabled, OnKey: true,
			Detail: "the overrides leave out every cluster, so the application renders nothing; if that is not meant, leave it out"})
	}
}

// known returns the cluster of an entry as the fleet knows it, nil when it does not, and the cluster's name.
func (s *selector) known(e entry) (*member, string) {
	name := clusterOf(e.fields, "").name
	switch {
	case e.member != nil:
		return e.member, e.member.name
	case schema.HasReference(e.fields.At("destination", "cluster")) || strings.Contains(name, "$("):
		return nil, "" // which is refused
	case name != "":
		return s.clusters().find(name), name
	}
	if hub := s.clusters().hub; hub != nil {
		return hub, hub.name
	}
	return nil, ""
}

// unused warns of overrides that were for nobody.
func (s *selector) unused() {
	for _, o := range s.overrides {
		if !o.reached && !s.app.refused && o.written.Get("allowEmpty").Text() != "true" {
			s.refuse(schema.Problem{Severity: schema.SeverityWarning, Code: schema.CodeUnusedOverride, Node: o.written,
				Detail: "reaches no cluster that an entry goes to; correct what it is for, leave it out, or write allowEmpty: true beside it"})
		}
	}
}
