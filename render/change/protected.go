package change

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkProtected checks that nothing is deleted and nothing is reinstalled on the clusters that limits protect.
func (b *brake) checkProtected(l limits) {
	written := l.written.At("protected", "clusterSelector")
	if written.Kind() != tree.Map {
		return
	}
	selector, wrong := fleet.NewSelector(written)
	if len(wrong) > 0 { // an error of the document
		return
	}
	reported := map[string]bool{}
	for _, m := range []measure{deletion, reinstallation} {
		e := excess{code: finding.CodeProtected, node: written, measure: m, on: map[string][]*Change{}}
		for cluster, changes := range l.on[m] {
			if reported[cluster] {
				continue
			}
			protected, unknown := b.protects(selector, cluster, changes)
			if protected {
				e.on[cluster], reported[cluster] = changes, true
			}
			if unknown {
				e.unknown = append(e.unknown, cluster)
			}
		}
		if len(e.on) > 0 {
			b.report(l, e)
		}
	}
}

// protects reports whether a selector matches the cluster of some changes, with the labels that it has or had. A
// cluster that is gone, and whose labels nobody knows, is protected too. One that an entry names itself has no
// labels.
func (b *brake) protects(selector *fleet.Selector, cluster string, changes []*Change) (protected, unknown bool) {
	known := false
	for _, c := range changes {
		for _, s := range []knowledge{b.before, b.after} {
			if member := s.cluster(b.ownerOf(c), cluster); member != nil {
				known, protected = true, protected || selector.Matches(member)
			}
		}
	}
	switch {
	case known:
		return protected, false
	case cluster == "" || b.before.isRendered() || b.served[place{"", cluster}]:
		return selector.Matches(&schema.Member{}), false
	}
	return true, true
}
