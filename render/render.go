package render

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// Render returns the Flux objects of all applications among the documents, in their total order.
//
// What it adds to what the author wrote is: names and namespaces, the annotation gitops.kubesphere.io/rendered-from, the
// label and annotation that KubeSphere looks for on the objects of an Application, and, with a warning each, interval: 10m
// and prune: false where Flux requires a value and the author wrote none.
//
// The error is a [schema.ErrorList] with everything that is wrong, the problems that Parse found included, in file order;
// then there are no objects, while Result.Findings still holds warnings and information.
func Render(docs schema.Documents, opts Options) (Result, error) {
	in, problems := gather(docs, opts)
	problems = append(problems, opts.Shard.check()...)
	groups, contents, filled := spread(in)
	placements, runs, planned := plan(in, groups)
	problems = append(problems, filled...)
	problems = append(problems, check(in, contents)...)
	problems = append(problems, planned...)

	findings := judge(schema.Explain(problems), opts)
	if errs := findings.Only(schema.SeverityError); len(errs) > 0 {
		return Result{Findings: findings}, errs
	}
	all := order(placements, runs)
	mine, others := opts.Shard.split(all)
	return Result{Objects: mine, Findings: findings, elsewhere: others}, nil
}

// check judges each document and each merged entry by itself. When there are more errors than anybody reads, the entries that
// are left are not judged: a short document can have millions, by aliases.
func check(in input, contents []*content) (problems []schema.Problem) {
	for _, app := range in.applications {
		problems = append(problems, schema.CheckApplication(app.document, in.flux)...)
	}
	for _, repository := range in.repositories {
		problems = append(problems, schema.CheckRepository(repository.document, in.flux)...)
	}
	errors := 0
	for _, c := range contents {
		if errors > schema.MaxErrors {
			break
		}
		said := checkContent(in, c)
		for _, p := range said {
			if p.Severity == schema.SeverityError || p.Severity == "" {
				errors++
			}
		}
		problems = append(problems, said...)
	}
	return problems
}

// checkContent judges what one entry becomes. What an idle one lacks, or refers to, may come with a cluster.
func checkContent(in input, c *content) (said []schema.Problem) {
	if c.resolved {
		said = schema.CheckTypes(c.app.document, c.app.workload, c.fields)
	}
	said = append(said, schema.CheckEntry(c.app.document, c.app.workload, c.fields, in.flux)...)
	if c.idle {
		said = slices.DeleteFunc(said, func(p schema.Problem) bool {
			return p.Code == schema.CodeRequired || schema.HasReference(p.Node)
		})
	}
	return said
}

// judge makes errors of warnings when the options ask for it.
func judge(findings schema.ErrorList, opts Options) schema.ErrorList {
	for i := range findings {
		if opts.Strict && findings[i].Severity == schema.SeverityWarning {
			findings[i].Severity = schema.SeverityError
		}
	}
	return findings
}
