package change

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// sortChanges puts changes into their total order: by application and cluster, and then as their objects are rendered.
func sortChanges(all []Change) {
	ranks := map[string]int{}
	for k := range kinds.With(kinds.Written) {
		if _, known := ranks[k.Name]; !known { // Kustomization is the name of a file, too
			ranks[k.Name] = k.Rank
		}
	}
	slices.SortFunc(all, func(a, b Change) int {
		return cmp.Or(
			strings.Compare(a.Application, b.Application),
			strings.Compare(a.Cluster, b.Cluster),
			compareBools(!a.object().shared, !b.object().shared),
			compareBools(a.Bootstrap, b.Bootstrap),
			strings.Compare(a.Object.Server, b.Object.Server),
			cmp.Compare(ranks[a.Object.Kind], ranks[b.Object.Kind]),
			strings.Compare(a.Object.Kind, b.Object.Kind),
			strings.Compare(a.Object.Namespace, b.Object.Namespace),
			strings.Compare(a.Object.Name, b.Object.Name),
		)
	})
}

// object is the object of after, or of before when it is gone.
func (c *Change) object() *Object { return cmp.Or(c.After, c.Before) }

// compareBools puts false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
