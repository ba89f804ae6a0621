package entries

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// override is a layer over the entries for some clusters; that of a base is a layer below them.
type override struct {
	base     *schema.Document // nil for one of the application
	name     string
	fields   tree.Node // of an entry
	written  tree.Node
	named    int             // how many clusters it names
	selector *fleet.Selector // nil when names select
	disable  tree.Node
	used     bool // it is for a cluster of an entry
}

// addOverride reads an override; it returns nil when the selector is wrong.
func (m *merger) addOverride(name string, n tree.Node) *override {
	o := &override{
		name: name, written: n, fields: m.withSource(inventory.Without(m.inv.Build, n, "clusterSelector", "cluster",
			"clusters", "disable", "allowEmpty")),
		disable: n.Get("disable"),
	}
	if selected := n.Get("clusterSelector"); selected.Kind() == tree.Map {
		if o.selector = m.parseSelector(selected); o.selector == nil {
			return nil
		}
	}
	m.overrides = append(m.overrides, o)
	m.findClusters(o)
	return o
}

// findClusters notes which clusters the last override is for: an application may have an override for each of many
// clusters.
func (m *merger) findClusters(o *override) {
	last, names := len(m.overrides)-1, map[string]bool{}
	for _, name := range clusterNames(o.written) {
		names[name.Text()] = true
	}
	if o.named = len(names); o.selector != nil {
		m.selecting = append(m.selecting, last)
		return
	}
	for name := range names {
		m.naming[name] = append(m.naming[name], last)
	}
}

// clusterNames returns the names of the clusters that an override is for.
func clusterNames(override tree.Node) []tree.Node {
	return slices.DeleteFunc(append(slices.Collect(override.Get("clusters").Children()), override.Get("cluster")),
		func(n tree.Node) bool {
			return n.Text() == ""
		})
}

// reaching returns the overrides for a cluster, as bits.
func (m *merger) reaching(named *fleet.NamedCluster) []byte {
	m.reached = slices.Grow(m.reached[:0], (len(m.overrides)+7)/8)[:(len(m.overrides)+7)/8]
	clear(m.reached)
	for _, i := range m.naming[named.Name] {
		m.reach(i)
	}
	for _, i := range m.selecting {
		if named.Member != nil && m.overrides[i].selector.Matches(named.Member) {
			m.reach(i)
		}
	}
	return m.reached
}

func (m *merger) reach(override int) {
	m.overrides[override].used = true
	m.reached[override/8] |= 1 << (override % 8)
}

// reportUnused reports overrides that are for no entry, and clusters that neither the fleet nor an entry has, which
// are errors.
func (m *merger) reportUnused() {
	if m.app.Refused || m.inv.RefusedFleet {
		return
	}
	named := make(map[string]bool, len(m.named))
	for _, name := range m.named {
		named[name] = true
	}
	for _, o := range m.overrides[m.ofBases:] {
		if o.written.Get("allowEmpty").Text() == "true" {
			continue
		}
		if unknown := m.reportUnknownOf(o, named); !o.used && !unknown {
			m.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnusedOverride, Node: o.written,
				Detail: "matches no cluster that any entry targets; fix the selector, remove the override, or add " +
					"allowEmpty: true"})
		}
	}
}

// reportUnknownOf refuses the clusters of an override that neither the fleet nor an entry has, and reports whether
// there are any. Entries have those that are named.
func (m *merger) reportUnknownOf(o *override, named map[string]bool) (unknown bool) {
	if o.used && o.named < 2 {
		return false
	}
	for _, name := range clusterNames(o.written) {
		text := name.Text()
		if names.Valid(text) && m.clusters().Find(text) == nil && !named[text] {
			m.reportUnknownOverride(name)
			unknown = true
		}
	}
	return unknown
}

// reportUnknownOverride refuses a cluster of an override that does not exist.
func (m *merger) reportUnknownOverride(name tree.Node) {
	p := finding.Problem{Code: finding.CodeUnknownCluster, Node: name, Current: name.Text()}
	p.Proposed = m.nearest(p.Current, m.named)
	p.Detail = fmt.Sprintf("neither the fleet nor an entry has a cluster %q; ", p.Current)
	if len(m.clusters().Members) == 0 {
		p.Detail = fmt.Sprintf("no entry has a cluster %q; ", p.Current)
	}
	known := ""
	if all := m.clusters().Names(); all != "" {
		known = " (the fleet has " + all + ")"
	}
	switch {
	case p.Proposed != "":
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	case p.Current == "all":
		p.Detail += "write clusterSelector: {} for every cluster of the fleet"
	case name.Key() == "cluster":
		p.Detail += "correct the name" + known + ", leave the override out, or write allowEmpty: true beside it"
	default:
		p.Detail += "correct the name" + known + ", leave it out, or write allowEmpty: true beside clusters"
	}
	m.report(p)
}

// reportAllDisabled warns of an application whose overrides disable all of its clusters.
func (m *merger) reportAllDisabled() {
	if m.selected > 0 && m.kept == 0 && m.disable.Exists() {
		m.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoDestination, Node: m.disable,
			OnKey:  true,
			Detail: "the overrides disable every cluster, so nothing is rendered; leave disable out if this is not intended"})
	}
}

// LeftOut are clusters that an override of an application disables.
type LeftOut struct {
	App      *inventory.Application
	Disable  tree.Node // of the override
	clusters []string  // by their names, in order; that of the hub is empty where the fleet does not have it
}

// Has reports whether a cluster is one of them.
func (l LeftOut) Has(cluster string) bool {
	_, found := slices.BinarySearch(l.clusters, cluster)
	return found
}

// leftOut are clusters that an override disables, with what follows for the object of each.
type leftOut struct {
	disable   tree.Node
	effect    string
	suspended bool
	clusters  []string
}

// leaveOut returns the report for clusters that an override disables.
func (m *merger) leaveOut(fields tree.Node) *leftOut {
	b := m.inv.Build
	fields = b.Map(fields, append(fields.Fields(), missing(b, m.app, fields)...)...)
	effect, suspended := effectOfLeavingOut(kinds.ByField(kinds.Workload, string(m.app.Workload)).Name, fields)
	at := slices.IndexFunc(m.leftOut, func(l *leftOut) bool { return l.disable == m.disable && l.effect == effect })
	if at < 0 {
		at = len(m.leftOut)
		m.leftOut = append(m.leftOut, &leftOut{disable: m.disable, effect: effect, suspended: suspended})
	}
	return m.leftOut[at]
}

// effectOfLeavingOut returns what Flux does with an object that is no longer rendered, with what to write instead,
// and whether the object is suspended. References are not replaced: a cluster that is left out may lack their
// targets.
func effectOfLeavingOut(kind string, fields tree.Node) (effect string, suspended bool) {
	for _, name := range []string{"suspend", "prune", "deletionPolicy"} {
		if reference.Is(fields.Get(name)) {
			return "what Flux deletes depends on its " + name + ", which is a reference here", false
		}
	}
	effect = kinds.EffectOfDeletion(kind, fields)
	if fields.Get("suspend").Text() == "true" {
		return effect + "; render it without suspend first, and write disable when Flux has resumed it", true
	}
	return effect + "; to pause it instead, write suspend: true", false
}

// reportLeftOut informs of the clusters that overrides disable, and of what follows when an earlier run rendered for
// them. It is a warning where the objects are suspended too: Flux then removes nothing, and nobody manages what runs
// there any more.
func (m *merger) reportLeftOut() {
	for _, l := range m.leftOut {
		slices.Sort(l.clusters)
		l.clusters = slices.Compact(l.clusters)
		server := "the hub"
		if m.app.Standalone {
			server = "the cluster"
		}
		severity, code := finding.SeverityInfo, finding.CodeLeftOut
		if l.suspended {
			severity, code = finding.SeverityWarning, finding.CodeLeftSuspended
		}
		m.report(finding.Problem{Severity: severity, Code: code, Node: l.disable, OnKey: true, Detail: fmt.Sprintf(
			"leaves out %s; when the %s of an earlier run leaves %s, %s",
			fleet.Summarize(l.clusters), kinds.ByField(kinds.Workload, string(m.app.Workload)).Name, server, l.effect)})
	}
}
