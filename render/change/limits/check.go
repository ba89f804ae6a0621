package limits

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
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
		c.checkRun()
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

// checkRun checks the limits of the RenderConfig.
func (c *checker) checkRun() {
	if limits := c.ofRun(); limits.Exists() {
		c.check(scope{counts: c.run, limits: limits, subject: c.Config.Subject()})
	}
}

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
			c.report(exceeded{
				scope: s, code: number.code, limit: limit, measure: number.measure, on: changes,
				allowed: ", and " + most.words(len(s.clusters)),
			})
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
		c.report(exceeded{scope: s, code: finding.CodeMaxDeleted, measure: deletion, on: deleted, allowed: allowed})
	}
}
