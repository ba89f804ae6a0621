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
	"github.com/fluxapp-dev/fluxapp/schema"
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
	// Digest is what acknowledges these changes; empty is their own digest. A run that makes a part of the changes, and
	// counts all of them, gives the digest of its part.
	Digest string
	// Ready are the objects that are known to be ready with what is rendered after the change, so that nothing happens to
	// them where they wait for nothing any more.
	Ready map[render.ID]bool
}

// Check returns what the limits find in the changes, in file order: for each limit that they exceed an error with
// clusters, causes and the digest that acknowledges them, or information where they are acknowledged.
//
//  1. The limits of an application, over its bases' limits, hold for its clusters. The limits of the RenderConfig hold
//     for the clusters of all applications together. What is written on either side holds: a change that takes a limit
//     away is held by it for the last time.
//  2. Where no limits have maxDeleted or maxReinstalled, the workloads of two clusters of an application may be deleted
//     or reinstalled, or of half of those that it had if that is more.
//  3. Objects that move from one Kustomization of delivery to another must have had the annotation of
//     [Handover] before.
//  4. An object that waits for none of those that it waited for because of waves is held, unless it is ready already.
//  5. Limits count the clusters on which a HelmRelease, Kustomization or KCLRun changes. Percentages are of those
//     that had one before.
func (c Changes) Check(o LimitOptions) finding.Findings {
	k := &checker{LimitOptions: o, changes: c, tally: tallyOf(c), before: knownOf(c.resultBefore, true),
		after: knownOf(c.resultAfter, false), reasons: map[string]string{}}
	if len(k.applications) > 0 {
		for _, name := range slices.Sorted(maps.Keys(k.applications)) {
			k.checkApplication(name)
		}
		k.checkAll(scope{counts: k.run}, k.ofRun())
	}
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
	digest        string            // empty until a message needs it
	reasons       map[string]string // why after does not have applications, as far as messages have needed it
}

// scope is what some limits hold for: an application, or the run.
type scope struct {
	*counts
	application string // empty for the run
	written
}

// written is limits of one side.
type written struct {
	limits    tree.Node
	before    bool // the side
	subject   *finding.Subject
	attribute func([]finding.Problem) // nil where no base can have the limits
}

func (c *checker) checkApplication(name string) {
	s := scope{counts: c.applications[name], application: name}
	all := c.ofApplication(name)
	c.checkAll(s, all)
	if app, found := c.after.applications[name]; found {
		s.subject = app.Document().Subject()
	}
	for _, number := range numbers {
		if number.usual && !writes(all, number.field) && !writes(c.ofRun(), number.field) {
			c.checkDefault(s, number)
		}
	}
	if !writes(all, "protected") && !writes(c.ofRun(), "protected") {
		c.checkProtected(s)
	}
}

// ofApplication returns the limits of an application after the change and before it.
func (c *checker) ofApplication(name string) (all []written) {
	for _, side := range []known{c.after, c.before} {
		if app, found := side.applications[name]; found && app.Limits().Exists() {
			all = append(all, written{app.Limits(), side.isBefore, app.Document().Subject(), app.Attribute})
		}
	}
	return all
}

// ofRun returns the limits of the RenderConfigs after the change and before it.
func (c *checker) ofRun() (all []written) {
	for i, config := range []*schema.Document{c.Config, c.BeforeConfig} {
		if config != nil {
			all = append(all, written{config.Spec().Get("limits"), i > 0, config.Subject(), nil})
		}
	}
	return all
}

func writes(all []written, field string) bool {
	return slices.ContainsFunc(all, func(w written) bool { return w.limits.Get(field).Exists() })
}

// number is a limit that is an amount.
type number struct {
	field   string
	measure measure
	code    finding.Code
	usual   bool // there is one where nobody has written it
}

var numbers = []number{
	{"maxDeleted", deletion, finding.CodeMaxDeleted, true},
	{"maxChanged", anyChange, finding.CodeMaxChanged, false},
	{"maxReinstalled", reinstallation, finding.CodeMaxReinstalled, true},
}

// checkAll checks the limits of both sides; those that are the same on both once.
func (c *checker) checkAll(s scope, all []written) {
	for i, w := range all {
		s.written = w
		isNew := func(field string) bool {
			limit := w.limits.Get(field)
			return limit.Exists() &&
				(i == 0 || !bytes.Equal(tree.AppendJSON(nil, limit), tree.AppendJSON(nil, all[0].limits.Get(field))))
		}
		for _, number := range numbers {
			if isNew(number.field) {
				c.checkNumber(s, number)
			}
		}
		if isNew("protected") {
			c.checkProtected(s)
		}
	}
}

func (c *checker) checkNumber(s scope, number number) {
	limit, changes := s.limits.Get(number.field), s.changes[number.measure]
	if most := amountOf(limit); !most.allows(len(changes), len(s.clusters)) {
		allowed := ", and "
		if s.before {
			allowed = ", and before this change "
		}
		c.report(exceeded{scope: s, code: number.code, limit: limit, measure: number.measure, byCluster: changes,
			allowed: allowed + most.words(len(s.clusters))})
	}
}

// The usual limit: a change may delete or reinstall on half of the clusters of an application, and on two of few.
const fewClusters = 2

// checkDefault checks an application for which nobody has written a limit. Deleted does not count as reinstalled too.
func (c *checker) checkDefault(s scope, number number) {
	changes, most := maps.Clone(s.changes[number.measure]), max(fewClusters, len(s.clusters)/2)
	if number.measure != deletion {
		maps.DeleteFunc(changes, func(cluster string, _ []*Change) bool { return s.changes[deletion][cluster] != nil })
	}
	if len(changes) > most {
		allowed := ", and without limits." + number.field + " " + names.Number(most) + " are allowed"
		c.report(exceeded{scope: s, code: number.code, measure: number.measure, byCluster: changes, allowed: allowed})
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
	reported := map[string]bool{}
	for _, m := range []measure{deletion, reinstallation} {
		e := exceeded{scope: s, code: finding.CodeProtected, limit: limit, measure: m, allowed: allowed,
			byCluster: map[string][]*Change{}}
		for cluster, changes := range s.changes[m] {
			if reported[cluster] {
				continue
			}
			protected, unknown := c.protects(selector, cluster, changes)
			protected = protected || !s.before && slices.ContainsFunc(changes, wasProtected)
			if protected {
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

func wasProtected(found *Change) bool { return found.Before.Protected() }

// protects reports whether a selector matches the cluster of some changes, by the labels that it has or had. A cluster
// that is gone, with labels that nobody knows, is protected too; one that an entry names itself has no labels.
func (c *checker) protects(selector *fleet.Selector, cluster string,
	changes []*Change) (protected, unknown bool) {
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
	case cluster == "" || len(c.before.applications) > 0 || c.served[place{"", cluster}]:
		return selector.Matches(&schema.Member{}), false
	}
	return true, true
}

type amount struct {
	number  int
	percent bool
}

// amountOf reads the value of a limit. Render has refused one that is none.
func amountOf(n tree.Node) amount {
	digits, percent := strings.CutSuffix(n.Text(), "%")
	number, _ := strconv.Atoi(digits)
	return amount{number, percent}
}

// allows reports whether a change may be on so many clusters of all. Percentages are not rounded: 50% of 3 allow 1.
func (a amount) allows(clusters, all int) bool {
	if a.percent {
		return clusters*100 <= a.number*all
	}
	return clusters <= a.number
}

// words tells how many clusters of all the limit allows, for a message.
func (a amount) words(all int) string {
	most := names.Number(a.number)
	if a.percent {
		most = names.Number(a.number * all / 100)
	}
	if most == "0" {
		most = "none"
	}
	if a.percent {
		return fmt.Sprintf("%d%% allows %s", a.number, most)
	}
	return "the limit allows " + most
}
