package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

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
