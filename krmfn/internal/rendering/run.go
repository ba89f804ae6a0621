// Package rendering is a run of the command that renders documents, or compares them with files or a revision.
package rendering

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// Run is a run: first its options are set, then it reads, then it renders.
type Run struct {
	*reporter.Reporter
	// Source has the documents before the change, or all; Reporter.Disk has the other files of the command line.
	Source      input.Source
	Options     render.Options
	Config      *schema.Document   // the RenderConfig; nil for none
	SetFlags    func(*Run)         // sets the options that the command line has, over those of the RenderConfig
	Acknowledge string             // the digest of a change that a limit may not hold
	Ready       map[render.ID]bool // the objects that are known to be ready with what is rendered
	Charts      []string           // places of charts by which values are checked, see [ReadCharts]
	AtHand      *checks.Charts     // what is at these places; nil without any

	PruneOrphans bool     // the objects of documents that were not read go
	Pruned       []string // those of some of these go, by namespace/name, also in files of others
	Exclude      []string // folders of the rendered folder whose files are not fluxapp's
	About        string   // the application whose remarks are reported, by namespace/name or name; empty is all
	Informs      bool     // true also reports information: in a command that is about the documents themselves

	Files  *input.Files
	Result render.Result

	wrongCharts  finding.Findings // what is wrong with charts that are at hand
	known        map[string]int   // warnings and notes of before, which are not printed again
	configFiles  []string         // of the RenderConfig, and copies of it
	isNamed      bool             // the command line has the file of the RenderConfig
	beforeConfig *schema.Document // the RenderConfig of the side before, where a run compares two
}

// Read reads files, folders and stdin. Besides are files that folders may hold, and that are read for something else.
func (r *Run) Read(args []string, besides ...string) (err error) {
	defer r.Progress.Begin("reading", 0)()
	r.Inputs = slices.Concat(r.Inputs, args, besides)
	r.Files, err = input.Read(r.Source, args, r.besides(besides)...)
	return err
}

// Render renders what was read, and reports the findings. Its error is [reporter.ErrReported].
func (r *Run) Render() error {
	err := r.render()
	r.Report(r.Files.Warnings)
	r.ReportResult()
	if err != nil {
		return reporter.ErrReported
	}
	return r.Failed()
}

// RenderQuietly is Render that reports errors only, for who asks something else. No application is an error.
func (r *Run) RenderQuietly(args []string) error {
	err := r.render()
	r.Report(r.Files.Warnings)
	r.Report(r.Result.Findings.Only(finding.SeverityError))
	if err != nil {
		return reporter.ErrReported
	}
	return r.NeedApplication(args)
}

// ReadCharts reads the charts by which values are checked. Its error is about a place that cannot be read.
func (r *Run) ReadCharts() error {
	if len(r.Charts) == 0 {
		return nil
	}
	found, wrong, err := ReadCharts(r.Disk, r.Charts)
	r.AtHand, r.wrongCharts = found, wrong
	if err == nil {
		r.Options.Charts = found.Check
	}
	return err
}

func (r *Run) render() (err error) {
	defer r.Progress.Begin("rendering", 0)()
	options := r.Options
	options.AllowEmpty = true // NeedApplication tells what was read
	if r.Result, err = render.Render(r.Files.All(), options); err == nil {
		err = r.wrongCharts.Err()
	}
	r.Result.Findings = slices.Concat(r.wrongCharts, r.Result.Findings)
	r.Secrets = r.Secrets.With(r.Result.Secrets())
	return err
}

// ReportResult reports the findings of the documents, except those that are known from before: not for a RenderConfig
// that has no effect, because its limits have none.
func (r *Run) ReportResult() {
	r.CountIgnored(r.Result.Ignored)
	r.Report(slices.DeleteFunc(slices.Clone(r.Result.Findings), func(f finding.Finding) bool {
		known := remarkOf(f)
		switch {
		case f.Severity == finding.SeverityInfo && !r.Informs:
			return true
		case f.Severity == finding.SeverityError || f.Code == codes.RunConfig:
			return false
		case r.known[known] == 0:
			return !r.isAbout(f)
		}
		r.known[known]--
		return true
	}))
}

// isAbout reports whether a finding is about the application that the run is about, or about no document.
func (r *Run) isAbout(f finding.Finding) bool {
	if r.About == "" || f.Subject == nil {
		return true
	}
	name := f.Subject.Name()
	return r.About == name || r.About == f.Subject.Owner() || r.About == r.Options.Namespace+"/"+name
}

// Since makes remarks of an earlier result known: as many of a rule about one field are not reported again.
func (r *Run) Since(earlier render.Result) {
	r.known = map[string]int{}
	for _, f := range earlier.Findings {
		r.known[remarkOf(f)]++
	}
}

// RenderFiles is Read and Render. It is an error when there is no application.
func (r *Run) RenderFiles(args []string, besides ...string) error {
	err := r.Read(args, besides...)
	if err == nil {
		err = r.Render()
	}
	if err == nil {
		err = r.NeedApplication(args)
	}
	return err
}

// NeedApplication refuses input without an application.
func (r *Run) NeedApplication(args []string) error {
	if r.Files.HasApplication() {
		return nil
	}
	return r.NoApplication(args, "")
}

// NoApplication is the error about input without an application. It counts what was read, and adds the hint.
func (r *Run) NoApplication(args []string, hint string) error {
	detail := "there is no FluxApplication; read " + r.Files.Contents() +
		" (an application has the kind FluxApplication, or Application with spec.kind fluxcd)"
	if r.Files.HasWorkload() {
		detail += "; fluxapp adopt makes applications of HelmReleases and Kustomizations that exist"
	}
	f := finding.Finding{Severity: finding.SeverityError, Code: codes.NoApplication, Detail: detail + hint}
	if len(args) == 1 {
		f.File = args[0]
	} else {
		f.Detail = strings.Join(args, " ") + ": " + f.Detail
	}
	return finding.Findings{f}.Err()
}

// Outputs returns the documents that were read, and which of them the run renders.
func (r *Run) Outputs() output.Run {
	run := output.Run{Folder: true, Prune: r.PruneOrphans, Pruned: r.Pruned, Exclude: r.Exclude,
		Result: r.Result, Partial: len(r.Options.Applications) > 0,
		Absent: "was not read", Remedy: "--prune-orphans"}
	for _, d := range r.Files.Documents {
		if owner, ok := output.OwnerOfDocument(d, r.Options.Namespace); ok {
			run.AddDocument(owner, "", r.Options.Selects(d))
		}
	}
	run.AddConfig(r.Config, "")
	return run
}

// remarkOf is the same for a warning or note wherever it is in its file, and whatever its text.
func remarkOf(f finding.Finding) string { return fmt.Sprintf("%s\n%s\n%v", f.Code, f.Path, f.Subject) }

// ReadCharts returns the charts of places, PATH or URL=PATH. Its findings are about charts, its error about places.
func ReadCharts(files disk.Disk, places []string) (*checks.Charts, finding.Findings, error) {
	all := &checks.Charts{}
	var problems []finding.Problem
	for _, place := range places {
		url, path := splitPlace(files, place)
		from, err := files.Tree(path)
		if err != nil {
			return nil, nil, fmt.Errorf("the charts %s cannot be read: %s", place, disk.Describe(err))
		}
		problems = append(problems, all.Add(from, filepath.ToSlash(path), url)...)
	}
	return all, finding.Locate(problems), nil
}

// splitPlace returns the URL of a place, empty where it is for all sources, and its path. A path may have a = too.
func splitPlace(files disk.Disk, place string) (url, path string) {
	at := strings.LastIndexByte(place, '=')
	if at < 0 || files.Exists(place) {
		return "", place
	}
	return place[:at], place[at+1:]
}

func chartsBelow(files disk.Disk, folder, place string) string {
	if below := filepath.Clean(folder + "/" + place); files.Exists(below) {
		return below
	}
	url, path := splitPlace(files, place)
	if !filepath.IsAbs(path) {
		path = filepath.Clean(folder + "/" + path)
	}
	return strings.TrimPrefix(url+"="+path, "=")
}
