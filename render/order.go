package render

import (
	"cmp"
	"slices"
	"strings"
)

// order returns the objects of placements in their total order, so that neither maps nor the order of the input can show.
func order(placements []placement, all runs) []Object {
	ordered := objects(placements)
	for _, r := range all {
		if r.from > 0 && compareObjects(ordered[r.from-1], ordered[r.from]) > 0 {
			slices.SortFunc(ordered, compareObjects)
			break
		}
	}
	return ordered
}

// compareObjects is zero only for an object and itself. Objects of no cluster come first, then the hub's, then those of
// each cluster by its name, of which those on the hub before those that lie on the cluster itself; among these, what others need
// comes first.
func compareObjects(a, b Object) int {
	if a.p.shared != b.p.shared {
		return -compareBools(a.p.shared, b.p.shared)
	}
	if by := strings.Compare(a.p.clusterName, b.p.clusterName); by != 0 { // which is mostly all there is to compare
		return by
	}
	return cmp.Or(
		cmp.Compare(a.p.server(), b.p.server()),
		cmp.Compare(a.p.kind.rank, b.p.kind.rank),
		cmp.Compare(a.p.namespace, b.p.namespace),
		cmp.Compare(a.p.name, b.p.name),
	)
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
