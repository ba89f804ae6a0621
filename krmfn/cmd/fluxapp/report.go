package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/page"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// roomForPage is the memory of a report, as a size of documents: of any fleet, since clusters are made one by one.
const roomForPage = 16 << 20

type reportOptions struct {
	*options
	base, file, title, by, link string
	now                         time.Time // zero: no ages are told
}

func reportCommand(env environment, cmd *cobra.Command) {
	o := &reportOptions{options: optionsOf(env, cmd)}
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "")
	cmd.Flags().StringVar(&o.title, "title", "", "")
	addBase(env, cmd, &o.base)
	o.addCharts()
	o.addFinal(false)
	o.addObserved()
	addText(cmd, "by", &o.by, stageLabel, cobra.NoFileCompletions)
	addNow(cmd, &o.now)
	addLink(cmd, &o.link)
	o.runs(func(args []string) error { return o.write(orHere(args)) })
}

func (o *reportOptions) check(args []string) error {
	switch {
	case o.file == "":
		return errors.New("-o is missing; write -o report.html, or -o - for stdout")
	case o.file != "-" && !strings.EqualFold(filepath.Ext(o.file), ".html"):
		return fmt.Errorf("-o %s does not end in .html; write for example -o report.html", o.file)
	case !o.now.IsZero() && len(o.observed) == 0:
		return errors.New("--now needs --observed; without it, nothing depends on the time")
	case o.final && !o.cmd.Flags().Changed("base"):
		return errors.New("--final needs --base: it shows what changes of the final objects")
	case o.cmd.Flags().Changed("base"):
		return cmp.Or(o.checkFinal(), o.observed.checkStdin(args), rendering.CheckBase(o.disk, o.base, args))
	}
	return cmp.Or(o.checkFinal(), o.observed.checkStdin(args))
}

// write writes the report of what the command line names, also when the documents have errors.
func (o *reportOptions) write(args []string) error {
	if err := o.check(args); err != nil {
		return err
	}
	report, wrong := o.report(args)
	if wrong != nil && report.Page == nil {
		return wrong
	}
	report.About.Title, report.About.Link, report.By = cmp.Or(o.title, o.titleOf(args)), o.link, o.by
	report.Secrets = o.reporter.Secrets
	if !slices.Contains(args, "-") { // documents from stdin are of no commit
		report.About.Head = revision.HeadOf(each.Of(args, o.disk.At), each.Of(o.observed.names(), o.disk.At))
	}
	report.About.Version = buildVersion()
	var text bytes.Buffer
	end := o.reporter.Progress.Begin("making the page", 0)
	err := page.Write(&text, report)
	end()
	switch {
	case err != nil:
	case o.file == "-":
		_, err = text.WriteTo(o.out)
	default:
		err = o.disk.Replace(o.file, text.Bytes())
	}
	return cmp.Or(err, wrong)
}

// titleOf names the documents as the command line does, but a folder that is . or .. by its own name.
func (o *reportOptions) titleOf(args []string) string {
	all := slices.Clone(args)
	for i, name := range all {
		if last := filepath.Base(name); last != "." && last != ".." {
			continue
		}
		if whole, err := filepath.Abs(o.disk.At(name)); err == nil {
			all[i] = filepath.Base(whole)
		}
	}
	return strings.Join(all, " ")
}

// report returns the report of the documents, also of wrong ones, with the run's error. It is empty after any other.
func (o *reportOptions) report(args []string) (report page.Report, err error) {
	r, err := o.newRun(args)
	var compared rendering.Comparison
	switch {
	case err != nil:
	case o.base != "":
		compared, err = r.Compare(rendering.Base{Name: o.base, Besides: o.observed.names(),
			Advice: "compare with a corrected copy of them: --base COPY"}, args)
	default:
		err = r.RenderFiles(args, o.observed.names()...)
	}
	findings := slices.DeleteFunc(slices.Concat(r.Files.Warnings, r.Result.Findings), r.Ignores)
	switch notPrinted := finding.From(err); {
	case errors.Is(err, reporter.ErrReported), notPrinted != nil:
		return page.Report{Page: view.Refused(r.Files.Documents, append(findings, notPrinted...))}, err
	case err != nil:
		return page.Report{}, err
	}
	defer o.reporter.Progress.Begin("making the page", 0)()
	var wrong finding.Findings
	if o.base != "" {
		final, err := o.makeFinal(r, &compared.Changes, "text")
		if err != nil {
			return page.Report{}, err
		}
		report.Final, wrong = final.Output, final.Findings
		exceeded := compared.Changes.Check(r.LimitOptions())
		r.PrintLines(r.Take(exceeded), len(exceeded))
		report.About.Base, report.Changes, report.Limits = o.base, &compared.Changes, exceeded
		report.Before = view.New(compared.Before, nil)
		findings = slices.Concat(findings, exceeded, wrong)
	}
	report.Page = view.New(r.Result, findings)
	r.Files.Need(roomForPage)
	if err = o.addStatus(&report, r); err == nil && wrong.Err() != nil {
		err = reporter.ErrReported
	}
	return report, err
}

func (o *reportOptions) addStatus(report *page.Report, r *rendering.Run) error {
	if len(o.observed) == 0 {
		return nil
	}
	seen, err := o.observed.read(r, (*status.Observed).AddFile)
	if err != nil {
		*report = page.Report{}
		return err
	}
	all := status.Summarize(r.Result, seen)
	r.Report(all.Findings)
	report.Status = &all
	if !o.now.IsZero() {
		report.About.Now = o.now.UTC().Format(time.RFC3339)
	}
	return nil
}
