package limits

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Rules decide whether a change may happen.
type Rules struct {
	// Before and After are the runs of the two sides. Before is the zero Result where its objects were only read.
	Before, After render.Result
	// Config is the RenderConfig of the run; nil without one.
	Config *schema.Document
	// Acknowledge is the digest of the change that may happen whatever the limits allow; empty acknowledges none.
	Acknowledge string
	// Digest is what acknowledges these changes; empty is their own digest. A run that makes a part of the changes, and
	// counts all of them, gives the digest of its part.
	Digest string
}

// Check returns what the limits find in the changes, in file order: for each limit that they exceed an error with
// clusters, causes and the digest that acknowledges them, or information where they are acknowledged.
//
//  1. The limits of an application, over its bases' limits, hold for its clusters after the change, or before it
//     where the application is gone. The limits of the RenderConfig hold for the clusters of all applications
//     together.
//  2. Where neither an application nor the RenderConfig has maxDeleted, the application may lose two clusters, or
//     half of those that it had if that is more.
//  3. Limits count the clusters on which a HelmRelease, Kustomization or KCLRun changes. Percentages are of those
//     that had one before.
func Check(changes change.Changes, r Rules) finding.Findings {
	c := &checker{Rules: r, changes: changes, tally: tallyOf(changes)}
	if len(c.applications) > 0 {
		c.before, c.after, c.reasons = knownOf(r.Before), knownOf(r.After), map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(c.applications)) {
			c.checkApplication(name)
		}
		if limits := c.ofRun(); limits.Exists() {
			c.check(scope{counts: c.run, limits: limits, subject: c.Config.Subject()})
		}
	}
	c.reportUnneeded()
	return finding.Locate(c.problems)
}

type checker struct {
	Rules
	tally
	changes       change.Changes
	before, after known
	problems      []finding.Problem
	digest        string            // empty until a message needs it
	reasons       map[string]string // why after does not have applications, as far as messages have needed it
}

// scope is what some limits hold for: an application, or the run.
type scope struct {
	*counts
	application string // empty for the run
	limits      tree.Node
	subject     *finding.Subject
	attribute   func([]finding.Problem) // nil where no base can have the limits
}

func (c *checker) checkApplication(name string) {
	s := scope{counts: c.applications[name], application: name}
	app, found := c.after.applications[name]
	if !found {
		app, found = c.before.applications[name]
		found = found && app.Limits().Exists()
	}
	if found {
		s.limits, s.subject, s.attribute = app.Limits(), app.Document().Subject(), app.Attribute
	}
	c.check(s)
	if !s.limits.Get("maxDeleted").Exists() && !c.ofRun().Get("maxDeleted").Exists() {
		c.checkDefault(s)
	}
}

// ofRun returns the limits of the RenderConfig.
func (c *checker) ofRun() tree.Node {
	if c.Config == nil {
		return tree.Node{}
	}
	return c.Config.Spec().Get("limits")
}

// numbers are the limits that are amounts.
var numbers = []struct {
	field   string
	measure measure
	code    finding.Code
}{
	{"maxDeleted", deletion, finding.CodeMaxDeleted},
	{"maxChanged", anyChange, finding.CodeMaxChanged},
	{"maxReinstalled", reinstallation, finding.CodeMaxReinstalled},
}

func (c *checker) check(s scope) {
	for _, number := range numbers {
		limit, changes := s.limits.Get(number.field), s.changes[number.measure]
		if most := amountOf(limit); limit.Exists() && !most.allows(len(changes), len(s.clusters)) {
			c.report(exceeded{scope: s, code: number.code, limit: limit, measure: number.measure, byCluster: changes,
				allowed: ", and " + most.words(len(s.clusters))})
		}
	}
	c.checkProtected(s)
}

// The default of maxDeleted: a change may delete from half of the clusters of an application, and from two of few.
const fewClusters = 2

// checkDefault checks what holds for an application where nobody has written maxDeleted.
func (c *checker) checkDefault(s scope) {
	deleted, most := s.changes[deletion], max(fewClusters, len(s.clusters)/2)
	if len(deleted) > most {
		allowed := ", and without limits.maxDeleted " + names.Number(most) + " are allowed"
		c.report(exceeded{scope: s, code: finding.CodeMaxDeleted, measure: deletion, byCluster: deleted, allowed: allowed})
	}
}

// checkProtected checks that nothing is deleted and nothing is reinstalled on the clusters that limits protect.
func (c *checker) checkProtected(s scope) {
	limit := s.limits.At("protected", "clusterSelector")
	if limit.Kind() != tree.Map {
		return
	}
	selector, wrong := fleet.NewSelector(limit)
	if len(wrong) > 0 { // an error of the document
		return
	}
	reported := map[string]bool{}
	for _, m := range []measure{deletion, reinstallation} {
		e := exceeded{scope: s, code: finding.CodeProtected, limit: limit, measure: m,
			byCluster: map[string][]*change.Change{}}
		for cluster, changes := range s.changes[m] {
			if reported[cluster] {
				continue
			}
			protected, unknown := c.protects(selector, cluster, changes)
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

// protects reports whether a selector matches the cluster of some changes, by the labels that it has or had. A cluster
// that is gone, with labels that nobody knows, is protected too; one that an entry names itself has no labels.
func (c *checker) protects(selector *fleet.Selector, cluster string,
	changes []*change.Change) (protected, unknown bool) {
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

// amount is how many clusters a limit allows.
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
