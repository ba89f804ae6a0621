package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
)

// order returns the objects of placements in their total order, so that neither maps nor the order of the input can show.
func order(placements []plan.Placement) []Object {
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
	if a.p.Common.Shared != b.p.Common.Shared {
		return -compareBools(a.p.Common.Shared, b.p.Common.Shared)
	}
	if by := strings.Compare(a.p.ClusterName, b.p.ClusterName); by != 0 { // most objects differ in it
		return by
	}
	return cmp.Or(
		cmp.Compare(a.p.Server(), b.p.Server()),
		cmp.Compare(a.p.Common.Kind.Rank, b.p.Common.Kind.Rank),
		cmp.Compare(a.p.Common.Namespace, b.p.Common.Namespace),
		cmp.Compare(a.p.Name, b.p.Name),
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
