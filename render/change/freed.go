package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
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

// checkFreed refuses a change that frees objects, and tells of those that are ready with what they are brought to.
func (c *checker) checkFreed() {
	held, ready := map[string][]*Change{}, map[string][]*Change{}
	for i := range c.changes.List {
		found := &c.changes.List[i]
		switch {
		case c.changes.freed[found.After] == "":
		case c.Ready[found.Object]:
			ready[found.Application] = append(ready[found.Application], found)
		default:
			held[found.Application] = append(held[found.Application], found)
		}
	}
	p := finding.Problem{Code: finding.CodeFreed, Detail: "to stop a roll-out, suspend the clusters that must not get " +
		"it; " + acknowledging(c.digestOf(len(held) > 0))}
	if c.Acknowledge != "" && c.Acknowledge == c.digest {
		p = finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeAcknowledged,
			Detail: "this is acknowledged with " + c.digest}
	}
	c.reportFreed(held, p)
	c.reportFreed(ready, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeFreed,
		Detail: "what is observed is ready with this already"})
}

// reportFreed reports freed objects of each application, with what a problem says about them.
func (c *checker) reportFreed(freed map[string][]*Change, p finding.Problem) {
	remedy := p.Detail
	for _, name := range slices.Sorted(maps.Keys(freed)) {
		of := " of " + name
		if app, found := c.after.applications[name]; found {
			p.Subject, of = app.Document().Subject(), ""
		}
		alike := map[string][]*Change{}
		for _, found := range freed[name] {
			words := c.changes.freed[found.After]
			alike[words] = append(alike[words], found)
		}
		var parts []string
		for _, words := range slices.Sorted(maps.Keys(alike)) {
			parts = append(parts, told(alike[words], of, words))
		}
		const most = 2
		if len(parts) > most {
			parts = append(parts[:most], "others are freed too")
		}
		p.Detail = sentence(c.changes.Secrets, strings.Join(append(parts, remedy), "; "))
		c.problems = append(c.problems, p)
	}
}

// told tells what the objects of some changes do.
func told(all []*Change, of, words string) string {
	clusters := map[string]bool{}
	for _, found := range all {
		clusters[found.Cluster] = true
	}
	objects := names.Counted(len(all), all[0].Object.Kind)
	if len(all) > 1 {
		objects = "each of " + objects
	}
	return fmt.Sprintf("%s%s on %s %s (%s)", objects, of, names.Counted(len(clusters), "cluster"), words,
		listed(slices.Collect(maps.Keys(clusters))))
}
