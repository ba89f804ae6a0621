package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputfolder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
)

func renderCommand(env environment) *cobra.Command {
	o := options{environment: env}
	cmd := &cobra.Command{
		Use:   "render [FILE|DIR|-]...",
		Short: "Print the Flux objects of applications, or write them to a folder",
		Long: `Print the Flux objects of applications, or write them to a folder.

Input. A folder is read with its subfolders: the files that end in .yaml, .yml or .json and hold documents for
fluxapp. Hidden files and folders are skipped. A link to a file is read. A link to a folder and a Helm template are
skipped, with a warning.

--application, --cluster and --kind select the objects that are printed; all documents are validated. Each takes names
with commas between them. Objects of no cluster, for example shared sources, are left out with --cluster.

Output folder. -o dir=PATH writes one file per object. The output mirrors the input folder: a document in sub/ is
written to PATH/sub/. A single file, or -, is written to PATH itself. Applications with topology Standalone get one
folder per cluster, with one kustomization.yaml for all applications.

fluxapp only changes objects that it wrote, and writes all files or none. An object that is as it should be keeps its
text, with comments. Objects that the documents no longer render go, and their files with the last of them. Objects of
documents that were not read stay, with a warning; --prune-orphans deletes them. In files of others it takes
=NAMESPACE/NAME, and only the objects of that document. Each deletion is printed with what Flux does next. The last line
counts the files. --dry-run prints the same and writes nothing.

Limits. A change that passes a limit of an application or of the RenderConfig writes nothing. Without limits, a change
may delete from two clusters of an application, or reinstall on two, or on half of them if that is more. A workload
that waits for none of those that it waited for because of waves is held, unless --observed shows that it is ready in
the new version. The error lists the clusters and the causes, and prints a digest: --acknowledge DIGEST lets this one
change through.

Shards. --shard I/N prints the objects of one of N parts of the clusters; I is 0 to N-1. Together, N runs print what one
run prints. Each run validates all documents. A folder is divided by the groups of delivery instead.`,
		Example: `  fluxapp render app.yaml
  fluxapp render apps/ --application shop --cluster berlin
  fluxapp render apps/ -o dir=deploy
  fluxapp render apps/ -o dir=deploy --dry-run
  kustomize build apps | fluxapp render - --flux-version 2.8`,
		RunE: func(_ *cobra.Command, args []string) error { return renderFiles(o, orHere(args)) },
	}
	o.addTo(cmd)
	o.addCharts()
	o.addShard()
	o.addOutput()
	return cmd
}

func renderFiles(o options, args []string) error {
	dir, err := o.folder()
	if err = cmp.Or(err, o.running.checkStdin(args)); err != nil {
		return err
	}
	r, err := o.newRun(args)
	if err == nil {
		err = o.renderFor(r, args, dir)
	}
	if err == nil {
		err = o.readRunning(r)
	}
	if err == nil {
		r.Result.Objects, err = o.only.of(r.Result.Objects)
	}
	switch {
	case err != nil:
		return err
	case dir != "":
		return writeFolder(r, dir, o.dryRun)
	case o.output.name == "json":
		return r.Result.WriteJSON(o.out)
	case o.output.name == "jsonl":
		return writeLines(o.out, r.Result.Objects)
	}
	return r.Result.WriteYAML(o.out)
}

// renderFor renders files for a folder; empty is none. It refuses input without an application, unless the command
// line asks for the removal of what was rendered: a RenderConfig is for every run, and not a request for this one.
func (o *options) renderFor(r *rendering.Run, args []string, dir string) error {
	err := r.Read(args, o.running.names()...)
	var missing *fs.PathError
	switch {
	case err == nil:
		err = r.Render()
	case o.pruneOrphans && errors.As(err, &missing) && strings.Count(missing.Path, "/") == 1: // the flag has no argument
		err = fmt.Errorf("%w; for the objects of one document, write --prune-orphans=NAMESPACE/NAME", err)
	}
	switch {
	case err != nil:
		return err
	case r.Files.HasApplication(), o.prunes() && r.Files.MayBeEmpty():
		return nil
	case o.prunes() || dir == "":
		return r.NoApplication(args, "")
	}
	return r.NoApplication(args, "; --prune-orphans deletes what earlier runs wrote to "+dir)
}

func writeFolder(r *rendering.Run, dir string, dryRun bool) error {
	plan, err := outputfolder.New(r, dir)
	if err != nil {
		return err
	}
	defer plan.Close()
	if err := plan.CheckLimits(); err != nil {
		return err
	}
	if dryRun {
		return plan.Rehearse()
	}
	release := holdSignals()
	return errors.Join(plan.Apply(), release())
}

// interrupted is a signal that was held back.
type interrupted syscall.Signal

func (i interrupted) Error() string {
	return fmt.Sprintf("received the signal %q while writing, and ended when that was done", syscall.Signal(i))
}

// holdSignals keeps a Ctrl-C, or a terminal that is closed, from leaving half a change behind. The function that it
// returns ends that, and returns the first signal that was held back as an error.
func holdSignals() func() error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return func() error {
		signal.Stop(signals)
		select {
		case first := <-signals:
			number, _ := first.(syscall.Signal)
			return interrupted(number)
		default:
			return nil
		}
	}
}
