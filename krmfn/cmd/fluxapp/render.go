package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// renderFiles renders the files in args and writes the objects.
func renderFiles(cmd *cobra.Command, opts options, args []string) error {
	format, dir, err := opts.format()
	if err != nil {
		return err
	}
	r, err := renderAny(cmd, opts, args)
	if err == nil {
		// the flag: a RenderConfig is for every run, and not a request for this one
		err = r.checkApplications(args, dir, opts.pruneOrphans)
	}
	if err == nil {
		r.dryRun = opts.dryRun
		err = r.write(format, dir)
	}
	return err
}

// checkApplications refuses input without an application, unless the command line asks for the removal of what was
// rendered.
func (r rendering) checkApplications(args []string, dir string, pruneOrphans bool) error {
	switch {
	case r.files.hasApplication():
		return nil
	case !pruneOrphans:
		return finding.Findings{noApplication(args, r, dir)}.Err()
	case !r.files.mayBeEmpty():
		return finding.Findings{noApplication(args, r, "")}.Err()
	}
	return nil
}

// write writes the objects in a format. Its error has findings if they cannot be written to the folder.
func (r rendering) write(format, dir string) error {
	switch format {
	case "json":
		return r.result.WriteJSON(r.cmd.OutOrStdout())
	case "jsonl":
		return view.WriteLines(r.cmd.OutOrStdout(), r.result.Objects)
	case "dir":
		return writeFolder(dir, r)
	}
	return r.result.WriteYAML(r.cmd.OutOrStdout())
}

// rendering is what a run has read, its options and its result.
type rendering struct {
	*reporter
	files        files
	opts         render.Options
	pruneOrphans bool // asked for by the flag, or by the RenderConfig
	dryRun       bool // of a folder
	renderConfig *schema.Document
	acknowledge  string // the digest of a change
	result       render.Result
	known        map[remark]bool // warnings and information that are not printed again
}

// rules returns the limits of a change from another rendering, or from files when that is the zero Result.
func (r rendering) rules(before render.Result) limits.Rules {
	return limits.Rules{Before: before, After: r.result, Config: r.renderConfig, Acknowledge: r.acknowledge}
}

// outputs returns the documents that were read, and which of them the run renders.
func (r rendering) outputs() outputs.Run {
	run := outputs.Run{Prune: r.pruneOrphans, Shard: r.opts.Shard}
	for _, d := range r.files.docs {
		if owner, ok := outputs.OwnerOfDocument(d, r.opts.Namespace); ok {
			run.AddDocument(owner, outputs.Place{}, r.opts.Selects(d))
		}
	}
	return run
}

// renderInput reads and renders the files in args, and prints the findings. It is an error when there is no
// application.
func renderInput(cmd *cobra.Command, flags options, args []string) (rendering, error) {
	r, err := renderAny(cmd, flags, args)
	if err == nil && !r.files.hasApplication() {
		err = finding.Findings{noApplication(args, r, "")}.Err()
	}
	return r, err
}

// renderAny is renderInput for input that may have no application.
func renderAny(cmd *cobra.Command, flags options, args []string) (r rendering, err error) {
	if r, err = newRendering(cmd, flags); err != nil {
		return r, err
	}
	if r.files, err = readFiles(args, cmd.InOrStdin()); err != nil {
		return r, err
	}
	return r, r.render()
}

// newRendering returns a rendering that has read its options, and no files yet.
func newRendering(cmd *cobra.Command, flags options) (r rendering, err error) {
	r.reporter = flags.reporter
	r.opts, err = flags.render(cmd)
	r.pruneOrphans, r.ignore = flags.pruneOrphans, r.opts.Ignore
	r.renderConfig, r.acknowledge = flags.renderConfig, flags.acknowledge
	return r, err
}

// render renders the files and prints the findings.
func (r *rendering) render() (err error) {
	r.result, err = render.Render(r.documents(), r.opts)
	r.reportAll()
	if err != nil {
		return errReported
	}
	return nil
}

func (r *rendering) documents() schema.Documents {
	return append(slices.Clip(r.files.docs), r.files.policies...)
}

// reportAll prints the findings of the files and of the documents in them, errors too.
func (r *rendering) reportAll() {
	r.report(r.files.warnings)
	r.reportResult()
}

// reportResult prints the findings of the documents, errors too.
func (r *rendering) reportResult() {
	r.ignored.Add(r.result.Ignored)
	r.report(slices.DeleteFunc(slices.Clone(r.result.Findings), func(f finding.Finding) bool {
		return f.Severity != finding.SeverityError && r.known[remarkOf(f)]
	}))
}

func writeFolder(dir string, r rendering) error {
	p, err := planFolder(dir, r)
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.checkLimits(r); err != nil {
		return err
	}
	deleted, err := p.deletions()
	if err != nil {
		return err
	}
	if p.dryRun = r.dryRun; p.dryRun {
		if err = p.rehearse(); err == nil {
			p.printSummary(r.reporter, deleted)
		}
		return err
	}
	release := holdSignals()
	if err = p.apply(); err == nil {
		p.printSummary(r.reporter, deleted)
	}
	if signal := release(); signal != nil {
		err = errors.Join(err, interrupted{signal})
	}
	return err
}

// planFolder plans the files of the objects, and prints warnings about files that are kept although nothing renders
// them any more.
func planFolder(dir string, r rendering) (*plan, error) {
	if err := r.result.CheckPaths(); err != nil {
		return nil, err
	}
	files, err := placeFiles(r.files, r.result)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(dir, files, r.outputs())
	if err != nil {
		return nil, err
	}
	r.report(r.files.unread(p.notOutput))
	r.report(p.warnings())
	return p, nil
}

// noApplication refuses input without an application, and counts what was read. Dir is the folder to write; empty for
// none.
func noApplication(args []string, r rendering, dir string) finding.Finding {
	detail := "there is no FluxApplication; " + r.files.contents() +
		" (an application has the kind FluxApplication, or Application with spec.kind fluxcd)"
	if r.files.hasWorkload() {
		detail += "; fluxapp adopt makes applications of HelmReleases and Kustomizations that exist"
	}
	if left := leftIn(dir, r.outputs()); left > 0 {
		detail += fmt.Sprintf("; %s holds %s of earlier runs: --prune-orphans deletes them", dir, names.Counted(left, "file"))
	}
	f := finding.Finding{Severity: finding.SeverityError, Code: finding.CodeNoApplication,
		Detail: strings.Join(args, " ") + ": " + detail}
	if len(args) == 1 {
		f.File, f.Detail = args[0], detail
	}
	return f
}

// leftIn counts the files of a folder that --prune-orphans would delete.
func leftIn(dir string, run outputs.Run) int {
	f, _ := openFolder(dir, nil) // of a folder that cannot be read, or that has no name, there are none
	f.close()
	run.Folder, run.Prune, run.Shard = true, true, render.Shard{}
	return len(run.Decide(f.existing(), nil).Removed)
}

// contents counts what was read by kind, the most frequent kind first. Skipped files are opened again: most likely
// the user takes one of them for an application.
func (in *files) contents() string {
	number := map[string]int{}
	for _, d := range in.docs {
		number[kindOf(d)]++
	}
	others := len(in.skipped) - len(in.reopened())
	for _, name := range in.reopened() {
		kinds := kindsIn(in.store, name)
		for _, kind := range kinds {
			number[kind]++
		}
		if len(kinds) == 0 {
			others++
		}
	}
	kinds := slices.SortedFunc(maps.Keys(number),
		func(a, b string) int { return cmp.Or(cmp.Compare(number[b], number[a]), cmp.Compare(a, b)) })
	for i, kind := range kinds {
		kinds[i] = names.Number(number[kind]) + " " + kind
	}
	if others > 0 {
		kinds = append(kinds, names.Counted(others, "other file"))
	}
	return "read " + cmp.Or(strings.Join(kinds, ", "), "no document")
}

// reopened returns the first of the skipped files.
func (in *files) reopened() []string { return in.skipped[:min(len(in.skipped), manySkipped)] }

// hasWorkload reports whether an object that fluxapp adopt takes is among what was read.
func (in *files) hasWorkload() bool {
	isWorkload := func(d *schema.Document) bool {
		return d.Class() == schema.ClassForeign &&
			kinds.Standard().Find(kinds.Workload, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
	}
	return slices.ContainsFunc(in.docs, isWorkload) || slices.ContainsFunc(in.reopened(), func(name string) bool {
		data, _ := readFile(in.store, name)
		return adopt.MayHold(data) && slices.ContainsFunc(schema.Parse(name, data), isWorkload)
	})
}

// manySkipped is how many skipped files are opened again.
const manySkipped = 1000

// kindsIn returns the kinds of a file's documents; none when it cannot be read, or has others.
func kindsIn(store fs.FS, name string) (kinds []string) {
	data, _ := readFile(store, name)
	docs := schema.Parse(name, data)
	for _, d := range docs {
		if d.Kind() == "" {
			return nil
		}
		kinds = append(kinds, kindOf(d))
	}
	return kinds
}

func kindOf(d *schema.Document) string {
	switch {
	case d.Kind() == "":
		return "document without a kind"
	case d.Class() == schema.ClassArgoCD:
		return d.Kind() + " of Argo CD"
	case d.Class() == schema.ClassRendered:
		return d.Kind() + " rendered by fluxapp"
	}
	return d.Kind()
}
