package identity

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Successors returns which workload that is new takes the place of which one that is gone, by their indexes. The surest
// key counts.
func Successors(gone, made []Object) map[int]int {
	keys := []func(Object) Key{Object.runs, Object.runsAnywhere, Object.nameOnCluster, Object.chartOnCluster}
	gone, made = remembered(gone), remembered(made)
	ofCluster := func(o Object) bool { return o.Server != "" }
	if slices.ContainsFunc(gone, ofCluster) || slices.ContainsFunc(made, ofCluster) {
		keys = slices.Insert(keys, 2, Object.runsOnCluster)
	}
	return pairs(gone, made, func(key Key, before, after Object) bool {
		return key.cluster == "" || before.Server != after.Server // by its name alone, a cluster is another API server
	}, keys)
}

// remembered returns the objects with what several keys have, so that each value is read once.
func remembered(all []Object) []Object {
	all = slices.Clone(all)
	for i := range all {
		read, values := all[i].Value, make([]value, 0, 8)
		all[i].Value = func(keys ...string) tree.Node {
			for _, v := range values {
				if slices.Equal(v.keys, keys) {
					return v.Node
				}
			}
			values = append(values, value{keys, read(keys...)})
			return values[len(values)-1].Node
		}
		to := all[i].Destination()
		all[i].to = &to
	}
	return all
}

type value struct {
	keys []string
	tree.Node
}

// Pairs returns which item of after is the same thing as which one of before, by their indexes: the only ones of both
// sides with a key. Each key, the surest first, is asked for the items that none before has paired. The zero K is equal
// to none.
func Pairs[T any, K comparable](before, after []T, keys ...func(T) K) map[int]int {
	return pairs(before, after, func(K, T, T) bool { return true }, keys)
}

func pairs[T any, K comparable](before, after []T, may func(K, T, T) bool, keys []func(T) K) map[int]int {
	found, taken := map[int]int{}, map[int]bool{}
	isTaken, isPaired := func(i int) bool { return taken[i] }, func(i int) bool { _, is := found[i]; return is }
	for _, key := range keys {
		if len(taken) == len(before) || len(found) == len(after) {
			break // for example where everything is new
		}
		for k, p := range byKey(before, after, isTaken, isPaired, key) {
			if p.before >= 0 && p.after >= 0 && may(k, before[p.before], after[p.after]) {
				found[p.after], taken[p.before] = p.before, true
			}
		}
	}
	return found
}

// indexed is the index of the item of each side that has a key: none or several is no index.
type indexed struct{ before, after int }

const (
	none    = -1
	several = -2
)

// byKey returns the keys of the items before, with the items after that have these keys, but for those left out.
func byKey[T any, K comparable](before, after []T, leftOut, leftOutAfter func(int) bool, key func(T) K) map[K]indexed {
	found, no := make(map[K]indexed, len(before)), *new(K)
	for i, item := range before {
		if leftOut(i) {
			continue
		}
		if k := key(item); k != no {
			if _, again := found[k]; again {
				i = several
			}
			found[k] = indexed{i, none}
		}
	}
	for i, item := range after {
		if leftOutAfter(i) {
			continue
		}
		k := key(item)
		if p, has := found[k]; has {
			if p.after != none {
				i = several
			}
			found[k] = indexed{p.before, i}
		}
	}
	return found
}
