package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/internal/each"
)

// Shared reports whether the members of a group are one application to a reader: they have the same chart or the same
// manifests, or at least a quarter of what they have. Releases of charts with different names are several applications.
func Shared(g Group) bool {
	c := compose(g, nil)
	if len(c.members) < 2 {
		return true
	}
	what := []string{"sourceRef"}
	for _, path := range [][]string{{"path"}, {"chart", "chart"}} {
		if c.entries[0].at(path...) != nil {
			what = path
		}
	}
	names := group(each.Of(c.entries, func(e *value) *value { return e.at(what...) }))
	hasOwn := func(own *value) bool { return own.at(what...) != nil }
	if c.common.at(what...) != nil && !slices.ContainsFunc(c.own, hasOwn) {
		return true
	}
	if what[0] == "chart" && len(names) == len(c.members) {
		return false
	}
	all, own := 0, 0
	for i, entry := range c.entries {
		all, own = all+weight(entry), own+weight(c.own[i])
	}
	return minShare*(all-own) >= all
}

// minShare is the part of what the members have that they must have in common: one in so many.
const minShare = 4

// weight counts the scalars of an entry, without its name and namespace, and where it lies.
func weight(entry *value) (count int) {
	for _, f := range entry.without("name", "namespace", "file").below {
		scalars, _ := f.size()
		count += scalars
	}
	return count
}
