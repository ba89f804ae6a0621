package adopt

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// clusterFolders are the places of clusters in the paths of files.
type clusterFolders struct {
	from     []ClusterFrom
	examples []string // names of clusters
	fleet    bool     // the names are those of the fleet
}

func (f clusterFolders) reason() string {
	if f.fleet {
		return "clusters of the fleet have the names of these folders, for example " + f.examples[0]
	}
	return "the folders or files there have the objects of the same applications, for example " +
		strings.Join(f.examples, " and ")
}

// family are the folders of one folder, or its files, some of which may be of a cluster each.
type family struct {
	above    []string // the path of the folder
	clusters map[string][]*object
	common   map[string]map[groupKey]bool // what each has in common with another one
	objects  int                          // of the clusters
	shared   int                          // of them are of applications that another one has too
	doubled  map[string]bool              // the clusters that have an object twice
	files    bool                         // each cluster has a file, and no folder
}

// clusterFolders finds folders, or files, that are of a cluster each. A name that one of them has is a cluster's. It is
// one wherever else a path has it, and so are the names of the fleet.
func (a *adoption) clusterFolders(local scene) (found clusterFolders) {
	var all []*family
	collectFamilies(nil, local, &all)
	all = a.believed(all, local)
	known := map[string]bool{}
	for i := range a.members {
		known[a.members[i].Name] = true
	}
	isFleet := len(all) == 0
	for _, f := range all {
		found.from = append(found.from, f.pattern(all))
		for _, name := range slices.Sorted(maps.Keys(f.clusters)) {
			known[name] = true
			found.examples = append(found.examples, name)
		}
	}
	found.examples = found.examples[:min(len(found.examples), 2)]
	for _, o := range local {
		if placed(found.from, o) || len(known) == 0 {
			continue
		}
		if from, name := placeOfName(o, known); name != "" {
			if found.from = append(found.from, from); isFleet && len(found.examples) == 0 {
				found.examples, found.fleet = []string{name}, true
			}
		}
	}
	found.from = merged(found.from)
	return found
}

// merged returns places in order, each once, with the names of all.
func merged(from []ClusterFrom) []ClusterFrom {
	only := map[string]map[string]bool{}
	for _, c := range from {
		if only[c.String()] == nil {
			only[c.String()] = map[string]bool{}
		}
		maps.Copy(only[c.String()], c.pattern.only)
	}
	slices.SortStableFunc(from, func(x, y ClusterFrom) int { return cmp.Compare(x.String(), y.String()) })
	from = slices.CompactFunc(from, func(x, y ClusterFrom) bool { return x.String() == y.String() })
	for i, c := range from {
		from[i].pattern.only = only[c.String()]
	}
	return from
}

func placed(from []ClusterFrom, o *object) bool {
	return slices.ContainsFunc(from, func(c ClusterFrom) bool {
		name, _, err := c.read(o)
		return err == nil && name != ""
	})
}

// placeOfName returns the part of a path that is a known name of a cluster, if one cluster's name is in the path.
func placeOfName(o *object, known map[string]bool) (from ClusterFrom, name string) {
	parts := partsOf(o.file)
	at := -1
	for i, part := range parts {
		if !known[part] || part == name {
			continue
		}
		if name != "" {
			return ClusterFrom{}, ""
		}
		at, name = i, part
	}
	if name == "" {
		return ClusterFrom{}, ""
	}
	return placeBelow(parts[:at], func(int) bool { return false }, known, at == len(parts)-1), name
}

// placeBelow returns the place of names in a folder; where parts of the folder are named, they are part of the names.
func placeBelow(above []string, named func(int) bool, only map[string]bool, files bool) ClusterFrom {
	var parts []string
	for i, part := range above {
		if named(i) {
			part = fmt.Sprintf("{folder%d}", i+1)
		}
		parts = append(parts, part)
	}
	parts = append(parts, "{cluster}")
	if !files {
		parts = append(parts, "…")
	}
	p, _ := parsePattern(strings.Join(parts, "/"))
	p.only = only
	return ClusterFrom{place: fromPattern, pattern: p}
}

// collectFamilies adds the families below a folder, the folder's own ones first.
func collectFamilies(above []string, objects []*object, all *[]*family) {
	folders, files := map[string][]*object{}, map[string][]*object{}
	for _, o := range objects {
		switch parts := partsOf(o.file); {
		case len(parts) > len(above)+1:
			folders[parts[len(above)]] = append(folders[parts[len(above)]], o)
		default:
			files[parts[len(above)]] = append(files[parts[len(above)]], o)
		}
	}
	for i, children := range []map[string][]*object{folders, files} {
		if f := familyOf(above, children); f != nil {
			f.files = i == 1
			*all = append(*all, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		collectFamilies(append(slices.Clone(above), name), folders[name], all)
	}
}

// familyOf returns the folders or files that have half of their objects or more in common with others; nil without.
func familyOf(above []string, children map[string][]*object) *family {
	f := &family{above: above, clusters: map[string][]*object{}, common: map[string]map[groupKey]bool{},
		doubled: map[string]bool{}}
	has, keys := map[groupKey]int{}, map[string]map[groupKey]int{}
	for name, applications := range applicationsOf(children) {
		keys[name] = map[groupKey]int{}
		for _, key := range applications {
			if keys[name][key]++; keys[name][key] == 1 {
				has[key]++
			} else {
				f.doubled[name] = true
			}
		}
	}
	for name, own := range keys {
		common := map[groupKey]bool{}
		shared := 0
		for key, n := range own {
			if has[key] > 1 {
				common[key], shared = true, shared+n
			}
		}
		if len(common) > 0 {
			f.clusters[name], f.common[name] = children[name], common
			f.objects, f.shared = f.objects+len(children[name]), f.shared+shared
		}
	}
	if len(f.clusters) < 2 || 2*f.shared < f.objects {
		return nil
	}
	return f
}

// isNamedAfterObject reports whether a folder or file is of an application, whose name it has.
func isNamedAfterObject(name string, objects []*object) bool {
	return slices.ContainsFunc(objects, func(o *object) bool { return o.name == name && o.isRelease() })
}

// applicationsOf returns what the objects of folders or files have in common with others of their applications, if the
// names of the folders are those of clusters. A folder that is called like a release in it is of that application.
func applicationsOf(children map[string][]*object) map[string][]groupKey {
	same := map[groupKey][]*object{}
	folders := map[*object]string{}
	for name, objects := range children {
		if isNamedAfterObject(name, objects) {
			continue
		}
		for _, o := range objects {
			on := *o
			on.spelt = name
			folders[&on] = name
			same[on.application()] = append(same[on.application()], &on)
		}
	}
	keys := map[string][]groupKey{}
	for key, objects := range same {
		homes := homesOf(objects)
		for _, o := range objects {
			if !key.known {
				key.namespace = homes[o]
			}
			keys[folders[o]] = append(keys[folders[o]], key)
		}
	}
	return keys
}

// clustersWord is what people call folders of clusters.
var clustersWord = regexp.MustCompile(`^(clusters?|env(ironment)?s?|sites?|stages?|regions?|fleet|spokes?|members?)$`)

// believed returns the families whose folders or files are clusters as far as anybody can tell: they are called so, the
// fleet has their names, flux bootstrap was there, their names come back with other applications, or there is nothing
// else. Of families within each other it takes the upper one, unless the lower ones tell apart what that does not.
func (a *adoption) believed(all []*family, local scene) (kept []*family) {
	applications := map[string]map[groupKey]bool{}
	for _, f := range all {
		for name, common := range f.common {
			if applications[name] == nil {
				applications[name] = map[groupKey]bool{}
			}
			maps.Copy(applications[name], common)
		}
	}
	for _, f := range all {
		isBelow := func(upper *family) bool { return upper.has(f.above) }
		if slices.ContainsFunc(kept, isBelow) || !a.isBelievable(f, applications, local) || f.hasFinerOnes(all) {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// has reports whether a folder is one of the clusters, or below one.
func (f *family) has(folder []string) bool {
	return len(folder) > len(f.above) && slices.Equal(folder[:len(f.above)], f.above) && !f.files &&
		f.clusters[folder[len(f.above)]] != nil
}

func (a *adoption) isBelievable(f *family, applications map[string]map[groupKey]bool, local scene) bool {
	if len(f.above) > 0 && clustersWord.MatchString(strings.ToLower(f.above[len(f.above)-1])) || 2*f.shared >= len(local) {
		return true
	}
	several := 0
	for name := range f.clusters {
		isIt := func(m schema.Member) bool { return m.Name == name }
		if slices.ContainsFunc(a.members, isIt) ||
			a.repository.roots[strings.Join(append(slices.Clone(f.above), name), "/")] {
			return true
		}
		if len(applications[name]) > 1 {
			several++
		}
	}
	return several > 1
}

// hasFinerOnes reports whether clusters have objects twice that families below tell apart, with the same names in
// several clusters: then the clusters of the upper family are sites.
func (f *family) hasFinerOnes(all []*family) bool {
	below, names := map[string]bool{}, map[string]int{}
	for _, lower := range all {
		if lower == f || !f.has(lower.above) {
			continue
		}
		below[lower.above[len(f.above)]] = true
		for name := range lower.clusters {
			names[name]++
		}
	}
	for name := range f.doubled {
		if !below[name] {
			return false
		}
	}
	return len(f.doubled) > 0 && len(below) > 1 && slices.Max(slices.Collect(maps.Values(names))) > 1
}

// pattern returns the place of the names. Where other families have the same names for other clusters, what differs in
// the paths above is part of the names.
func (f *family) pattern(all []*family) ClusterFrom {
	differ := make([]bool, len(f.above))
	for _, other := range all {
		if other == f || len(other.above) != len(f.above) || !f.collides(other) {
			continue
		}
		for i := range f.above {
			differ[i] = differ[i] || f.above[i] != other.above[i]
		}
	}
	only := map[string]bool{}
	for name := range f.clusters {
		only[name] = true
	}
	return placeBelow(f.above, func(i int) bool { return differ[i] }, only, f.files)
}

// collides reports whether a cluster of each of two families has one name and an object of one name.
func (f *family) collides(other *family) bool {
	for name, common := range f.common {
		for key := range common {
			if other.common[name][key] {
				return true
			}
		}
	}
	return false
}
