package identity

import (
	"maps"
	"slices"
)

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

// Groups returns the group of each item, counted from 0: the items of all sides that are the same thing. Items with the
// first key are; each further key joins groups of which no side has items of both. An item of no side is in none: -1.
func Groups[T any](all []T, side func(T) string, keys ...func(T) string) []int {
	var groups []*group
	known, numbers := map[string]*group{}, slices.Repeat([]int{-1}, len(all))
	for i, item := range all {
		if side(item) == "" {
			continue
		}
		key := keys[0](item)
		if known[key] == nil {
			known[key] = &group{sides: map[string]bool{}}
			groups = append(groups, known[key])
		}
		known[key].items = append(known[key].items, i)
		known[key].sides[side(item)] = true
	}
	for _, key := range keys[1:] {
		groups = joined(groups, func(i int) string { return key(all[i]) })
	}
	for number, g := range groups {
		for _, i := range g.items {
			numbers[i] = number
		}
	}
	return numbers
}

type group struct {
	items []int
	sides map[string]bool
}

// joined puts each group into the first one before it with an item of the same key, unless a side has items of both.
func joined(groups []*group, key func(int) string) (left []*group) {
	first := map[string]*group{}
	for _, g := range groups {
		into, keys := g, map[string]bool{}
		for _, i := range g.items {
			k := key(i)
			if known := first[k]; into == g && !keys[k] && known != nil && !known.sharesSide(g) {
				into = known
			}
			keys[k] = true
		}
		if into == g {
			left = append(left, g)
		} else {
			into.items = append(into.items, g.items...)
			maps.Copy(into.sides, g.sides)
		}
		for k := range keys {
			if first[k] == nil {
				first[k] = into
			}
		}
	}
	return left
}

func (g *group) sharesSide(other *group) bool {
	for side := range other.sides {
		if g.sides[side] {
			return true
		}
	}
	return false
}
