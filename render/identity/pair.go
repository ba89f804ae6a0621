package identity

import "slices"

// Successors returns which workload that is new takes the place of which one that is gone, by their indexes. The surest
// key counts.
func Successors(gone, made []Object) map[int]int {
	keys := []func(Object) Key{Object.Runs, Object.runsAnywhere, Object.nameOnCluster, Object.chartOnCluster}
	ofCluster := func(o Object) bool { return o.Server != "" }
	if slices.ContainsFunc(gone, ofCluster) || slices.ContainsFunc(made, ofCluster) {
		keys = slices.Insert(keys, 2, Object.runsOnCluster)
	}
	return pairs(gone, made, func(key Key, before, after Object) bool {
		return key.cluster == "" || before.Server != after.Server // by its name alone, a cluster is another API server
	}, keys)
}

// Pairs returns which item of after is the same thing as which one of before, by their indexes: the only ones of both
// sides with a key. Each key, the surest first, is asked for the items that none before has paired. The zero K is equal
// to none.
func Pairs[T any, K comparable](before, after []T, keys ...func(T) K) map[int]int {
	return pairs(before, after, func(K, T, T) bool { return true }, keys)
}

func pairs[T any, K comparable](before, after []T, may func(K, T, T) bool, keys []func(T) K) map[int]int {
	found, taken := map[int]int{}, map[int]bool{}
	isPaired := func(i int) bool { _, paired := found[i]; return paired }
	for _, key := range keys {
		if len(taken) == len(before) || len(found) == len(after) {
			break // for example where everything is new
		}
		earlier := byKey(before, func(i int) bool { return taken[i] }, key)
		for k, later := range byKey(after, isPaired, key) {
			if b, has := earlier[k]; has && b != several && later != several && may(k, before[b], after[later]) {
				found[later], taken[b] = b, true
			}
		}
	}
	return found
}

// several stands for the indexes of items with one key.
const several = -1

// byKey returns the indexes of the items that are not left out, by their keys.
func byKey[T any, K comparable](all []T, leaveOut func(int) bool, key func(T) K) map[K]int {
	found, none := map[K]int{}, *new(K)
	for i, item := range all {
		if leaveOut(i) {
			continue
		}
		if k := key(item); k != none {
			if _, again := found[k]; again {
				i = several
			}
			found[k] = i
		}
	}
	return found
}
