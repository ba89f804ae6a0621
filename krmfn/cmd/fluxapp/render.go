package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

func renderCommand() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "render [FILE|DIR|-]...",
		Short: "Print or write the Flux objects of applications",
		Long: `Print or write the Flux objects of applications.

Folders are read with those below them: files ending in .yaml, .yml and .json that hold documents for fluxapp. Hidden ones
are skipped. A link to a file is read; a link to a folder is not followed, and a template of Helm not read, with a warning.

With -o dir=PATH, PATH stands for the folder that the command line names: the objects of a document in a subfolder are
written below the same subfolder, and those of a single file or of - right into PATH. Only files that fluxapp wrote are
touched. Those that the documents no longer make are removed; those of documents that were not read stay, with a warning.`,
		RunE: func(cmd *cobra.Command, args []string) error { return renderFiles(cmd, opts, args) },
	}
	opts.addTo(cmd)
	return cmd
}

// renderFiles renders what the arguments name and writes it. Its error is a schema.ErrorList when the documents are wrong.
func renderFiles(cmd *cobra.Command, opts options, args []string) error {
	format, dir, err := opts.format()
	if err != nil {
		return err
	}
	in, result, err := renderInput(cmd, opts, args)
	if err != nil {
		return err
	}
	switch format {
	case "json":
		return result.WriteJSON(cmd.OutOrStdout())
	case "dir":
		return writeFolder(cmd, opts, dir, in, result)
	}
	return result.WriteYAML(cmd.OutOrStdout())
}

// renderInput reads and renders what the arguments name, and prints what there is to say of it unless it is an error.
func renderInput(cmd *cobra.Command, opts options, args []string) (input, render.Result, error) {
	in, err := readInput(args, cmd.InOrStdin())
	if err != nil {
		return in, render.Result{}, err
	}
	report(cmd.ErrOrStderr(), in.warnings)
	result, err := render.Render(in.docs, opts.render())
	switch {
	case err != nil:
		return in, result, result.Findings // with the warnings, in file order
	case !in.hasApplication():
		report(cmd.ErrOrStderr(), result.Findings)
		return in, result, schema.ErrorList{noApplication(args)}
	}
	report(cmd.ErrOrStderr(), result.Findings)
	return in, result, nil
}

func noApplication(args []string) schema.Error {
	return schema.Error{
		Severity: schema.SeverityError, Code: schema.CodeNoApplication, File: strings.Join(args, " "),
		Detail: "there is no application; write one of kind FluxApplication, or of kind Application with spec.kind fluxcd",
	}
}

// writeFolder writes each object to its file.
func writeFolder(cmd *cobra.Command, opts options, dir string, in input, result render.Result) error {
	p, err := planFolder(cmd, opts, dir, in, result)
	if err != nil {
		return err
	}
	defer p.close()
	return p.apply()
}

// planFolder plans the files of the objects, and prints which files stay that nobody owns any more.
func planFolder(cmd *cobra.Command, opts options, dir string, in input, result render.Result) (*plan, error) {
	if err := result.CheckPaths(); err != nil {
		return nil, err
	}
	files, err := placeFiles(in, result)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(dir, files, krmfn.OwnersOf(in.docs, opts.namespace), opts.pruneOrphans)
	if err != nil {
		return nil, err
	}
	report(cmd.ErrOrStderr(), p.orphanWarnings())
	return p, nil
}
