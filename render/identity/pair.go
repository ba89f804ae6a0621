package identity

// successions are the keys by which a workload takes the place of one that is gone, the surest first.
var successions = []func(Object) Key{
	Object.Runs, Object.runsAnywhere, Object.runsOnCluster, Object.nameOnCluster, Object.chartOnCluster,
}

// Successors returns which workload that is new takes the place of which one that is gone, by their indexes.
func Successors(gone, made []Object) map[int]int {
	return pairs(gone, made, func(key Key, before, after Object) bool {
		return key.cluster == "" || before.Server != after.Server // by its name alone, a cluster is another API server
	}, successions)
}

// Pairs returns which item of after is the same thing as which one of before, by their indexes: the only ones of both
// sides with a key. Each key, the surest first, is asked for the items that none before has paired. The zero K is equal
// to none.
func Pairs[T any, K comparable](before, after []T, keys ...func(T) K) map[int]int {
	return pairs(before, after, func(K, T, T) bool { return true }, keys)
}

func pairs[T any, K comparable](before, after []T, may func(K, T, T) bool, keys []func(T) K) map[int]int {
	found, taken := map[int]int{}, map[int]bool{}
	for _, key := range keys {
		earlier := byKey(before, func(i int) bool { return taken[i] }, key)
		if len(earlier) == 0 { // for example where everything is new
			continue
		}
		isPaired := func(i int) bool { _, paired := found[i]; return paired }
		for k, later := range byKey(after, isPaired, key) {
			if b := earlier[k]; len(b) == 1 && len(later) == 1 && may(k, before[b[0]], after[later[0]]) {
				found[later[0]], taken[b[0]] = b[0], true
			}
		}
	}
	return found
}

// byKey returns the indexes of the items that are not left out, by their keys.
func byKey[T any, K comparable](all []T, leaveOut func(int) bool, key func(T) K) map[K][]int {
	found, none := map[K][]int{}, *new(K)
	for i, item := range all {
		if leaveOut(i) {
			continue
		}
		if k := key(item); k != none {
			found[k] = append(found[k], i)
		}
	}
	return found
}
