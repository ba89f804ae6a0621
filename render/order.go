package render

import (
	"cmp"
	"slices"
	"strings"
)

// order returns the objects of placements in their total order, so that neither maps nor the order of the input can show.
func order(placements []placement) []Object {
	ordered := make([]Object, len(placements))
	for i := range placements {
		ordered[i] = Object{&placements[i]}
	}
	if !slices.IsSortedFunc(ordered, compareObjects) {
		slices.SortFunc(ordered, compareObjects)
	}
	return ordered
}

// compareObjects is zero only for an object and itself. Objects of no cluster come first, then the hub's, then those of
// each cluster by its name, of which those on the hub before those that lie on the cluster itself; among these, what others need
// comes first.
func compareObjects(a, b Object) int {
	if a.p.common.shared != b.p.common.shared {
		return -compareBools(a.p.common.shared, b.p.common.shared)
	}
	if by := strings.Compare(a.p.clusterName, b.p.clusterName); by != 0 { // most objects differ in it
		return by
	}
	return cmp.Or(
		cmp.Compare(a.p.server(), b.p.server()),
		cmp.Compare(a.p.common.kind.rank, b.p.common.kind.rank),
		cmp.Compare(a.p.common.namespace, b.p.common.namespace),
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
