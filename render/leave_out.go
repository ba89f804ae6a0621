package render

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// leftOut are clusters that an override leaves out, with what follows for the object of each.
type leftOut struct {
	disable   tree.Node
	effect    string
	suspended bool
	clusters  []string
}

// leaveOut notes that a content goes to no cluster because of what an override says.
func (s *selector) leaveOut(c *content, disable tree.Node) {
	kind := workloadKinds[s.app.workload]
	if kind == nil { // which is refused
		return
	}
	effect, suspended := effectOfLeavingOut(kind.kind, c.fields)
	at := slices.IndexFunc(s.left, func(l *leftOut) bool { return l.disable == disable && l.effect == effect })
	if at < 0 {
		at = len(s.left)
		s.left = append(s.left, &leftOut{disable: disable, effect: effect, suspended: suspended})
	}
	if s.leftBy == nil {
		s.leftBy = map[*content]*leftOut{}
	}
	s.leftBy[c] = s.left[at]
}

// effectOfLeavingOut returns what Flux does with an object that is no longer rendered, with what to write instead, and whether the
// object is suspended. References are not replaced: a cluster that is left out may lack what they name.
func effectOfLeavingOut(kind string, fields tree.Node) (effect string, suspended bool) {
	for _, name := range []string{"suspend", "prune", "deletionPolicy"} {
		if schema.HasReference(fields.Get(name)) {
			return "what Flux deletes depends on its " + name + ", which is a reference here", false
		}
	}
	effect = EffectOfDeletion(kind, fields)
	if fields.Get("suspend").Text() == "true" {
		return effect + "; render it without suspend first, and write disable when Flux has resumed it", true
	}
	return effect + "; to pause it instead, write suspend: true", false
}

// tellLeftOut informs of the clusters that overrides leave out, and of what follows when an earlier run rendered for them. It is a
// warning where the objects are suspended too: Flux then removes nothing, and nobody manages what runs there any more.
func (s *selector) tellLeftOut() {
	for _, l := range s.left {
		slices.Sort(l.clusters)
		clusters := slices.Compact(l.clusters)
		server := "the hub"
		if s.app.standalone {
			server = "the cluster"
		}
		severity, code := schema.SeverityInfo, schema.CodeLeftOut
		if l.suspended {
			severity, code = schema.SeverityWarning, schema.CodeLeftSuspended
		}
		s.refuse(schema.Problem{Severity: severity, Code: code, Node: l.disable, OnKey: true, Detail: fmt.Sprintf(
			"leaves out %s; when the %s of an earlier run leaves %s, %s",
			fewOf(clusters, len(clusters)), workloadKinds[s.app.workload].kind, server, l.effect)})
	}
}
