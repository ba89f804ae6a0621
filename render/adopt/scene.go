package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type scene []*object

// repeats reports whether two objects have one kind, namespace and name: they have two API servers.
func (s scene) repeats() bool {
	seen := map[groupKey]bool{}
	return slices.ContainsFunc(s, func(o *object) bool {
		before := seen[o.key()]
		seen[o.key()] = true
		return before
	})
}

// labels returns the keys of the labels that all objects have.
func (s scene) labels() []string {
	count := map[string]int{}
	for _, o := range s {
		for label := range o.root.At("metadata", "labels").Children() {
			if label.Text() != "" && !slices.Contains(addedLabels, label.Key()) {
				count[label.Key()]++
			}
		}
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n < len(s) })
	return slices.Sorted(maps.Keys(count))
}

// fit is how well a place of the names of clusters distinguishes objects.
type fit struct {
	told    int // objects that it tells from all others
	objects int
	common  int // objects of applications that have several clusters
	several int // clusters that have several such applications
}

// groups reports whether a place is plausible: it tells most objects apart, and most are of applications that come back
// on other clusters. Where only a few names are there twice, the places of these are most likely no clusters.
func (f fit) groups() bool { return 2*f.told > f.objects && f.common > 0 && 2*f.common >= f.objects }

// isWhole reports whether each application is on several clusters, so that nobody can take them for single ones.
func (f fit) isWhole() bool { return f.told == f.objects && f.common > 0 && f.common == f.objects }

// fit tries a place of the names of clusters.
func (s scene) fit(from ClusterFrom) (f fit) {
	f.objects = len(s)
	there, clusters := map[spot]int{}, map[groupKey]map[string]int{}
	for _, o := range s {
		cluster, _, err := from.read(o)
		if err != nil {
			continue
		}
		placed := *o
		placed.spelt = cluster
		application := placed.application()
		if clusters[application] == nil {
			clusters[application] = map[string]int{}
		}
		there[spot{o.key(), cluster}]++
		clusters[application][cluster]++
	}
	for _, n := range there {
		if n == 1 {
			f.told++
		}
	}
	count := map[string]int{}
	for _, on := range clusters {
		for cluster, n := range on {
			if len(on) > 1 {
				f.common += n
				if count[cluster]++; count[cluster] == 2 {
					f.several++
				}
			}
		}
	}
	return f
}

// candidates returns the places of clusters that a user can try, with the number of objects that each tells apart;
// empty where none tells all apart, or none is plausible.
func (s scene) candidates() string {
	longest := 0
	for _, o := range s {
		longest = max(longest, len(partsOf(o.file)))
	}
	var all []ClusterFrom
	for i := range longest {
		all = append(all, ClusterFrom{place: fromPath, segment: i + 1})
	}
	for _, key := range s.labels() {
		all = append(all, ClusterFrom{place: fromLabel, label: key})
	}
	var texts []string
	for _, from := range all {
		if f := s.fit(from); f.told == len(s) && f.groups() && len(texts) < maxCandidates {
			texts = append(texts, fmt.Sprintf("%s tells all %s apart", from, names.Number(len(s))))
		}
	}
	return strings.Join(texts, ", ")
}

// maxCandidates is how many places a message has.
const maxCandidates = 3
