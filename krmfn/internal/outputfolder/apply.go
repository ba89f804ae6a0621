package outputfolder

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Apply writes and removes the files: all of them, or after an error none. It reports what it did.
func (p *Plan) Apply() error { return p.carryOut((*transaction.Transaction).Apply) }

// Rehearse reports what Apply would do. Its error is about a folder that another run writes to.
func (p *Plan) Rehearse() error {
	p.dryRun = true
	return p.carryOut((*transaction.Transaction).Rehearse)
}

func (p *Plan) carryOut(do func(*transaction.Transaction) error) error {
	deleted, err := p.deletions()
	if err != nil {
		return err
	}
	t := &transaction.Transaction{Disk: p.run.Disk, Root: p.Root, Staging: p.staging(), Removes: p.removes}
	for _, w := range p.writes {
		t.Writes = append(t.Writes, transaction.File{Path: w.path, Text: w.text, Replaces: p.wrote(w.path)})
	}
	err = do(t)
	if p.Root = t.Root; err == nil {
		p.printSummary(deleted)
	}
	return err
}

// staging returns the staging folder of the run. Runs of other shards may write to the same folder.
func (p *Plan) staging() string {
	if shard := p.run.Options.Shard; shard != (render.Shard{}) {
		return fmt.Sprintf("%s-%d-of-%d", transaction.Staging, shard.Index, shard.Count)
	}
	return transaction.Staging
}

// manyDeletions is how many deletions with one effect are printed, unless the command line asks for all.
const manyDeletions = 20

func (p *Plan) printSummary(deleted []deletion) {
	var lines []repeated.Finding
	for _, d := range deleted {
		f := p.reportOf(d)
		for _, taken := range p.run.Take(finding.Findings{f}) {
			lines = append(lines, repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, d.group(), ""), Line: taken.Line})
		}
	}
	p.run.PrintLines(lines, manyDeletions)
	p.run.Report(p.emptied())
	p.run.PrintIgnored()
	p.run.Note(p.summary())
}

func (p *Plan) summary() string {
	changed := 0
	for _, t := range p.writes {
		if p.wrote(t.path) {
			changed++
		}
	}
	n, format := names.Number, "%s written, %s changed, %s unchanged, %s deleted"
	if p.dryRun {
		format = "dry run: %s would be written, %s changed, %s unchanged, %s deleted"
	}
	return fmt.Sprintf(format, n(len(p.writes)-changed), n(changed), n(p.unchanged), n(len(p.removes)))
}

// CheckLimits refuses a run that passes a limit, and reports what is acknowledged. Limits count the clusters of all
// shards, and the digest is of the run's own part.
func (p *Plan) CheckLimits() error {
	if !p.touches() && p.run.Acknowledge == "" {
		return nil
	}
	changes, err := p.changes(true)
	if err != nil {
		return err
	}
	rules := p.run.Rules(render.Result{})
	if p.run.Options.Shard != (render.Shard{}) {
		own, err := p.changes(false)
		if err != nil {
			return err
		}
		rules.Digest = limits.Digest(own)
	}
	found := limits.Check(changes, rules)
	p.run.Report(found)
	if found.Err() != nil {
		return reporter.ErrReported
	}
	return nil
}

// touches reports whether the run changes or deletes the file of an object. New files alone pass no limit.
func (p *Plan) touches() bool {
	isObject := func(name string) bool { _, object := p.ours[name]; return object }
	changes := func(t target) bool { return isObject(t.path) }
	return slices.ContainsFunc(p.removes, isObject) || slices.ContainsFunc(p.writes, changes)
}
