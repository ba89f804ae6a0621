package outputfolder

import (
	"bufio"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/userlist"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// manyDeletions is how many deletions with one effect are printed, unless the command line asks for all.
const manyDeletions = 20

// Apply writes and removes the files: all of them, or after an error none. It reports what it did.
func (p *Plan) Apply() error { return p.carryOut((*transaction.Transaction).Apply) }

// Rehearse reports what Apply would do, and prints the files that it would write, change and delete. Its error is about
// a folder that another run writes to.
func (p *Plan) Rehearse() error {
	p.dryRun = true
	if err := p.carryOut((*transaction.Transaction).Rehearse); err != nil {
		return err
	}
	out := bufio.NewWriter(p.run.Out())
	do := map[finding.Code]string{output.CodeMissing: "write", output.CodeOutOfDate: "change", output.CodeOrphan: "delete"}
	for _, f := range p.differing() {
		fmt.Fprintf(out, "would %s %s\n", do[f.Code], f.File)
	}
	return out.Flush()
}

func (p *Plan) carryOut(do func(*transaction.Transaction) error) error {
	emptied := p.emptied()
	if p.run.Strict { // a warning is an error before anything is written
		p.run.Report(slices.DeleteFunc(emptied.Only(finding.SeverityWarning), p.run.Ignores))
		if err := p.run.Failed(); err != nil {
			return err
		}
	}
	t := &transaction.Transaction{Disk: p.run.Disk, Root: p.Root, Removes: p.removes, Writes: p.writes,
		Done: p.run.Progress.Done}
	end := p.run.Progress.Begin("writing "+p.Name, len(p.writes))
	err := do(t)
	end()
	if p.Root = t.Root; err == nil {
		p.run.PrintLines(p.deletions(), manyDeletions)
		p.run.Report(slices.Concat(p.reprinted, emptied))
		p.run.PrintIgnored()
		p.run.Note(p.summary())
	}
	return err
}

// CheckLimits refuses a run that passes a limit, and reports what is acknowledged.
func (p *Plan) CheckLimits() error {
	changes, touches := p.decisions.Changes()
	if !touches && p.run.Acknowledge == "" {
		return nil
	}
	found := changes.Check(p.run.LimitOptions())
	p.run.PrintLines(p.run.Take(found), len(found)) // none of them may be left out
	if found.Err() != nil {
		return reporter.ErrReported
	}
	return nil
}

// Changes compares the objects that the folder holds with those that it holds after the run.
func (p *Plan) Changes() change.Changes {
	changes, _ := p.decisions.Changes()
	return changes
}

// checkUserLists refuses what is wrong so far, and files of which lists of users do not tell. It prints their patch.
func (p *Plan) checkUserLists() error {
	if p.Files == nil {
		return p.wrong.Err()
	}
	named := map[string]bool{} // by documents
	for _, d := range p.documents {
		named[d.Path] = named[d.Path] || !d.HasOwnName()
	}
	removed := slices.DeleteFunc(slices.Clone(p.removes), func(name string) bool { return !named[name] })
	if len(p.created)+len(removed) == 0 {
		return p.wrong.Err()
	}
	clusters := each.Of(p.run.Result.Clusters(), func(member schema.Member) string { return member.Name })
	for _, o := range p.objects { // a document can have clusters of its own
		clusters = append(clusters, o.Rendered.Cluster())
	}
	found, patch := userlist.Check(p.Files.FS(), p.created, removed, clusters)
	for i := range found {
		found[i].File = p.Called(found[i].File)
	}
	if p.wrong = append(p.wrong, found...); len(patch) == 0 {
		return p.wrong.Err()
	}
	p.run.Report(p.wrong)
	in := ""
	if p.Name != "." {
		in = " --directory=" + filepath.ToSlash(p.Name)
	}
	fmt.Fprintf(p.run.Notes(), "the lists need this patch, for git apply%s:\n%s", in, patch)
	return reporter.ErrReported
}
