// Package reporter prints a run's findings as text, counts ignored ones, and writes all at the end for programs.
package reporter

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// ErrReported is the error of a run whose findings are printed.
var ErrReported = errors.New("the documents are wrong")

// Reporter takes the findings of one run.
type Reporter struct {
	Stderr io.Writer // for lines and documents, perhaps in colors
	Stdout io.Writer // for objects and documents; Out is for all else that is printed there
	// Secrets are those of the documents: nothing that is printed has them, except objects and documents themselves.
	Secrets       finding.Secrets
	Colors        terminal.Colors
	Disk          disk.Disk          // has the files that formats name
	Progress      *terminal.Progress // tells what the run does; nil where Stderr is no terminal
	Quiet         bool               // prints no information, and no line that is no finding
	Outputs       Outputs            // the formats of the findings
	All           bool               // prints all findings, and not the first few of those that repeat
	HowToPrintAll string             // for users
	Strict        bool               // makes errors of warnings
	Ignore        []finding.Code     // the rules whose warnings and notes are counted only
	Version       string             // of the program
	Inputs        []string           // files that the command line names to be read: findings never replace them

	ignored report.Ignored
	failed  bool             // a warning was an error
	found   finding.Findings // for formats that programs read
	out     *hiding          // see Out
}

// Report prints findings, in a line each and in their order. Of one kind it prints the first few and a count.
func (r *Reporter) Report(findings finding.Findings) { r.PrintLines(r.Take(findings), report.Few) }

// Take takes findings without printing them. It returns the lines of those that the run does not ignore.
func (r *Reporter) Take(findings finding.Findings) (lines []report.Finding) {
	for _, f := range findings {
		if r.Ignores(f) {
			r.CountIgnored(map[finding.Code]int{f.Code: 1})
			continue
		}
		if r.Strict && f.Severity == finding.SeverityWarning {
			f.Severity, r.failed = finding.SeverityError, true
		}
		if r.Outputs.forPrograms() {
			r.found = append(r.found, f)
		}
		lines = append(lines, report.Finding{Kind: report.KindOf(f.Severity, f.Code, f.Path, f.Detail), Line: f.String()})
	}
	return lines
}

// Failed returns [ErrReported] if a warning was an error.
func (r *Reporter) Failed() error {
	if r.failed {
		return ErrReported
	}
	return nil
}

// Ignores reports whether the run ignores a finding. No error is ignored.
func (r *Reporter) Ignores(f finding.Finding) bool {
	return f.Severity != finding.SeverityError && slices.Contains(r.Ignore, f.Code)
}

// CountIgnored counts findings that somebody else has ignored for the run.
func (r *Reporter) CountIgnored(ignored map[finding.Code]int) {
	if r.ignored == nil {
		r.ignored = report.Ignored{}
	}
	for code, n := range ignored {
		r.ignored[code] += n
	}
}

// PrintLines prints findings that were taken, at most so many of one kind, unless all are asked for.
func (r *Reporter) PrintLines(lines []report.Finding, many int) {
	if r.All {
		many = len(lines)
	}
	var printed []report.Finding
	for _, f := range lines {
		if !r.Quiet || f.Kind.Severity != finding.SeverityInfo {
			f.Line = r.Colors.Paint(colors[f.Kind.Severity], f.Line)
			printed = append(printed, f)
		}
	}
	report.Print(r.lines(), printed, many, r.HowToPrintAll)
}

var colors = map[finding.Severity]terminal.Color{finding.SeverityError: terminal.Red,
	finding.SeverityWarning: terminal.Yellow}

// Note prints a line that is no finding, for example how many files were written.
func (r *Reporter) Note(line string) { fmt.Fprintln(r.Notes(), line) }

// Notes returns the writer of lines that are no findings: none beside a document on stderr; GitHub's log takes them.
func (r *Reporter) Notes() io.Writer {
	switch {
	case r.Quiet:
		return io.Discard
	case r.Outputs.onStderr() == "github":
		return io.MultiWriter(r.hiding(r.Stderr), r.lines())
	}
	return r.lines()
}

// Out returns the writer of what is printed on stdout and is neither an object nor a document. Finish ends it.
func (r *Reporter) Out() io.Writer {
	r.out = r.hiding(r.Stdout)
	return r.out
}

func (r *Reporter) hiding(to io.Writer) *hiding { return &hiding{to: to, secrets: &r.Secrets} }

// hiding writes whole lines without secrets. Rest is what is behind the last of them.
type hiding struct {
	to      io.Writer
	secrets *finding.Secrets
	rest    []byte
}

func (h *hiding) Write(text []byte) (int, error) {
	behind := text[bytes.LastIndexByte(text, '\n')+1:]
	h.rest = append(h.rest, text...)
	if len(behind) == len(text) {
		return len(text), nil
	}
	_, err := io.WriteString(h.to, h.secrets.Hide(string(h.rest[:len(h.rest)-len(behind)])))
	h.rest = append(h.rest[:0], behind...)
	return len(text), err
}

// PrintIgnored reports how many findings were ignored, where there are any: in a line, and for programs in a finding.
func (r *Reporter) PrintIgnored() {
	if len(r.ignored) == 0 {
		return
	}
	if !r.Quiet {
		fmt.Fprintln(r.lines(), r.ignored)
	}
	if r.Outputs.forPrograms() {
		count := finding.Finding{Severity: finding.SeverityInfo, Code: codes.Ignore, Detail: r.ignored.String()}
		r.found = append(r.found, count)
	}
	r.ignored = nil
}

// Finish reports the findings of the error, and writes the formats for programs. It returns [ErrReported] for findings.
func (r *Reporter) Finish(err error) error {
	if r.out != nil && len(r.out.rest) > 0 {
		_, failed := r.out.Write([]byte("\n"))
		err = cmp.Or(err, failed)
	}
	if wrong := finding.From(err); wrong != nil {
		r.Report(wrong)
		err = ErrReported
	}
	if err == nil {
		err = r.Failed()
	}
	r.PrintIgnored()
	failed := r.write(err)
	if failed != nil && errors.Is(err, ErrReported) {
		return failed
	}
	return errors.Join(err, failed)
}

// Formats are the formats of findings.
var Formats = []string{"text", "json", "sarif", "github"}

// Outputs are the formats of the findings of a run and where they are written. The zero value is text on stderr.
type Outputs []output

// output is a format, and its file; empty for stderr.
type output struct {
	format, file string
	text         *bytes.Buffer // what the file will hold
}

// Add adds a format, or FORMAT=FILE.
func (o *Outputs) Add(text string) error {
	format, file, toFile := strings.Cut(text, "=")
	switch {
	case !slices.Contains(Formats, format):
		return errors.New("write text, json, sarif or github, or one of them with a file, for example sarif=findings.sarif")
	case toFile && (file == "" || file == "-"):
		return fmt.Errorf("it has no file; write %s=FILE, or %[1]s for stderr", format)
	case !toFile && o.onStderr() != "":
		return errors.New("stderr has a format already; write FORMAT=FILE for one of them")
	}
	*o = append(*o, output{format, file, &bytes.Buffer{}})
	return nil
}

// onStderr returns the format on stderr; empty for none, and then it has the text.
func (o Outputs) onStderr() (format string) {
	for _, one := range o {
		if one.file == "" {
			format = one.format
		}
	}
	return format
}

func (o Outputs) forPrograms() bool {
	return slices.ContainsFunc(o, func(one output) bool { return one.format != "text" })
}

func (r *Reporter) lines() io.Writer {
	var writers []io.Writer
	if format := r.Outputs.onStderr(); format == "" || format == "text" {
		writers = append(writers, r.Stderr)
	}
	for _, one := range r.Outputs {
		if one.format == "text" && one.file != "" {
			writers = append(writers, one.text)
		}
	}
	return r.hiding(io.MultiWriter(writers...))
}

func (r *Reporter) write(stopped error) error {
	for _, one := range r.Outputs {
		if err := r.encode(one, stopped); err != nil {
			return err
		}
		if one.file != "" {
			if err := r.keepDocuments(one.file); err != nil {
				return err
			}
			if err := r.Disk.Write(one.file, terminal.Plain([]byte(r.Secrets.Hide(one.text.String())))); err != nil {
				return err
			}
		} else if _, err := io.WriteString(r.Stderr, r.Secrets.Hide(one.text.String())); err != nil {
			return err
		}
	}
	return nil
}

// keepDocuments refuses to write findings over documents: a name that is mistyped is often the name of an input.
func (r *Reporter) keepDocuments(file string) error {
	data, err := disk.Read(r.Disk, file)
	if err != nil { // mostly there is no such file yet
		return nil
	}
	isDocument := func(d *schema.Document) bool { return d.APIVersion() != "" }
	if slices.ContainsFunc(schema.Parse(file, data), isDocument) || bytes.Contains(data, []byte("\napiVersion: ")) {
		return fmt.Errorf("--findings would overwrite %s, which holds documents; name another file", file)
	}
	existing, err := r.Disk.Stat(file)
	for _, name := range r.Inputs {
		if input, unread := r.Disk.Stat(name); err == nil && unread == nil && os.SameFile(input, existing) {
			return fmt.Errorf("--findings would overwrite %s, which is an input; name another file", file)
		}
	}
	return nil
}

func (r *Reporter) encode(o output, stopped error) error {
	switch o.format {
	case "json":
		return report.WriteJSON(o.text, r.found)
	case "sarif":
		failure := ""
		if stopped != nil && !errors.Is(stopped, ErrReported) { // a run that finds wrong documents has done its task
			failure = disk.Describe(stopped)
		}
		return report.WriteSARIF(o.text, r.relative(), r.Version, failure)
	case "github":
		return report.WriteGitHub(o.text, r.relative())
	}
	return nil
}

// relative names files from the working folder: in a pipeline the repository's root, and its readers know no other.
func (r *Reporter) relative() finding.Findings {
	findings := slices.Clone(r.found)
	here, _ := filepath.Abs(r.Disk.At("."))
	for i, f := range findings {
		if name, err := filepath.Rel(here, f.File); err == nil && filepath.IsAbs(f.File) {
			findings[i].File = filepath.ToSlash(name)
		}
	}
	return findings
}
