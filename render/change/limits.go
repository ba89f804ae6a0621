package change

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Rules decide whether a change may happen.
type Rules struct {
	// Before and After are the runs of the two sides. Before is the zero Result where the objects were read and not
	// rendered.
	Before, After render.Result
	// Config is the RenderConfig of the run; nil without one.
	Config *schema.Document
	// Acknowledge is the digest of the change that may happen whatever the limits allow; empty acknowledges none.
	Acknowledge string
	// Digest is what acknowledges these changes; empty is their own digest. A run that makes a part of the changes, and
	// counts all of them, gives that of its part.
	Digest string
}

// Check returns what the limits say about the changes, in file order: an error for each limit that they pass, with
// the clusters, the causes and the digest that acknowledges them, or information about it where they are
// acknowledged.
//
//  1. The limits of an application, over those of its bases, hold for its clusters: those of after, or those of
//     before where after does not have the application. Those of the RenderConfig hold for the clusters of all
//     applications together.
//  2. Where neither an application nor the RenderConfig has maxDeleted, the application may lose two clusters, or
//     half of those that it had if that is more.
//  3. Limits count the clusters on which a HelmRelease, Kustomization or KCLRun changes. Percentages are of those
//     that had one before.
func (c Changes) Check(r Rules) finding.Findings {
	b := &brake{rules: r, changes: c, tally: c.tally()}
	if len(b.of) > 0 {
		b.before, b.after, b.reasons = knowledgeOf(r.Before), knowledgeOf(r.After), map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(b.of)) {
			b.checkApplication(name)
		}
		b.checkRun()
	}
	b.reportUnneeded()
	return finding.Locate(b.problems)
}

// brake checks limits.
type brake struct {
	tally
	rules         Rules
	changes       Changes
	before, after knowledge
	problems      []finding.Problem
	digest        string            // empty until a message needs it
	reasons       map[string]string // why after does not have applications, as far as messages have needed it
}

// limits are those of one scope: an application, or the run.
type limits struct {
	*counts
	application string // empty for the run
	written     tree.Node
	subject     *finding.Subject
	attribute   func([]finding.Problem) // nil where no base can have them
}

// checkApplication checks the limits of an application.
func (b *brake) checkApplication(name string) {
	l := limits{counts: b.of[name], application: name}
	app, found := b.after.applications[name]
	if !found {
		app, found = b.before.applications[name]
		found = found && app.Limits().Exists()
	}
	if found {
		l.written, l.subject, l.attribute = app.Limits(), app.Document().Subject(), app.Attribute
	}
	b.check(l)
	if !l.written.Get("maxDeleted").Exists() && !b.written().Get("maxDeleted").Exists() {
		b.checkDefault(l)
	}
}

// checkRun checks the limits of the RenderConfig.
func (b *brake) checkRun() {
	if written := b.written(); written.Exists() {
		b.check(limits{counts: b.run, written: written, subject: b.rules.Config.Subject()})
	}
}

// written returns the limits of the RenderConfig.
func (b *brake) written() tree.Node {
	if b.rules.Config == nil {
		return tree.Node{}
	}
	return b.rules.Config.Spec().Get("limits")
}

// numbers are the limits that are amounts.
var numbers = []struct {
	field string
	of    measure
	code  finding.Code
}{
	{"maxDeleted", deletion, finding.CodeMaxDeleted},
	{"maxChanged", anyChange, finding.CodeMaxChanged},
	{"maxReinstalled", reinstallation, finding.CodeMaxReinstalled},
}

// check checks the limits that are written.
func (b *brake) check(l limits) {
	for _, number := range numbers {
		n, on := l.written.Get(number.field), l.on[number.of]
		if most := amountOf(n); n.Exists() && !most.allows(len(on), len(l.all)) {
			b.report(l, excess{code: number.code, node: n, measure: number.of, on: on,
				allowed: ", and " + most.words(len(l.all))})
		}
	}
	b.checkProtected(l)
}

// checkDefault checks what holds for an application where nobody has written maxDeleted.
func (b *brake) checkDefault(l limits) {
	on, all := l.on[deletion], len(l.all)
	if allowsByDefault(len(on), all) {
		return
	}
	allowed := ", and without limits.maxDeleted " + wording.Thousands(max(fewClusters, all/2)) + " are allowed"
	b.report(l, excess{code: finding.CodeMaxDeleted, measure: deletion, on: on, allowed: allowed})
}
