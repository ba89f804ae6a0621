package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// allFindings is the flag of the commands that print findings.
const allFindings = "all-findings"

// errReported is the error of a run whose findings are printed.
var errReported = errors.New("the documents are wrong")

// reporter prints the findings of a run to stderr, and counts those that the run ignores.
type reporter struct {
	cmd     *cobra.Command
	ignore  []finding.Code
	ignored repeated.Ignored
}

// report prints findings, in a line each and in their order. Of findings that repeat each other, which are of one rule and about one field
// of many entries, it prints five and a count, unless the command line asks for all.
func (r *reporter) report(findings finding.Findings) {
	lines := make([]repeated.Finding, 0, len(findings))
	for _, f := range findings {
		if r.wants(f) {
			lines = append(lines, repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, f.Path, f.Detail), Line: f.String()})
		}
	}
	r.printLines(lines, repeated.Few)
}

// wants reports whether a finding is printed. It counts those that the run ignores.
func (r *reporter) wants(f finding.Finding) bool {
	ignored := f.Severity != finding.SeverityError && slices.Contains(r.ignore, f.Code)
	if ignored {
		r.ignored[f.Code]++
	}
	return !ignored
}

// printLines prints findings, at most many of one kind, unless the command line asks for all.
func (r *reporter) printLines(findings []repeated.Finding, many int) {
	if all, _ := r.cmd.Flags().GetBool(allFindings); all { // a command without the flag has few findings
		many = len(findings)
	}
	repeated.Print(r.cmd.ErrOrStderr(), findings, many, "--"+allFindings+" prints them")
}

// finish prints the findings of an error, and then how many findings the run has ignored. It returns the error for the exit code.
func (r *reporter) finish(err error) error {
	if wrong := finding.From(err); wrong != nil {
		r.report(wrong)
		err = errReported
	}
	r.printIgnored()
	return err
}

// printIgnored prints a line that counts the findings that were ignored; none without them.
func (r *reporter) printIgnored() {
	if len(r.ignored) > 0 {
		fmt.Fprintln(r.cmd.ErrOrStderr(), r.ignored)
	}
	r.ignored = repeated.Ignored{}
}
