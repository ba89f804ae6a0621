package render

import (
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// override is a layer above the entries that go to some clusters.
type override struct {
	fields  tree.Node // of an entry
	written tree.Node
	cluster string          // the name of one; empty when labels choose
	matches labels.Selector // nil when a name chooses
	disable bool
	reached bool // it was for an entry
}

// overridesOf reads the overrides of an application.
func (s *selector) overridesOf() (all []*override) {
	for _, n := range s.app.document.Overrides() {
		o := &override{
			written: n, fields: without(s.in.build, n, "clusterSelector", "cluster", "disable"),
			cluster: n.Get("cluster").Text(), disable: n.Get("disable").Text() == "true",
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
	return m != nil && o.matches.Matches(m.set())
}

// layered lays the overrides over an entry. It is false when one of them leaves the cluster out.
func (s *selector) layered(e entry) (entry, bool) {
	if len(s.overrides) == 0 {
		return e, true
	}
	m, name := e.member, clusterOf(e.fields, "").name
	switch {
	case m != nil:
		name = m.name
	case name == "":
		m = s.clusters().hub()
	default:
		m = s.clusters()[name]
	}
	if name == "" && m != nil {
		name = m.name
	}
	kept := true
	for _, o := range s.overrides {
		if o.reaches(m, name) {
			o.reached = true
			kept = kept && !o.disable
			e.fields = merge(s.in.build, e.fields, o.fields)
		}
	}
	return e, kept
}

// unused warns of overrides that were for nobody.
func (s *selector) unused() {
	for _, o := range s.overrides {
		if !o.reached {
			s.refuse(schema.Problem{Severity: schema.SeverityWarning, Code: schema.CodeUnusedOverride, Node: o.written,
				Detail: "reaches no cluster that an entry goes to; correct what it is for, or leave it out"})
		}
	}
}
