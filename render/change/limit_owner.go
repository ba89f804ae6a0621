package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checkFreed refuses a change that frees objects, and tells of those that are ready with what they are brought to.
func (c *checker) checkFreed() {
	for _, isReady := range []bool{false, true} {
		freed := map[string][]*Change{} // by application
		for i := range c.changes.List {
			if found := &c.changes.List[i]; found.freed != "" && c.Ready[found.Object] == isReady {
				freed[found.Application] = append(freed[found.Application], found)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(freed)) {
			p, what := c.freed(name, freed[name])
			if isReady {
				p.Severity, p.Detail = finding.SeverityInfo, what+"; what is observed is ready with this already"
			} else {
				p = c.hold(p, what, func() string {
					return "; to stop a roll-out, suspend the clusters that must not get it"
				})
			}
			c.problems = append(c.problems, p)
		}
	}
}

func (c *checker) freed(application string, all []*Change) (p finding.Problem, what string) {
	p.Code = wording.CodeFreed
	of := " of " + application
	if app, found := c.after.applications[application]; found {
		p.Subject, of = app.Document().Subject(), ""
	}
	alike := map[string][]*Change{}
	for _, found := range all {
		alike[found.freed] = append(alike[found.freed], found)
	}
	var parts []string
	for _, words := range slices.Sorted(maps.Keys(alike)) {
		objects := names.Counted(len(alike[words]), alike[words][0].Object.Kind)
		clusters := each.Once(alike[words], func(found *Change) string { return found.Cluster })
		if len(alike[words]) > 1 {
			objects = "each of " + objects
		}
		parts = append(parts, fmt.Sprintf("%s%s on %s %s (%s)", objects, of, names.Counted(len(clusters), "cluster"), words,
			listed(slices.Collect(maps.Keys(clusters)))))
	}
	const most = 2
	if len(parts) > most {
		parts = append(parts[:most], "others are freed too")
	}
	return p, sentence(c.changes.Secrets, strings.Join(parts, "; "))
}

// checkTaken tells whose objects other documents have now, where their own document is gone. It refuses that where more
// differs than follows from the name of the application: two of them may have one name by mistake.
func (c *checker) checkTaken() {
	taken := map[string][]*Change{}
	for i := range c.changes.List {
		found := &c.changes.List[i]
		if found.Before == nil || found.After == nil || found.Bootstrap || found.Before.ID != found.After.ID {
			continue
		}
		before := found.Before.Application
		if _, stays := c.after.applications[before]; !stays && before != found.Application {
			taken[before+" "+found.Application] = append(taken[before+" "+found.Application], found)
		}
	}
	for _, owners := range slices.Sorted(maps.Keys(taken)) {
		c.reportTaken(taken[owners])
	}
}

func (c *checker) reportTaken(changes []*Change) {
	first := changes[0]
	p := finding.Problem{Severity: finding.SeverityInfo, Code: wording.CodeTakenOver}
	if app, found := c.after.applications[first.Application]; found {
		p.Subject = app.Document().Subject()
	}
	what := fmt.Sprintf("%s takes over %s of %s, which is not among the documents, for example the %s",
		first.Application, names.Counted(len(changes), "object"), first.Before.Application, first.Object)
	differs := slices.IndexFunc(changes, func(found *Change) bool { return found.differsMore() != "" })
	if differs < 0 {
		p.Detail = what + "; only the name of the application differs, so that nothing happens to what runs"
	} else {
		p = c.hold(p, what, func() string {
			return fmt.Sprintf("; more than a name differs, as %s of the %s does; write another name if these are two "+
				"applications", changes[differs].differsMore(), changes[differs].Object)
		})
	}
	p.Detail = sentence(c.changes.Secrets, p.Detail)
	c.problems = append(c.problems, p)
}

// differsMore returns the first field that does not follow from the name of the document; empty for none. Where the
// change reinstalls or deletes something, none follows.
func (c *Change) differsMore() string {
	for _, f := range c.Fields {
		follows := c.Action.compare(Renamed) >= 0 && f.Before != "" &&
			withoutOwner(f.Before, c.Before.Application) == withoutOwner(f.After, c.Application)
		if !follows && f.Path != "metadata.annotations"+tree.Step(kinds.AnnotationRenderedFrom) {
			return f.Path
		}
	}
	return ""
}

func withoutOwner(value, application string) string {
	return wording.WithoutOwn(wording.WithoutOwn(value, application), application[strings.IndexByte(application, '/')+1:])
}
