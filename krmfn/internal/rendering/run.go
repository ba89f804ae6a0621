package rendering

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Run is a run: first its options are set, then it reads, then it renders.
type Run struct {
	*reporter.Reporter
	// Source has the documents before the change, or all; Reporter.Disk has the other files of the command line.
	Source  input.Source
	Options render.Options
	// Config is the RenderConfig; nil for none.
	Config *schema.Document
	// Acknowledge is the digest of a change that a limit may not hold.
	Acknowledge string
	// PruneOrphans deletes the files of documents that were not read.
	PruneOrphans bool

	Files  *input.Files
	Result render.Result

	known map[remark]bool // warnings and information that are not printed again
}

// Read reads files, folders and stdin. Besides are files that folders may hold, and that are read for something else.
func (r *Run) Read(args []string, besides ...string) (err error) {
	r.Files, err = input.Read(r.Source, args, besides...)
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
	return nil
}

// RenderQuietly is Render for those who ask about something else than the documents: of their findings it reports the
// errors. It is an error when there is no application.
func (r *Run) RenderQuietly(args []string) error {
	err := r.render()
	r.Report(r.Files.Warnings)
	r.Report(r.Result.Findings.Only(finding.SeverityError))
	if err != nil {
		return reporter.ErrReported
	}
	return r.NeedApplication(args)
}

func (r *Run) render() (err error) {
	r.Result, err = render.Render(r.Files.All(), r.Options)
	return err
}

// ReportResult reports the findings of the documents, but for those that are known from before.
func (r *Run) ReportResult() {
	r.CountIgnored(r.Result.Ignored)
	r.Report(slices.DeleteFunc(slices.Clone(r.Result.Findings), func(f finding.Finding) bool {
		return f.Severity != finding.SeverityError && r.known[remarkOf(f)]
	}))
}

// Since makes the warnings and information of an earlier result known: they are not reported again.
func (r *Run) Since(earlier render.Result) {
	r.known = map[remark]bool{}
	for _, f := range earlier.Findings {
		r.known[remarkOf(f)] = true
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
	f := finding.Finding{Severity: finding.SeverityError, Code: finding.CodeNoApplication, Detail: detail + hint}
	if len(args) == 1 {
		f.File = args[0]
	} else {
		f.Detail = strings.Join(args, " ") + ": " + f.Detail
	}
	return finding.Findings{f}.Err()
}

// Outputs returns the documents that were read, and which of them the run renders.
func (r *Run) Outputs() outputs.Run {
	run := outputs.Run{Prune: r.PruneOrphans, Shard: r.Options.Shard}
	for _, d := range r.Files.Documents {
		if owner, ok := outputs.OwnerOfDocument(d, r.Options.Namespace); ok {
			run.AddDocument(owner, outputs.Place{}, r.Options.Selects(d))
		}
	}
	return run
}

// remark is a warning or information, wherever it is in its file.
type remark struct {
	code                   finding.Code
	document, path, detail string
}

func remarkOf(f finding.Finding) remark {
	r := remark{code: f.Code, path: f.Path, detail: f.Detail}
	if f.Subject != nil {
		r.document = f.Subject.String()
	}
	return r
}

// ReadConfig takes the options from the file of a RenderConfig. Without a file, every option has its default. Its
// error has findings if the RenderConfig is wrong.
func (r *Run) ReadConfig(file string) error {
	d, spec, err := readConfig(r.Disk, file)
	if err != nil {
		return err
	}
	r.Config, r.Options, r.Acknowledge, r.PruneOrphans = d, render.OptionsOf(spec), spec.Acknowledge, spec.PruneOrphans
	return nil
}

// readConfig reads the file of a RenderConfig; nothing for no file.
func readConfig(from fs.FS, file string) (d *schema.Document, spec schema.RenderConfig, err error) {
	if file == "" {
		return nil, spec, nil
	}
	data, err := disk.Read(from, file)
	if err != nil {
		return nil, spec, err
	}
	docs := schema.Parse(filepath.ToSlash(file), data)
	if err := docs.Findings().Err(); err != nil {
		return nil, spec, err
	}
	if len(docs) != 1 || docs[0].Class() != schema.ClassRenderConfig {
		return nil, spec, fmt.Errorf("%s is no RenderConfig; write one of kind RenderConfig, alone in its file", file)
	}
	spec, problems := docs[0].RenderConfig()
	if err := finding.Locate(problems).Err(); err != nil {
		return nil, spec, err
	}
	if spec.Check {
		return nil, spec, fmt.Errorf("%s asks for a check, which only the function reads; leave check out, and run fluxapp "+
			"check", file)
	}
	return docs[0], spec, nil
}

// otherConfig warns when the revision's RenderConfig had other options for objects: nobody sees what they change.
func (r *Run) otherConfig(rev *revision.Revision, config string) finding.Findings {
	file, err := rev.Path(config)
	if config == "" || err != nil {
		return nil
	}
	_, now, err := readConfig(r.Disk, config)
	if err != nil {
		return nil // it was read before
	}
	_, earlier, err := readConfig(rev, file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && reflect.DeepEqual(rendersWith(earlier), rendersWith(now)) {
		return nil
	}
	detail := "the options differ from those in " + rev.Name + "; both sides are rendered with the new ones, so their " +
		"effect is not shown: compare with rendered files (fluxapp diff --rendered DIR) to see it"
	return finding.Findings{{Severity: finding.SeverityWarning, Code: krmfn.CodeOtherConfig,
		File: filepath.ToSlash(config), Detail: detail}}
}

// rendersWith returns the options of a RenderConfig that objects depend on.
func rendersWith(spec schema.RenderConfig) render.Options {
	opts := render.OptionsOf(spec)
	opts.Strict, opts.Ignore = false, nil
	return opts
}
