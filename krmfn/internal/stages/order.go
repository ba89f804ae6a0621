package stages

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

type stage struct {
	application int
	value       string
}

// inOrder returns the stages that have a cell. In each application, a stage is as early as the first of its clusters;
// the application in which it is the latest decides, because others may not have the stages before it. Waves count by
// their order: the numbers of two applications mean nothing to each other.
func (b *builder) inOrder() []string {
	first, latest, waves := map[stage]int{}, map[string]int{}, make([]map[int]bool, len(b.cells))
	for at, w := range b.places {
		if waves[at.application] == nil {
			waves[at.application] = map[int]bool{}
		}
		waves[at.application][w.wave] = true
		s := stage{at.application, b.now[at.cluster]}
		if w.gone {
			s.value = b.before[at.cluster]
		}
		if wave, found := first[s]; !found || w.wave < wave {
			first[s] = w.wave
		}
	}
	for s, wave := range first {
		earlier := each.Only(slices.Collect(maps.Keys(waves[s.application])), func(w int) bool { return w < wave })
		latest[s.value] = max(latest[s.value], len(earlier))
	}
	all, known := []string{}, map[string]bool{}
	for _, cells := range b.cells {
		for value := range cells {
			if !known[value] {
				all, known[value] = append(all, value), true
			}
		}
	}
	latest[""] = math.MaxInt
	slices.SortFunc(all, func(x, y string) int { return cmp.Or(cmp.Compare(latest[x], latest[y]), cmp.Compare(x, y)) })
	return all
}

// The numbers of values that a label may have which is found by itself.
const fewest, most = 2, 12

// ordering returns the label that orders the clusters: most clusters have it, it has few values, and these tell in
// which wave a cluster is. Of several labels, it is the one with the fewest values, because a label whose value each
// cluster has for itself orders them too. It is the empty text where there is none, or where two have as few.
func (b *builder) ordering() (found string) {
	values, clusters, least := map[string]map[string]int{}, 0, most+1
	for _, c := range b.Clusters {
		if c.Gone || c.Name == kinds.Hub {
			continue
		}
		clusters++
		for key, value := range c.Labels {
			each.Below(values, key)[value]++
		}
	}
	for key, counted := range values {
		having := 0
		for _, n := range counted {
			having += n
		}
		if len(counted) < fewest || len(counted) > most || 2*having <= clusters || !b.orders(key) {
			continue
		}
		switch n := len(counted); {
		case n < least:
			found, least = key, n
		case n == least:
			found = ""
		}
	}
	return found
}

// orders reports whether a label's value decides a cluster's wave in each application, and differs in one at least.
func (b *builder) orders(label string) (orders bool) {
	waves, last := map[stage]int{}, map[int]int{} // of stages, and of the last cluster of each application
	for at, w := range b.places {
		if w.gone {
			continue
		}
		s := stage{at.application, b.Clusters[at.cluster].Labels[label]}
		if wave, found := waves[s]; found && wave != w.wave {
			return false
		}
		if wave, found := last[s.application]; found && wave != w.wave {
			orders = true
		}
		waves[s], last[s.application] = w.wave, w.wave
	}
	return orders
}
