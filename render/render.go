package render

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/rules"
	"github.com/fluxapp-dev/fluxapp/render/internal/verify"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Render returns the Flux objects of all applications among the documents, in their total order.
//
// What it adds to what the author wrote is: names and namespaces, the annotation gitops.kubesphere.io/rendered-from, the
// label and annotation that KubeSphere looks for on the objects of an Application, and, with a warning each, interval: 10m
// and prune: false where Flux requires a value and the author wrote none.
//
// Result.Findings has everything that was found, in file order, what Parse found included. The error is Result.Findings.Err(): it is not
// nil if something is wrong, and then there are no objects.
func Render(docs schema.Documents, opts Options) (Result, error) {
	inv, problems := inventory.Collect(docs, opts.selection())
	problems = append(problems, opts.Shard.check()...)
	all := entries.Merge(inv, inv.Applications)
	sound, wrong := rules.Check(inv, all)
	placements, unresolved := plan.Placements(inv, sound)
	emit.Gate(inv, placements)
	problems = slices.Concat(problems, all.Problems, wrong, unresolved, verify.All(inv, placements))

	findings := promoteWarnings(finding.Locate(problems), opts)
	if err := findings.Err(); err != nil {
		return Result{Findings: findings}, err
	}
	mine, others := opts.Shard.split(order(placements))
	return Result{Objects: mine, Findings: findings, elsewhere: others}, nil
}

// promoteWarnings makes errors of warnings when the options ask for it.
func promoteWarnings(findings finding.Findings, opts Options) finding.Findings {
	for i := range findings {
		if opts.Strict && findings[i].Severity == finding.SeverityWarning {
			findings[i].Severity = finding.SeverityError
		}
	}
	return findings
}
