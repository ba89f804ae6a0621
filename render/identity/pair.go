package identity

import (
	"maps"
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
