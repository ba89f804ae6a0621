package entries

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reportAllDisabled warns of an application whose overrides disable all of its clusters.
func (m *merger) reportAllDisabled() {
	if m.selected > 0 && m.kept == 0 && m.disable.Exists() {
		m.report(finding.Problem{
			Severity: finding.SeverityWarning, Code: finding.CodeNoDestination, Node: m.disable, OnKey: true,
			Detail: "the overrides disable every cluster, so nothing is rendered; leave disable out if this is not intended",
		})
	}
}

// LeftOut are clusters that an override of an application disables, with what follows for the object of each.
type LeftOut struct {
	App       *inventory.Application
	Disable   tree.Node // of the override
	effect    string    // of leaving the object out
	suspended bool      // the object is
	clusters  []string  // by their names, in order; the hub's name is empty where the fleet does not have it
}

// Has reports whether a cluster is one of them.
func (l LeftOut) Has(cluster string) bool {
	_, found := slices.BinarySearch(l.clusters, cluster)
	return found
}

// leaveOut returns the report for clusters that an override disables.
func (m *merger) leaveOut(fields tree.Node) *LeftOut {
	b := m.inv.Build
	fields = b.Map(fields, append(fields.Fields(), missing(b, m.app, fields)...)...)
	effect, suspended := effectOfLeavingOut(m.app.WorkloadKind(), fields)
	for _, l := range m.leftOut {
		if l.Disable == m.disable && l.effect == effect {
			return l
		}
	}
	m.leftOut = append(m.leftOut, &LeftOut{App: m.app, Disable: m.disable, effect: effect, suspended: suspended})
	return m.leftOut[len(m.leftOut)-1]
}

// effectOfLeavingOut returns what Flux does with an object that is no longer rendered, with what to write instead, and
// whether the object is suspended. References are not replaced: a cluster that is left out may lack their targets.
func effectOfLeavingOut(kind *kinds.Kind, fields tree.Node) (effect string, suspended bool) {
	read := kinds.Of(fields)
	for _, at := range kinds.DecideDeletion {
		if reference.Is(at.In(read)) {
			return "what Flux deletes depends on its " + at.Key() + ", which is a reference here", false
		}
	}
	effect, _ = kind.Deleted(read)
	if kinds.IsSuspended(read) {
		return effect + "; render it without suspend first, and write disable when Flux has resumed it", true
	}
	return effect + "; to pause it instead, write suspend: true", false
}

// reportLeftOut informs of the clusters that overrides disable, and of the effect if an earlier run rendered for them.
// It warns where objects are suspended too: Flux then removes nothing, and nobody manages what runs there.
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
		m.report(finding.Problem{Severity: severity, Code: code, Node: l.Disable, OnKey: true, Detail: fmt.Sprintf(
			"leaves out %s; when the %s of an earlier run leaves %s, %s",
			fleet.Summarize(l.clusters), m.app.WorkloadKind().Name, server, l.effect)})
	}
}
