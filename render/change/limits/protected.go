package limits

import (
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkProtected checks that nothing is deleted and nothing is reinstalled on the clusters that limits protect.
func (c *checker) checkProtected(s scope) {
	limit := s.limits.At("protected", "clusterSelector")
	if limit.Kind() != tree.Map {
		return
	}
	selector, wrong := fleet.NewSelector(limit)
	if len(wrong) > 0 { // an error of the document
		return
	}
	reported := map[string]bool{}
	for _, m := range []measure{deletion, reinstallation} {
		e := exceeded{scope: s, code: finding.CodeProtected, limit: limit, measure: m, on: map[string][]*change.Change{}}
		for cluster, changes := range s.changes[m] {
			if reported[cluster] {
				continue
			}
			protected, unknown := c.protects(selector, cluster, changes)
			if protected {
				e.on[cluster], reported[cluster] = changes, true
			}
			if unknown {
				e.unknown = append(e.unknown, cluster)
			}
		}
		if len(e.on) > 0 {
			c.report(e)
		}
	}
}

// protects reports whether a selector matches the cluster of some changes, by the labels that it has or had. A cluster
// that is gone, with labels that nobody knows, is protected too; one that an entry names itself has no labels.
func (c *checker) protects(selector *fleet.Selector, cluster string,
	changes []*change.Change) (protected, unknown bool) {
	found := false
	for _, of := range changes {
		for _, side := range []known{c.before, c.after} {
			if member := side.cluster(of.Before.Application, cluster); member != nil {
				found, protected = true, protected || selector.Matches(member)
			}
		}
	}
	switch {
	case found:
		return protected, false
	case cluster == "" || c.before.isRendered() || c.served[place{"", cluster}]:
		return selector.Matches(&schema.Member{}), false
	}
	return true, true
}
