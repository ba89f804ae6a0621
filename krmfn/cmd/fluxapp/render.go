package main

import (
	"errors"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/spf13/cobra"
)

func renderCommand() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "render [FILE|DIR|-]...",
		Short: "Print the Flux objects of applications, or write them to a folder",
		Long: `Print the Flux objects of applications, or write them to a folder.

Input. A folder is read with its subfolders: the files that end in .yaml, .yml or .json and hold documents for fluxapp. Hidden
files and folders are skipped. A link to a file is read. A link to a folder and a Helm template are skipped, with a warning.

Output folder. -o dir=PATH writes one file per object. The output mirrors the input folder: a document in sub/ is written to
PATH/sub/. A single file, or -, is written to PATH itself. Applications with topology Standalone get one folder per cluster,
with one kustomization.yaml for all applications.

fluxapp only changes files that it wrote, and writes all files or none. It deletes files that the documents no longer render.
Files of documents that were not read stay, with a warning; --prune-orphans deletes them. Each deletion is printed with what
Flux does next. The last line counts the files.

Shards. --shard I/N renders the objects of one of N parts of the clusters; I is 0 to N-1. Together, N runs render what one run
renders. They can run at the same time and write to the same folder. Each run validates all documents.`,
		Example: `  fluxapp render app.yaml
  fluxapp render apps/ -o dir=deploy
  kustomize build apps | fluxapp render - --flux-version 2.8`,
		RunE: func(cmd *cobra.Command, args []string) error { return renderFiles(cmd, opts, args) },
	}
	opts.addTo(cmd)
	opts.addShard(cmd)
	opts.addOutput(cmd)
	return cmd
}

// renderFiles renders the files in args and writes the objects. Its error has findings when the documents are wrong.
func renderFiles(cmd *cobra.Command, opts options, args []string) error {
	format, dir, err := opts.format()
	if err != nil {
		return err
	}
	r, err := renderAny(cmd, opts, args)
	if err != nil {
		return err
	}
	switch {
	case r.files.hasApplication():
	case !opts.pruneOrphans: // the flag: a RenderConfig is for every run, and not a request for this one
		return finding.Findings{noApplication(args, r, dir)}.Err()
	case !r.files.mayBeEmpty():
		return finding.Findings{noApplication(args, r, "")}.Err()
	}
	switch format {
	case "json":
		return r.result.WriteJSON(cmd.OutOrStdout())
	case "dir":
		return writeFolder(cmd, dir, r)
	}
	return r.result.WriteYAML(cmd.OutOrStdout())
}

// rendering is what a run has read, its options and its result.
type rendering struct {
	files        files
	opts         render.Options
	pruneOrphans bool // asked for by the flag, or by the RenderConfig
	result       render.Result
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

// renderInput reads and renders the files in args, and prints the findings. It is an error when there is no application.
func renderInput(cmd *cobra.Command, flags options, args []string) (rendering, error) {
	r, err := renderAny(cmd, flags, args)
	if err == nil && !r.files.hasApplication() {
		err = finding.Findings{noApplication(args, r, "")}.Err()
	}
	return r, err
}

// renderAny is renderInput for input that may have no application.
func renderAny(cmd *cobra.Command, flags options, args []string) (r rendering, err error) {
	if r.opts, err = flags.render(cmd); err != nil {
		return r, err
	}
	r.pruneOrphans = flags.pruneOrphans
	if r.files, err = readFiles(args, cmd.InOrStdin()); err != nil {
		return r, err
	}
	report(cmd, r.files.warnings)
	r.result, err = render.Render(r.files.docs, r.opts)
	report(cmd, r.result.Findings) // those of the error too
	if err != nil {
		return r, errReported
	}
	return r, nil
}

// errReported is the error of a run whose findings are printed.
var errReported = errors.New("the documents are wrong")

// writeFolder writes each object to its file.
func writeFolder(cmd *cobra.Command, dir string, r rendering) error {
	p, err := planFolder(cmd, dir, r)
	if err != nil {
		return err
	}
	defer p.close()
	deleted, err := p.deletions()
	if err != nil {
		return err
	}
	release := holdSignals()
	if err = p.apply(); err == nil {
		p.printSummary(cmd, deleted)
	}
	if signal := release(); signal != nil {
		err = errors.Join(err, interrupted{signal})
	}
	return err
}

// planFolder plans the files of the objects, and prints warnings about files that are kept although nothing renders them any more.
func planFolder(cmd *cobra.Command, dir string, r rendering) (*plan, error) {
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
	report(cmd, r.files.unread(p.notOutput))
	report(cmd, slices.Concat(p.orphanWarnings(), p.idleWarnings()))
	return p, nil
}
