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

// isMixed reports whether most objects have another one of their kind, namespace and name on their cluster: then it is
// most likely not theirs.
func (s scene) isMixed() bool {
	there, mixed := map[spot]int{}, 0
	for _, o := range s {
		there[spot{o.key(), o.server}]++
	}
	for _, n := range there {
		if n > 1 {
			mixed += n
		}
	}
	return 2*mixed > len(s)
}

// candidates returns the places of clusters that a user can try, with the number of objects that each tells apart;
// empty where none tells all apart, or none is plausible.
func (s scene) candidates() string {
	var texts []string
	for _, from := range s.tries() {
		if f := s.fit(from); f.told == len(s) && f.groups() && len(texts) < maxListed {
			texts = append(texts, fmt.Sprintf("%s tells all %s apart", from, names.Number(len(s))))
		}
	}
	return strings.Join(texts, ", ")
}

// tries returns the places that a user can try: each part of the paths, and each label.
func (s scene) tries() (all []ClusterFrom) {
	longest := 0
	for _, o := range s {
		longest = max(longest, len(partsOf(o.file)))
	}
	for i := range longest {
		all = append(all, s.part(i))
	}
	for _, key := range s.labels() {
		all = append(all, ClusterFrom{place: fromLabel, label: key})
	}
	return all
}

// part returns a part of the paths as the place of names. Where it has the names of objects too, as berlin-web has web,
// these are not of the clusters.
func (s scene) part(i int) ClusterFrom {
	for _, text := range []string{"{cluster}-*", "*-{cluster}"} {
		p, _ := parsePattern(strings.Repeat("*/", i) + text)
		from := ClusterFrom{place: fromPattern, pattern: p}
		isOther := func(o *object) bool {
			parts := partsOf(o.file)
			name, _, err := from.read(o)
			return err != nil || parts[i] != name+"-"+o.name && parts[i] != o.name+"-"+name
		}
		if !slices.ContainsFunc(s, isOther) {
			return from
		}
	}
	return ClusterFrom{place: fromPath, segment: i + 1}
}
