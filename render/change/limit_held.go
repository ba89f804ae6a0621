package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// handover are the objects of before that another Kustomization of delivery applies after the change.
type handover struct {
	all []*Object // in the order of their IDs, as those below
	// unmarked are those that the first Kustomization deletes if it is faster than the second one: they do not have the
	// annotation kustomize.toolkit.fluxcd.io/prune: disabled.
	unmarked []*Object
	// released are those that have lost the annotation although their files stay where they are: the first Kustomization
	// reads them too until it is gone, and then deletes them.
	released []*Object
	// keeps: some have the annotation still, because the first Kustomization reads their files too.
	keeps bool
	// ordered are the applications that delivery applies in an order now, or no longer so, where nothing else is unmarked.
	ordered []string
}

// handover returns what delivery moves. That Flux then uninstalls releases was measured: with the same source, all 5
// where the first Kustomization is faster, and some of them in 5 of 10 rounds where both run at once. Of released ones,
// all 5 are uninstalled where the first Kustomization reads the folder once more before it is deleted.
func (c *Changes) handover() (moved handover) {
	isMarked := func(o *Object) bool { return kinds.IsKept(o.Content().At) }
	onlyOrders := true
	for before, after := range c.sides.pairs() {
		if before == nil || after == nil || before.Delivers || before.Bootstrap || before.DeliveredBy == after.DeliveredBy {
			continue
		}
		moved.all = append(moved.all, before)
		switch from, to := c.sides.earlier.folderOf(before), c.sides.later.folderOf(after); {
		case !isMarked(before):
			moved.unmarked = append(moved.unmarked, before)
			moved.ordered = append(moved.ordered, before.Application)
			onlyOrders = onlyOrders && kinds.IsOrdered(from) != kinds.IsOrdered(to)
		case from == "" || from != to:
		case isMarked(after):
			moved.keeps = true
		default:
			moved.released = append(moved.released, before)
		}
	}
	slices.Sort(moved.ordered)
	if moved.ordered = slices.Compact(moved.ordered); !onlyOrders {
		moved.ordered = nil
	}
	for _, all := range [][]*Object{moved.all, moved.unmarked, moved.released} {
		slices.SortFunc(all, func(a, b *Object) int { return a.ID.Compare(b.ID) })
	}
	return moved
}

// folderOf returns the folder that the Kustomization of delivery of an object applies; empty where the side does not
// have it. Without delivery, a cluster with a Flux of its own has its folder too.
func (s side) folderOf(o *Object) string {
	if by := s.byKey[key{ID: o.DeliveredBy}]; by != nil {
		return by.printedAnnotation(kinds.AnnotationDelivers).Text()
	}
	return o.Server
}

// checkMoved refuses a change that moves objects between Kustomizations in one commit, and tells the commit before it.
func (c *checker) checkMoved() {
	moved := c.changes.handover()
	if len(moved.all) == 0 {
		return
	}
	p := finding.Problem{Code: wording.CodeMoved, OnKey: true}
	if c.Config != nil && c.Config.Spec().Get("delivery").Exists() {
		p.Subject, p.Node = c.Config.Subject(), c.Config.Spec().Get("delivery")
	}
	if held := slices.Concat(moved.unmarked, moved.released); len(held) > 0 {
		c.problems = append(c.problems, c.hold(p, counted(len(held), "move")+" to another Kustomization",
			func() string { return c.whyMovedIsHeld(moved, held[0]) }))
		return
	}
	commits, then := "two", ""
	if moved.keeps {
		commits, then = "three", "; leave next out when the first Kustomization is gone, or reads another folder"
	}
	p.Severity = finding.SeverityInfo
	p.Detail = fmt.Sprintf("the second of %s commits: %s to another Kustomization, with the annotation %s: disabled "+
		"from the commit before, so that Flux deletes nothing%s", commits, counted(len(moved.all), "move"),
		kinds.AnnotationPrune, then)
	c.problems = append(c.problems, p)
}

func (c *checker) whyMovedIsHeld(moved handover, first *Object) string {
	why, remedy := "uninstalls them when it goes", "write next: {groups: 0} into delivery"
	switch {
	case len(moved.unmarked) > 0:
		why, remedy = "uninstalls what the second one lacks", c.commitBefore(moved)
	case groupCount(c.Config) == "0":
		remedy = "write only delivery: {next: {groups: 1}}"
	}
	if len(moved.unmarked) == 0 {
		remedy += " in this commit too, until the first one is gone, or reads another folder"
	}
	later := c.changes.sides.later.byKey[first.key()]
	return fmt.Sprintf(" (as the %s from %s to %s), and the first one %s; %s", first.ID, deliverer(first, later),
		deliverer(later, first), why, remedy)
}

// deliverer names what applies an object, shortly where the one on the other side has another name.
func deliverer(o, other *Object) string {
	switch by := o.DeliveredBy; {
	case by.Name == "":
		return "the one that applies the folder"
	case by.Name == other.DeliveredBy.Name:
		return by.Namespace + "/" + by.Name
	default:
		return by.Name
	}
}

// commitBefore tells what to commit first. Only another number of groups and orders tell by themselves what they move.
func (c *checker) commitBefore(moved handover) string {
	groups, first := groupCount(c.Config), ""
	switch {
	case groups != "0" && moved.unmarked[0].DeliveredBy.Name == "":
		first = "write only delivery: {next: {groups: " + groups + "}} first"
	case groups != "0" && len(moved.ordered) > 0:
		first = "write only next: {applications: [" +
			strings.Join(moved.ordered, ", ") + "]} into delivery first"
	case groups == "0" || c.resizes():
		first = "write only next: {groups: " + groups + "} into delivery first"
	default:
		first = "write only next: {groups: 0} into delivery first"
	}
	return first + ", render and commit that, and wait for Flux"
}

// resizes reports whether groups come or go, and nothing else: others move where a Kustomization replaces another one,
// and where an object is of another cluster now.
func (c *checker) resizes() bool {
	come, gone := false, false
	for before, after := range c.changes.sides.pairs() {
		come = come || before == nil && after.isGroup()
		gone = gone || after == nil && before.isGroup()
	}
	return come != gone
}

func (o *Object) isGroup() bool {
	return o.Delivers && o.Row == kinds.Kustomization && o.Server == "" &&
		!kinds.IsOrdered(o.printedAnnotation(kinds.AnnotationDelivers).Text())
}

// groupCount returns the number of groups of a RenderConfig: 0 without delivery, 1 where every cluster is a group.
func groupCount(config *schema.Document) string {
	if config == nil || !config.Facts().DeliverySource().Exists() {
		return "0"
	}
	if groups := config.Spec().At("delivery", "groups"); groups.Exists() {
		return groups.Text()
	}
	return "1"
}

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
				p.Severity, p.Detail = finding.SeverityInfo, what+"; the observed workload is ready with this already"
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
