package change

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// LimitOptions decide, with the limits of applications, whether a change may happen.
type LimitOptions struct {
	// Config is the RenderConfig of the run, and BeforeConfig the one of the side before; nil without one.
	Config, BeforeConfig *schema.Document
	// Acknowledge is the digest of the change that may happen whatever the limits allow; empty acknowledges none.
	Acknowledge string
	// Ready are the objects that are ready with what is rendered after the change: nothing happens if they are freed.
	Ready map[render.ID]bool
}

// Check returns what the limits find in the changes, in file order: for each limit that they exceed an error with
// clusters, effects and the digest that acknowledges them, or a note where they are acknowledged.
//
//  1. The limits of an application, over its bases' limits, hold for its clusters, and those of the RenderConfig for
//     the clusters of all applications together. The limits of both sides hold, also one that the change takes away.
//  2. Where no limits have maxDeleted or maxReinstalled, the workloads of two clusters of an application may be deleted
//     or reinstalled, or of half of those that it had if that is more.
//  3. Objects that move to another Kustomization of delivery must have been annotated with prune: disabled before.
//  4. An object that waits for none of those that it waited for because of waves is held, unless it is ready already.
//  5. Limits count the clusters on which a workload changes. Percentages are of those that had one before.
func (c Changes) Check(o LimitOptions) finding.Findings {
	k := &checker{LimitOptions: o, changes: c, tally: tallyOf(c), before: knownOf(c.resultBefore),
		after: knownOf(c.resultAfter)}
	for _, name := range slices.Sorted(maps.Keys(k.applications)) {
		k.checkApplication(name)
	}
	k.checkWritten(k.ofRun())
	k.checkMoved()
	k.checkFreed()
	k.checkTaken()
	k.reportUnneeded()
	return finding.Locate(k.problems)
}

type checker struct {
	LimitOptions
	tally
	changes       Changes
	before, after known
	problems      []finding.Problem
	digest        string   // of all, also of final objects; empty until a message needs it
	flux          string   // of the objects of Flux alone, as other commands tell it
	told          []string // why the change is held
}

// scope is limits of one side, and the clusters that they hold for: those of an application, or of the run.
type scope struct {
	*counts
	application string // empty for the run
	limits      tree.Node
	isBefore    bool // the side
	subject     *finding.Subject
	attribute   func([]finding.Problem) // nil where no base can have the limits
}

func (c *checker) checkApplication(name string) {
	var all []scope
	for i, side := range []known{c.after, c.before} {
		if app, found := side.applications[name]; found && app.Limits().Exists() {
			all = append(all,
				scope{c.applications[name], name, app.Limits(), i > 0, app.Document().Subject(), app.Attribute})
		}
	}
	c.checkWritten(all)
	s := scope{counts: c.applications[name], application: name}
	if app, found := c.after.applications[name]; found {
		s.subject = app.Document().Subject()
	}
	isWritten := func(field string) bool {
		return slices.ContainsFunc(slices.Concat(all, c.ofRun()), func(s scope) bool { return s.limits.Get(field).Exists() })
	}
	for _, number := range numbers {
		if number.usual && !isWritten(number.field) {
			c.checkUsual(s, number)
		}
	}
	if !isWritten("protected") {
		c.checkProtected(s)
	}
}

func (c *checker) ofRun() (all []scope) {
	for i, config := range []*schema.Document{c.Config, c.BeforeConfig} {
		if config != nil {
			all = append(all, scope{c.run, "", config.Spec().Get("limits"), i > 0, config.Subject(), nil})
		}
	}
	return all
}

type number struct {
	field   string
	measure measure
	code    finding.Code
	usual   bool // there is one where nobody has written it
}

var numbers = []number{
	{"maxDeleted", deletion, wording.CodeMaxDeleted, true},
	{"maxChanged", anyChange, wording.CodeMaxChanged, false},
	{"maxReinstalled", reinstallation, wording.CodeMaxReinstalled, true},
	{"final", deletion, wording.CodeMaxFinalDeleted, false}, // of final objects
}

// checkWritten checks the limits of both sides; those that are the same on both once.
func (c *checker) checkWritten(all []scope) {
	for i, s := range all {
		isNew := func(field string) bool {
			limit := s.limits.Get(field)
			return limit.Exists() &&
				(i == 0 || !bytes.Equal(tree.AppendJSON(nil, limit), tree.AppendJSON(nil, all[0].limits.Get(field))))
		}
		for _, number := range numbers {
			limit, changes := s.limits.Get(number.field), s.changes[number.measure]
			if number.field == "final" {
				limit, changes = limit.Get("maxDeleted"), c.finalDeleted(s)
			}
			isAllowed, words := allowed(limit, len(changes), len(s.clusters))
			if isAllowed || !limit.Exists() || !isNew(number.field) {
				continue
			}
			when := ", and "
			if s.isBefore {
				when = ", and before this change "
			}
			c.report(exceeded{scope: s, code: number.code, limit: limit, measure: number.measure, byCluster: changes,
				allowed: when + words})
		}
		if isNew("protected") {
			c.checkProtected(s)
		}
	}
}

// dataKinds are the kinds whose end deletes data. They count where limits name none.
var dataKinds = []string{"PersistentVolumeClaim", "PersistentVolume", "CustomResourceDefinition", "Namespace"}

// finalDeleted returns, as changes, the final objects that go and that limits count, by the clusters.
func (c *checker) finalDeleted(s scope) map[string][]*Change {
	counted, all := slices.Clone(dataKinds), map[string][]*Change{}
	if written := s.limits.At("final", "kinds"); written.Len() > 0 {
		counted = each.In(written.Children(), tree.Node.Text)
	}
	for _, d := range c.changes.Final {
		if slices.Contains(counted, d.Kind) && (s.application == "" || s.application == d.Application) {
			found := &Change{Action: Deleted, Cluster: clusterOf(d.Cluster),
				Effect: "Flux deletes " + d.Kind + " " + names.List(d.Names, 3)}
			all[found.Cluster] = append(all[found.Cluster], found)
		}
	}
	return all
}

// allowed reports whether a limit allows a change on so many clusters of all, and tells how many it allows. Percentages
// are not rounded: 50% of 3 allow 1. Render has refused what is no number.
func allowed(limit tree.Node, clusters, all int) (isAllowed bool, words string) {
	digits, isPercent := strings.CutSuffix(limit.Text(), "%")
	number, _ := strconv.Atoi(digits)
	prefix, most := "the limit allows ", number
	if isPercent {
		prefix, most = fmt.Sprintf("%d%% allows ", number), number*all/100
	}
	if most == 0 {
		return clusters == 0, prefix + "none"
	}
	return clusters <= most, prefix + names.Number(most)
}

// The usual limit: a change may delete or reinstall on half of the clusters of an application, and on two of few.
const fewClusters = 2

// checkUsual checks an application for which nobody has written a limit. Deleted does not count as reinstalled too.
func (c *checker) checkUsual(s scope, number number) {
	changes, most := maps.Clone(s.changes[number.measure]), max(fewClusters, len(s.clusters)/2)
	if number.measure != deletion {
		maps.DeleteFunc(changes, func(cluster string, _ []*Change) bool { return s.changes[deletion][cluster] != nil })
	}
	if len(changes) > most {
		c.report(exceeded{scope: s, code: number.code, measure: number.measure, byCluster: changes,
			allowed: ", and without limits." + number.field + " " + names.Number(most) + " are allowed"})
	}
}

// checkProtected checks that nothing is deleted and nothing is reinstalled on the clusters that limits protect, or that
// limits have protected when the objects were rendered that are there.
func (c *checker) checkProtected(s scope) {
	limit := fleet.Protected(s.limits)
	var selector *fleet.Selector
	allowed := ""
	if limit.Kind() == tree.Map {
		selector, _ = fleet.NewSelector(limit) // nil for a wrong one, which is an error of the document
	} else {
		allowed = ", by the annotation " + kinds.AnnotationProtected + " of the rendered objects"
	}
	wasProtected := func(c *Change) bool { // by the limits of an earlier run
		return c.Before.read && c.Before.printedAnnotation(kinds.AnnotationProtected).Text() == "true"
	}
	reported := map[string]bool{}
	for _, m := range []measure{deletion, reinstallation} {
		e := exceeded{scope: s, code: wording.CodeProtected, limit: limit, measure: m, allowed: allowed,
			byCluster: map[string][]*Change{}}
		for cluster, changes := range s.changes[m] {
			if reported[cluster] {
				continue
			}
			protected, unknown := c.protects(selector, cluster, changes)
			if protected || !s.isBefore && slices.ContainsFunc(changes, wasProtected) {
				e.byCluster[cluster], reported[cluster] = changes, true
			}
			if unknown {
				e.unknown = append(e.unknown, cluster)
			}
		}
		if len(e.byCluster) > 0 {
			c.report(e)
		}
	}
}

// protects reports whether a selector matches the cluster of some changes, by the labels that it has or had. A cluster
// that is gone, with labels that nobody knows, is protected too; one that an entry names itself has no labels.
func (c *checker) protects(selector *fleet.Selector, cluster string, changes []*Change) (protected, unknown bool) {
	if selector == nil {
		return false, false
	}
	labelled := false
	for _, found := range changes {
		for _, side := range []known{c.before, c.after} {
			if member := side.cluster(found.Before.Application, cluster); member != nil {
				labelled, protected = true, protected || selector.Matches(member)
			}
		}
	}
	switch {
	case labelled:
		return protected, false
	case cluster == "" || len(c.before.applications) > 0 || c.served[cluster]:
		return selector.Matches(&schema.Member{}), false
	}
	return true, true
}

// known is what limits know of one of two runs. It is empty for a side whose objects were read and not rendered.
type known struct {
	applications map[string]render.Application // by their names
	clusters     map[string]*schema.Member     // among the documents, by name; the hub also by the empty one
}

func knownOf(run render.Result) known {
	k := known{map[string]render.Application{}, map[string]*schema.Member{}}
	for _, app := range run.Applications() {
		k.applications[app.Name()] = app
	}
	all := run.Clusters()
	for i := range all {
		name := all[i].Name
		if all[i].Hub() {
			name = ""
		}
		k.clusters[name] = &all[i]
	}
	return k
}

// cluster returns a cluster as an application, or else its own document, has it; nil when nobody knows it.
func (k known) cluster(application, name string) *schema.Member {
	if app, found := k.applications[application]; found {
		return app.Cluster(name)
	}
	return k.clusters[name]
}
