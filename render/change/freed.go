package change

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// free finds the objects that wait for none of those that they waited for because of waves.
func (c *comparison) free() {
	c.freed = map[*Object]string{}
	g := gates{c.before, c.after, map[render.ID]render.ID{}, map[[2]string]string{}}
	for _, found := range c.List {
		if found.Before != nil && found.After != nil {
			g.heirs[found.Before.ID] = found.After.ID
		}
	}
	for i := range c.List {
		c.addFreed(&c.List[i], g)
	}
	c.Gated = slices.DeleteFunc(c.Gated, func(found Change) bool {
		c.addFreed(&found, g)
		if found.Action == Freed {
			c.List = append(c.List, found)
		}
		return found.Action == Freed
	})
}

// addFreed adds to a change that its object is freed, if it is active and is.
func (c *comparison) addFreed(found *Change, g gates) {
	before, after := found.Before, found.After
	if before == nil || after == nil || !found.Workload || found.Bootstrap || kinds.IsSuspended(after.value) {
		return
	}
	left := g.opened(before, after)
	if left == "" {
		return
	}
	does, when := "applies it", " when that is ready"
	if version := c.after.version(after); version != "" {
		does = "brings it to " + version
	}
	if left == nothing {
		when = " at once"
		if kinds.DependsOn.In(after.value).First().Exists() {
			left = "no wave any more"
		}
	}
	c.freed[after] = "waits for " + left + ": Flux " + does + when
	found.Effect = strings.TrimPrefix(found.Effect+"; "+c.freed[after], "; ")
	if Freed.Compare(found.Action) < 0 {
		found.Action = Freed
	}
}

// version returns the version of a workload's chart, or what its source names; empty where nobody knows it.
func (s side) version(o *Object) string {
	if o == nil {
		return ""
	}
	if version := o.Row.ChartVersion.In(o.value).Text(); version != "" {
		return version
	}
	if reference, source := o.Row.Source(o.value); reference != nil {
		return s.version(s.byKey[key{ID: idOf(reference.Target(source, o.Namespace, o.value), o.Server)}])
	}
	field, revision := o.Row.Followed(o.value)
	if field == "" {
		return ""
	}
	return revision
}
