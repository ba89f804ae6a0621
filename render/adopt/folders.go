package adopt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// clusterFolders are the places of clusters in the paths of files.
type clusterFolders struct {
	from     []ClusterFrom
	later    []ClusterFrom // of objects that no Kustomization of a cluster reads
	examples []string      // names of clusters
	fleet    bool          // the names are those of the fleet
	certain  bool          // somebody tells that these are clusters
	shared   int           // how many of their objects are of applications that another one has too
}

func (f clusterFolders) reason() string {
	switch {
	case f.fleet:
		return "clusters of the fleet have the names of these folders, for example " + f.examples[0]
	case f.shared == 0:
		return "each of these folders has a root of Flux, for example " + strings.Join(f.examples, " and ")
	}
	return "the folders or files there have the objects of the same applications, for example " +
		strings.Join(f.examples, " and ")
}

// clusterFolders finds folders, or files, that are of a cluster each. A name that one of them has is a cluster's. It is
// one wherever else a path has it, and so are the names of the fleet, but where a Kustomization of other clusters reads
// the folder.
func (a *adoption) clusterFolders(local scene) (found clusterFolders) {
	all := a.believed(a.families(local), local)
	isSure := slices.ContainsFunc(all, func(f *family) bool { return f.sure })
	known := map[string]bool{}
	for i := range a.members {
		known[a.members[i].Name] = true
	}
	for _, f := range all {
		found.certain, found.shared = found.certain || f.certain, found.shared+f.shared
		if from := f.pattern(all); f.sure == isSure {
			found.from = append(found.from, from)
		} else {
			found.later = append(found.later, from)
		}
		for _, name := range slices.Sorted(maps.Keys(f.clusters)) {
			known[name] = true
			found.examples = append(found.examples, name)
		}
	}
	found.examples = found.examples[:min(len(found.examples), 2)]
	for _, o := range local {
		if placed(found.from, o) || placed(found.later, o) || len(known) == 0 {
			continue
		}
		if from, name := placeOfName(o, known); name != "" {
			if found.later = append(found.later, from); len(found.examples) == 0 {
				found.examples, found.fleet = []string{name}, true
			}
		}
	}
	if found.from, found.later = merged(found.from), merged(found.later); len(found.from) == 0 {
		found.from, found.later = found.later, nil
	}
	return found
}

// uncovered counts the sound objects that have no cluster: no part of their path is one, and no Kustomization that has
// a cluster reads their file.
func (a *adoption) uncovered(local scene, found clusterFolders) int {
	from, left := slices.Concat(found.from, found.later), map[*object]bool{}
	for _, o := range local {
		if !placed(from, o) {
			left[o] = true
		}
	}
	for before := -1; before != len(left); {
		before = len(left)
		read := map[string]bool{}
		for _, o := range local {
			if dir, ok := a.folderOf(o); o.workload == kinds.Kustomization && !left[o] && !o.altered && ok {
				for file := range a.repository.Build(dir) {
					read[file] = true
				}
			}
		}
		maps.DeleteFunc(left, func(o *object, _ bool) bool { return read[o.file] })
	}
	maps.DeleteFunc(left, func(o *object, _ bool) bool { return o.refused || o.stays })
	return len(left)
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

// placed reports whether a part of an object's path is a cluster. A wrong name counts: the error of its place tells it.
func placed(from []ClusterFrom, o *object) bool {
	return slices.ContainsFunc(from, func(c ClusterFrom) bool {
		name, _, _ := c.find(o)
		return name != ""
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
