package explained

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
)

// Pair is an object of one cluster and its counterpart on another one; nil where a cluster has none.
type Pair struct{ Object, Against *render.Object }

// Pairs finds the counterpart of each object of a cluster among the objects of another one, in this order: the one
// whose namespace and name differ by the cluster's only, the one whose name does, one that the same entry or section
// made, and the only one of its kind that is left. Behind the objects are the others without a counterpart.
func Pairs(objects, others []render.Object) (pairs []Pair) {
	pairs = make([]Pair, len(objects))
	for i := range objects {
		pairs[i].Object = &objects[i]
	}
	left := slices.Clone(others)
	for _, key := range []func(render.Object) string{byFullName, byName, byOrigin, byKind} {
		for i, p := range pairs {
			sameKey := func(o render.Object) bool { return key(o) == key(*p.Object) }
			if at := slices.IndexFunc(left, sameKey); p.Against == nil && at >= 0 {
				against := left[at]
				pairs[i].Against, left = &against, slices.Delete(left, at, at+1)
			}
		}
	}
	for i := range left {
		pairs = append(pairs, Pair{Against: &left[i]})
	}
	return pairs
}

// Groups finds the counterparts of objects on all clusters, as [Pairs] does but for those that have only their kind
// in common. It returns the group of each object, counted from 0; -1 for an object of no cluster.
func Groups(objects []render.Object) (groups []int) {
	var all []*counterparts
	byKey := map[string]*counterparts{}
	for i, o := range objects {
		if ClusterOf(o) == "" {
			continue
		}
		key := byFullName(o)
		if byKey[key] == nil {
			byKey[key] = &counterparts{clusters: map[string]bool{}}
			all = append(all, byKey[key])
		}
		byKey[key].members = append(byKey[key].members, i)
		byKey[key].clusters[ClusterOf(o)] = true
	}
	all = joined(joined(all, objects, byName), objects, byOrigin)
	groups = slices.Repeat([]int{-1}, len(objects))
	for number, g := range all {
		for _, i := range g.members {
			groups[i] = number
		}
	}
	return groups
}

// counterparts are objects of clusters that correspond to each other.
type counterparts struct {
	members  []int
	clusters map[string]bool
}

// joined puts each group into the first one before it with an object of the same key, unless they share a cluster.
func joined(groups []*counterparts, objects []render.Object, key func(render.Object) string) (left []*counterparts) {
	first := map[string]*counterparts{}
	for _, g := range groups {
		into, keys := g, map[string]bool{}
		for _, i := range g.members {
			k := key(objects[i])
			if known := first[k]; into == g && !keys[k] && known != nil && known.isApartFrom(g) {
				into = known
			}
			keys[k] = true
		}
		if into == g {
			left = append(left, g)
		} else {
			into.take(g)
		}
		for k := range keys {
			if first[k] == nil {
				first[k] = into
			}
		}
	}
	return left
}

// isApartFrom reports whether no cluster has objects of both groups.
func (g *counterparts) isApartFrom(other *counterparts) bool {
	for cluster := range other.clusters {
		if g.clusters[cluster] {
			return false
		}
	}
	return true
}

func (g *counterparts) take(other *counterparts) {
	g.members = append(g.members, other.members...)
	for cluster := range other.clusters {
		g.clusters[cluster] = true
	}
}

// The keys of objects that are counterparts.
func byFullName(o render.Object) string {
	return byKind(o) + " " + AnyCluster(o.Namespace(), o.Cluster()) + " " + AnyCluster(o.Name(), o.Cluster())
}

func byName(o render.Object) string {
	words := strings.FieldsFunc(AnyCluster(o.Name(), o.Cluster()), func(r rune) bool { return r == '-' || r == 0 })
	return byKind(o) + " " + strings.Join(words, "-")
}

func byOrigin(o render.Object) string {
	at := o.Origin()
	return fmt.Sprintf("%s %s:%d:%d", byKind(o), at.File, at.Line, at.Column)
}

func byKind(o render.Object) string { return o.Application() + " " + o.Kind() }
