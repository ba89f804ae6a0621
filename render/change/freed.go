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

// freedom is what an object waits for now that waits for none of those that it waited for.
type freedom struct {
	kind, left string
	waits      bool
	version    string // that Flux brings it to; empty where nobody knows it
}

// free finds the objects of after that changes free: Flux does at once what a gate has held back.
func (c *comparison) free() {
	c.freed = map[*Object]freedom{}
	g := gates{before: c.before, after: c.after, heirs: map[render.ID]render.ID{}, known: map[[2]string]opening{}}
	for _, found := range c.List {
		if found.Before != nil && found.After != nil {
			g.heirs[found.Before.ID] = found.After.ID
		}
	}
	for i := range c.List {
		c.isFreed(&c.List[i], g)
	}
	c.Gated = slices.DeleteFunc(c.Gated, func(found Change) bool {
		freed := c.isFreed(&found, g)
		if freed {
			c.List = append(c.List, found)
		}
		return freed
	})
}

// isFreed reports whether a change frees its object, and tells that in the change.
func (c *comparison) isFreed(found *Change, g gates) bool {
	before, after := found.Before, found.After
	if before == nil || after == nil || !found.Workload || found.Bootstrap || kinds.IsSuspended(after.value) {
		return false
	}
	opened := g.opening(before, after)
	if !opened.opens {
		return false
	}
	f := freedom{kind: after.Kind, left: opened.left, waits: opened.left != "", version: c.after.versionOf(after)}
	switch {
	case f.waits:
	case after.value("spec", "dependsOn").First().Exists():
		f.left = "no wave any more"
	default:
		f.left = "nothing any more"
	}
	c.freed[after] = f
	if Freed.Compare(found.Action) < 0 {
		found.Action = Freed
	}
	found.Effect = strings.TrimPrefix(found.Effect+"; "+f.words(1), "; ")
	return true
}

// words tells what happens to some objects, behind their number.
func (f freedom) words(objects int) string {
	verb, them, when := "waits", "it", " at once"
	if objects > 1 {
		verb, them = "wait", "them"
	}
	if f.waits {
		when = " when that is ready"
	}
	does := "applies " + them
	if f.version != "" {
		does = "brings " + them + " to " + f.version
	}
	return verb + " for " + f.left + ": Flux " + does + when
}

// versionOf returns the version of a workload's chart, or the revision that its source names; empty where none does.
func (s side) versionOf(o *Object) string {
	if version := o.Row.ChartVersion.In(o.value).Text(); version != "" {
		return version
	}
	if reference, source := o.Row.Source(o.value); reference != nil {
		from := s.byKey[key{ID: idOf(reference.Target(source, o.Namespace, o.value), o.Server)}]
		if from == nil {
			return ""
		}
		return s.versionOf(from)
	}
	if field, revision := o.Row.Followed(o.value); field != "" {
		return revision
	}
	return ""
}

// checkFreed refuses a change that frees objects, unless these run already what is rendered.
func (c *checker) checkFreed() {
	held, ready := map[string][]*Change{}, map[string][]*Change{}
	for i := range c.changes.List {
		found := &c.changes.List[i]
		switch _, freed := c.changes.freed[found.After]; {
		case !freed:
		case c.Ready[found.Object]:
			ready[found.Application] = append(ready[found.Application], found)
		default:
			held[found.Application] = append(held[found.Application], found)
		}
	}
	for _, application := range slices.Sorted(maps.Keys(held)) {
		p, digest := finding.Problem{Code: finding.CodeFreed}, c.digestOf(true)
		remedy := "to stop a roll-out, suspend the clusters that must not get it; " + acknowledging(digest)
		if c.Acknowledge == digest {
			p = finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeAcknowledged}
			remedy = "this is acknowledged with " + digest
		}
		c.reportFreed(p, held[application], remedy)
	}
	for _, application := range slices.Sorted(maps.Keys(ready)) {
		p := finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeFreed}
		c.reportFreed(p, ready[application], "what is observed is ready with this already")
	}
}

// reportFreed reports freed objects of an application, and what to do.
func (c *checker) reportFreed(p finding.Problem, changes []*Change, remedy string) {
	of := " of " + changes[0].Application
	if app, found := c.after.applications[changes[0].Application]; found {
		p.Subject, of = app.Document().Subject(), ""
	}
	clusters, objects := map[freedom]map[string]bool{}, map[freedom]int{}
	for _, found := range changes {
		f := c.changes.freed[found.After]
		if objects[f]++; clusters[f] == nil {
			clusters[f] = map[string]bool{}
		}
		clusters[f][found.Cluster] = true
	}
	var parts []string
	for f, n := range objects {
		on := slices.Collect(maps.Keys(clusters[f]))
		parts = append(parts, fmt.Sprintf("%s%s on %s %s (%s)", names.Counted(n, f.kind), of,
			names.Counted(len(on), "cluster"), f.words(n), listed(on)))
	}
	slices.Sort(parts)
	const most = 2
	if more := len(parts) - most; more > 0 {
		parts = append(parts[:most], "and others wait for less")
	}
	p.Detail = c.changes.Secrets.RedactWords(strings.Join(append(parts, remedy), "; "))
	c.problems = append(c.problems, p)
}
