package reporter

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// ErrReported is the error of a run whose findings are printed.
var ErrReported = errors.New("the documents are wrong")

// Reporter takes the findings of one run.
type Reporter struct {
	// Stderr is where lines and documents are printed, and Disk has the files that formats name.
	Stderr io.Writer
	Disk   disk.Disk
	// Outputs are the formats of the findings.
	Outputs Outputs
	// All prints all findings, and not the first few of those that repeat.
	All bool
	// HowToPrintAll is how a user asks for that.
	HowToPrintAll string
	// Ignore are the rules whose warnings and information are counted only.
	Ignore []finding.Code
	// Version is the version of the program.
	Version string

	ignored repeated.Ignored
	found   finding.Findings // for formats that programs read
}

// Report prints findings, in a line each and in their order. Of findings that repeat each other, which are of one
// rule and about one field of many entries, it prints the first few and a count.
func (r *Reporter) Report(findings finding.Findings) {
	r.PrintLines(r.Take(findings), repeated.Few)
}

// Take takes findings without printing them. It returns the lines of those that the run does not ignore.
func (r *Reporter) Take(findings finding.Findings) (lines []repeated.Finding) {
	for _, f := range findings {
		if r.Ignores(f) {
			r.CountIgnored(map[finding.Code]int{f.Code: 1})
			continue
		}
		if r.Outputs.forPrograms() {
			r.found = append(r.found, f)
		}
		kind := repeated.KindOf(f.Severity, f.Code, f.Path, f.Detail)
		lines = append(lines, repeated.Finding{Kind: kind, Line: f.String()})
	}
	return lines
}

// Ignores reports whether the run ignores a finding. No error is ignored.
func (r *Reporter) Ignores(f finding.Finding) bool {
	return f.Severity != finding.SeverityError && slices.Contains(r.Ignore, f.Code)
}

// CountIgnored counts findings that somebody else has ignored for the run.
func (r *Reporter) CountIgnored(ignored map[finding.Code]int) {
	if r.ignored == nil {
		r.ignored = repeated.Ignored{}
	}
	for code, n := range ignored {
		r.ignored[code] += n
	}
}

// PrintLines prints findings that were taken, at most so many of one kind, unless all are asked for.
func (r *Reporter) PrintLines(lines []repeated.Finding, many int) {
	if r.All {
		many = len(lines)
	}
	repeated.Print(r.Outputs.lines(r.Stderr), lines, many, r.HowToPrintAll)
}

// Note prints a line that is no finding, for example how many files were written.
func (r *Reporter) Note(line string) { fmt.Fprintln(r.Notes(), line) }

// Notes returns the writer of lines that are no findings: none beside a document on stderr; GitHub's log takes them.
func (r *Reporter) Notes() io.Writer {
	if r.Outputs.onStderr() == formatGitHub {
		return io.MultiWriter(r.Stderr, r.Outputs.lines(r.Stderr))
	}
	return r.Outputs.lines(r.Stderr)
}

// PrintIgnored reports how many findings were ignored, where there are any: in a line, and for programs in a finding.
func (r *Reporter) PrintIgnored() {
	if len(r.ignored) == 0 {
		return
	}
	fmt.Fprintln(r.Outputs.lines(r.Stderr), r.ignored)
	if r.Outputs.forPrograms() {
		count := finding.Finding{Severity: finding.SeverityInfo, Code: finding.CodeIgnore, Detail: r.ignored.String()}
		r.found = append(r.found, count)
	}
	r.ignored = nil
}

// Finish reports the findings of the error of the run, and how many it has ignored, and writes the formats for
// programs. It returns the error for the exit code: [ErrReported] for findings.
func (r *Reporter) Finish(err error) error {
	if wrong := finding.From(err); wrong != nil {
		r.Report(wrong)
		err = ErrReported
	}
	r.PrintIgnored()
	failed := r.write(err)
	if failed != nil && errors.Is(err, ErrReported) {
		return failed
	}
	return errors.Join(err, failed)
}
