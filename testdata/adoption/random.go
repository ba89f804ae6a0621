package adoption

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// random draws what a repository has.
type random struct{ *rand.Rand }

// draw returns numbers of a seed and names: the same ones for the same names.
func draw(seed uint64, names ...string) random {
	h := fnv.New64a()
	for _, name := range names {
		_, _ = h.Write([]byte(name + "\x00"))
	}
	return random{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// chance is true n times of m.
func (r random) chance(n, m int) bool { return r.IntN(m) < n }

// pick returns one of several.
func pick[T any](r random, all ...T) T { return all[r.IntN(len(all))] }

// some returns n different ones, in the order in which they are.
func some[S ~[]T, T any](r random, n int, all S) (chosen S) {
	n = min(n, len(all))
	places := r.Perm(len(all))[:n]
	slices.Sort(places)
	for _, i := range places {
		chosen = append(chosen, all[i])
	}
	return chosen
}

// between returns a number from low to high.
func (r random) between(low, high int) int { return low + r.IntN(high-low+1) }
