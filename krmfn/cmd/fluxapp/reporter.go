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

// reporter takes the findings of a run. It prints them to stderr as text, counts those that the run ignores, and
// writes all at the end of the run in the formats that programs read.
type reporter struct {
	cmd     *cobra.Command
	outputs findingsOutputs
	ignore  []finding.Code
	ignored repeated.Ignored
	found   finding.Findings // for formats that programs read
}

// newReporter returns the reporter of the runs of a command, with its flags. The command reports its error there, and
// needs no call for it.
func newReporter(cmd *cobra.Command) *reporter {
	r := &reporter{cmd: cmd, ignored: repeated.Ignored{}}
	cmd.Flags().Bool(allFindings, false, "print all findings (default: the first 5 of those that repeat, and a count)")
	r.outputs.addTo(cmd)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return r.finish(run(cmd, args)) }
	return r
}

// report prints findings, in a line each and in their order. Of findings that repeat each other, which are of one
// rule and about one field of many entries, it prints five and a count, unless the command line asks for all.
func (r *reporter) report(findings finding.Findings) {
	lines := make([]repeated.Finding, 0, len(findings))
	for _, f := range findings {
		if r.take(f) {
			lines = append(lines, lineOf(f))
		}
	}
	r.printLines(lines, repeated.Few)
}

func lineOf(f finding.Finding) repeated.Finding {
	return repeated.Finding{Kind: repeated.KindOf(f.Severity, f.Code, f.Path, f.Detail), Line: f.String()}
}

// take reports whether the run does not ignore a finding. It counts one that is ignored, and keeps the others for
// programs.
func (r *reporter) take(f finding.Finding) bool {
	if f.Severity != finding.SeverityError && slices.Contains(r.ignore, f.Code) {
		r.ignored[f.Code]++
		return false
	}
	if r.outputs.forPrograms() {
		r.found = append(r.found, f)
	}
	return true
}

// printLines prints findings that were taken, at most many of one kind, unless the command line asks for all.
func (r *reporter) printLines(findings []repeated.Finding, many int) {
	if all, _ := r.cmd.Flags().GetBool(allFindings); all {
		many = len(findings)
	}
	repeated.Print(r.outputs.text(r.cmd.ErrOrStderr()), findings, many, "--"+allFindings+" prints them")
}

// printNote prints a line that is no finding, for example how many files were written. A document on stderr has no
// place for it.
func (r *reporter) printNote(line string) {
	fmt.Fprintln(r.outputs.notes(r.cmd.ErrOrStderr()), line)
}

// finish reports the findings of an error and how many findings the run has ignored, and writes the formats for
// programs. It returns the error for the exit code.
func (r *reporter) finish(err error) error {
	if wrong := finding.From(err); wrong != nil {
		r.report(wrong)
		err = errReported
	}
	r.printIgnored()
	failed := r.outputs.write(r.cmd.ErrOrStderr(), r.found, err)
	if failed != nil && errors.Is(err, errReported) {
		return failed
	}
	return errors.Join(err, failed)
}

// printIgnored reports how many findings were ignored, where there are any: in a line, and for programs in a finding.
func (r *reporter) printIgnored() {
	if len(r.ignored) == 0 {
		return
	}
	fmt.Fprintln(r.outputs.text(r.cmd.ErrOrStderr()), r.ignored)
	if r.outputs.forPrograms() {
		r.found = append(r.found,
			finding.Finding{Severity: finding.SeverityInfo, Code: finding.CodeIgnore, Detail: r.ignored.String()})
	}
	r.ignored = repeated.Ignored{}
}
