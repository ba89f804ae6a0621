package adopt

import (
	"maps"
	"slices"
)

// believed returns the families whose folders or files are clusters as far as anybody can tell: those that somebody is
// sure of, and those that are plausible. Where somebody is sure of clusters, others must have two of their names. Of
// families within each other it takes the upper one, unless the lower ones tell apart what that does not.
func (a *adoption) believed(all []*family, local scene) (kept []*family) {
	sure := map[string]bool{}
	applications := map[string]map[groupKey]bool{}
	for _, f := range all {
		for name, common := range f.common {
			if applications[name] == nil {
				applications[name] = map[groupKey]bool{}
			}
			maps.Copy(applications[name], common)
		}
		for name := range f.clusters {
			sure[name] = sure[name] || f.sure
		}
	}
	isSure := slices.ContainsFunc(all, func(f *family) bool { return f.sure })
	for _, f := range all {
		isBelow := func(upper *family) bool { return upper.has(f.above) }
		believed := f.sure || f.isPlausible(applications, local) && (!isSure || f.count(sure) > 1)
		if believed && !slices.ContainsFunc(kept, isBelow) && !f.hasFinerOnes(all) {
			kept = append(kept, f)
		}
	}
	return kept
}

// count counts the clusters that have one of some names.
func (f *family) count(names map[string]bool) (count int) {
	for name := range f.clusters {
		if names[name] {
			count++
		}
	}
	return count
}

// isPlausible reports whether nothing speaks against clusters: they, or all but one of them where few objects are there
// twice, have half of their objects in common or more, and their names come back with other applications, or they have
// nearly all that there is. Those of one application do not have what those of another one have: they are no clusters.
func (f *family) isPlausible(applications map[string]map[groupKey]bool, local scene) bool {
	several := 0
	for name := range f.clusters {
		if len(applications[name]) > 1 {
			several++
		}
	}
	mostHave := f.half > 0 && f.half >= len(f.clusters)-1 && !f.isDoubled()
	comeBack := several > 1 || 4*f.shared >= 3*len(local) && (several > 0 || !f.files || f.areStages())
	return (2*f.shared >= f.objects || mostHave) && comeBack && f.hangTogether(applications)
}

// areStages reports whether all clusters are called like stages.
func (f *family) areStages() bool {
	for name := range f.clusters {
		if !stageWord.MatchString(name) {
			return false
		}
	}
	return true
}

// hangTogether reports whether each cluster has an application in common with another one, that with the next, and so
// on to all others.
func (f *family) hangTogether(applications map[string]map[groupKey]bool) bool {
	rest := maps.Clone(f.clusters)
	reached := map[groupKey]bool{}
	for before := -1; before != len(rest); {
		before = len(rest)
		for name := range rest {
			if len(reached) == 0 || haveCommon(reached, applications[name]) {
				maps.Copy(reached, applications[name])
				delete(rest, name)
			}
		}
	}
	return len(rest) == 0
}

func haveCommon(x, y map[groupKey]bool) bool {
	for key := range y {
		if x[key] {
			return true
		}
	}
	return false
}

// isDoubled reports whether many objects of a cluster have the kind and name of another one there.
func (f *family) isDoubled() bool {
	doubled := 0
	for _, keys := range f.doubled {
		doubled += len(keys)
	}
	return 10*doubled > f.objects
}

// has reports whether a folder is one of the clusters, or below one.
func (f *family) has(folder []string) bool {
	return len(folder) > len(f.above) && slices.Equal(folder[:len(f.above)], f.above) && !f.files &&
		f.clusters[folder[len(f.above)]] != nil
}

// hasFinerOnes reports whether clusters have objects twice that families below tell apart, with the same names in
// several clusters: then the clusters of the upper family are sites.
func (f *family) hasFinerOnes(all []*family) bool {
	below, names := map[string]bool{}, map[string]int{}
	for _, lower := range all {
		if lower == f || !f.has(lower.above) {
			continue
		}
		site := lower.above[len(f.above)]
		below[site] = below[site] || lower.tellsApart(f.doubled[site])
		for name := range lower.clusters {
			names[name]++
		}
	}
	for name := range f.doubled {
		if !below[name] {
			return false
		}
	}
	return f.isDoubled() && len(below) > 1 && slices.Max(slices.Collect(maps.Values(names))) > 1
}

// tellsApart reports whether clusters have what somebody else has twice.
func (f *family) tellsApart(doubled map[groupKey]bool) bool {
	for _, common := range f.common {
		for key := range common {
			if doubled[key] {
				return true
			}
		}
	}
	return false
}
