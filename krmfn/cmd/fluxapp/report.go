package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/page"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// roomForPage is the memory that a report needs beside the documents, told as the size of more documents that need as
// much (memory.expect). It does not depend on the fleet: a report is made of one cluster after the other.
const roomForPage = 16 << 20

// reportOptions are the flags of report.
type reportOptions struct {
	options
	base     string
	observed observedFlag
	now      time.Time // zero: no ages are told
}

func reportCommand() *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report [FILE|DIR|-]... -o report.html",
		Short: "Write a page that shows the fleet: applications, clusters, objects, and what a change does",
		Long: `Write one HTML file that shows the fleet to people: applications with their sources and versions, clusters
with what is different on each, objects with the line that sets each field, the order of waves and dependencies, and
the findings.

--base shows what changes since then: a file or folder, or a revision of the Git repository. Where there is a file or
folder of that name, a branch of the same name is refs/heads/NAME. --observed shows what is ready: a file with what
kubectl printed, as in "fluxapp status".

The file holds all its data. A browser needs no network to open it, and shows the main tables without scripts too.
Secrets are not in it. The same input gives the same file: it has no time in it, but for that of --now.

Of documents that have errors, and of a wrong RenderConfig, the file shows the findings. A limit that holds the change
is a finding too.

Exit codes: 0 success, also where a limit holds the change; 1 the documents are wrong, and the file shows why; 2 the
command line is wrong, a file cannot be read or written, or the documents of --base are wrong: then nothing was
written.`,
		Example: `  fluxapp report apps/ -o report.html
  fluxapp report apps/ --base origin/main -o report.html
  kubectl get helmreleases.helm.toolkit.fluxcd.io -A -o yaml | fluxapp report apps/ --observed - -o report.html`,
		RunE: func(cmd *cobra.Command, args []string) error { return writeReport(cmd, o, orHere(args)) },
	}
	o.addTo(cmd)
	o.addReport(cmd)
	return cmd
}

func (o *reportOptions) addReport(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&o.output, "output", "o", "", "the file to write, which ends in .html; - is stdout")
	addBase(cmd, &o.base, "show what changes since a file, a folder or a revision of the Git repository")
	o.observed.addTo(cmd)
	flags.Var(&checkedFlag{check: o.setNow}, "now",
		"time to compute ages for, for example 2026-11-23T04:00:00Z (default: no ages)")
	completeFlag(cmd, "now", cobra.NoFileCompletions)
}

func (o *reportOptions) setNow(text string) (err error) {
	o.now, err = parseNow(text)
	return err
}

func (o *reportOptions) check(cmd *cobra.Command, args []string) error {
	switch {
	case o.output == "":
		return errors.New("-o is missing; write -o report.html, or -o - for stdout")
	case o.output != "-" && !strings.EqualFold(filepath.Ext(o.output), ".html"):
		return fmt.Errorf("-o %s does not end in .html; write for example -o report.html", o.output)
	case slices.Contains(args, "-") && o.observed.readsStdin():
		return errors.New("stdin cannot be both the documents and --observed; name a file for one of them")
	case !o.now.IsZero() && len(o.observed.files) == 0:
		return errors.New("--now needs --observed; without it, nothing depends on the time")
	case cmd.Flags().Changed("base"):
		return checkBase(o.base, args)
	}
	return nil
}

// writeReport writes the report of what the command line names, also that of documents that have errors.
func writeReport(cmd *cobra.Command, o reportOptions, args []string) error {
	if err := o.check(cmd, args); err != nil {
		return err
	}
	report, wrong := o.report(cmd, args)
	if wrong != nil && report.Page == nil {
		return wrong
	}
	report.About.Title = strings.Join(args, " ")
	if info, found := debug.ReadBuildInfo(); found {
		report.About.Version = version(info)
	}
	var text bytes.Buffer
	if err := page.Write(&text, report); err != nil {
		return err
	}
	if err := o.writeFile(cmd, text.Bytes()); err != nil {
		return err
	}
	return wrong
}

// report returns the report of the documents. Where they have errors, or the RenderConfig has, it has these, and the
// error is that of the run. After any other error it is empty.
func (o *reportOptions) report(cmd *cobra.Command, args []string) (report page.Report, err error) {
	r, err := newRendering(cmd, o.options)
	var compared comparison
	if err == nil {
		compared, err = o.compare(&r, args)
	}
	findings := slices.Concat(r.files.warnings, r.result.Findings)
	findings = slices.DeleteFunc(findings, func(f finding.Finding) bool {
		return f.Severity != finding.SeverityError && slices.Contains(r.ignore, f.Code)
	})
	switch notPrinted := finding.From(err); {
	case errors.Is(err, errReported), notPrinted != nil:
		return page.Report{Page: view.Refused(r.files.docs, append(findings, notPrinted...))}, err
	case err != nil:
		return page.Report{}, err
	}
	report = page.Report{Result: r.result}
	if o.base != "" {
		limits, lines := r.limits(compared)
		r.printLines(lines, repeated.Few)
		report.About.Base, report.Changes, report.Limits = o.base, &compared.changes, limits
		findings = append(findings, limits...)
	}
	report.Page = view.New(r.result, findings)
	r.files.memory.expect(roomForPage)
	return report, o.addStatus(&report, &r)
}

// compare renders the documents, and compares them with those of --base.
func (o *reportOptions) compare(r *rendering, args []string) (comparison, error) {
	if o.base != "" {
		how := comparing{config: o.config, besides: o.observed.names(),
			advice: "compare with a corrected copy of them: --base COPY"}
		return how.compareBase(o.base, r, args)
	}
	var err error
	if r.files, err = readFiles(args, r.cmd.InOrStdin(), o.observed.names()...); err != nil {
		return comparison{}, err
	}
	err = r.render()
	if err == nil && !r.files.hasApplication() {
		err = finding.Findings{noApplication(args, *r, "")}.Err()
	}
	return comparison{before: render.Result{}}, err
}

// addStatus adds the status of the observed objects, if there are any.
func (o *reportOptions) addStatus(report *page.Report, r *rendering) error {
	if len(o.observed.files) == 0 {
		return nil
	}
	observed, err := o.observed.read(r)
	if err != nil {
		*report = page.Report{}
		return err
	}
	all := status.Summarize(r.result, observed)
	r.reporter.report(all.Findings)
	report.Status = &all
	if !o.now.IsZero() {
		report.About.Now = o.now.UTC().Format(time.RFC3339)
	}
	return nil
}

// writeFile writes the report to stdout or to its file, which is replaced as a whole.
func (o *reportOptions) writeFile(cmd *cobra.Command, text []byte) error {
	if o.output == "-" {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	name := leadsTo(o.output)
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
		return replaceFile(name, text, 0)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("-o %s is no regular file; write the name of a file, or - for stdout", o.output)
	default:
		return replaceFile(name, text, info.Mode().Perm())
	}
}

// leadsTo returns the file that a link leads to, or a link of a link, also where that file does not exist. Any other
// name is returned as it is.
func leadsTo(name string) string {
	for range 40 { // as many as Linux follows
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(name)) // what .. in the link begins at
			if err != nil {
				break
			}
			to = below(folder, to)
		}
		name = to
	}
	return name
}
