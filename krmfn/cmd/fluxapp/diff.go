package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/repeated"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/render/change/print"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	options
	base, rendered string
	exitCode       bool
}

// diffCommand stores the exit code of a diff in code.
func diffCommand(code *int) *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use:   "diff BEFORE AFTER | --base BASE [FILE|DIR|-]... | --rendered DIR [FILE|DIR|-]...",
		Short: "Show what a change of documents does to the objects of each cluster",
		Long: `Show what a change of documents does to the objects of each cluster, and to what Flux runs there.

BEFORE and AFTER are a file, a folder or - each. --base compares files and folders, or the current folder, with a file
or folder, or with what they are in a revision of the Git repository. Where there is a file or folder of that name, a
branch of the same name is refs/heads/NAME. The repository is only read; nothing is fetched. --rendered compares them
with the files that "fluxapp render -o dir=DIR" wrote: those of the documents that are read.

Both sides are rendered with the same options. The file of --config is read from the disk, and so is a RenderConfig.
The errors of both sides are printed, and of AFTER the warnings that BEFORE does not have; fluxapp check prints them
all.

Exit codes: 0 nothing changes; 1 something changes (with --exit-code=false: 0); 2 a limit holds the change, or the
command line or the documents of one side are wrong.`,
		Example: `  fluxapp diff --base origin/main apps/
  fluxapp diff --base "$(git merge-base origin/main HEAD)" apps/ -o markdown --exit-code=false
  fluxapp diff --rendered deploy apps/
  fluxapp diff old/ new/`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			*code, err = diff(cmd, o, args)
			return err
		},
	}
	o.addTo(cmd)
	o.addChanges(cmd)
	reported := cmd.RunE // with the findings printed
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := reported(cmd, args)
		if errors.Is(err, errReported) { // exit code 1 is for changes
			*code, err = exitCommand, nil
		}
		return err
	}
	return cmd
}

func (o *diffOptions) addChanges(cmd *cobra.Command) {
	flags := cmd.Flags()
	addBase(cmd, &o.base, "compare with a file, a folder or a revision of the Git repository, for example origin/main")
	flags.StringVar(&o.rendered, "rendered", "", "compare with the rendered files in a folder")
	flags.BoolVar(&o.pruneOrphans, "prune-orphans", false,
		"with --rendered DIR, compare files of documents that were not read too: they are deleted")
	flags.StringVarP(&o.output, "output", "o", "text", "print the changes as text, json or markdown")
	completeFlag(cmd, "output",
		cobra.FixedCompletions([]cobra.Completion{"text", "json", "markdown"}, cobra.ShellCompDirectiveNoFileComp))
	o.addAcknowledge(cmd, "let one change through that a limit holds: the digest that the error prints")
	addExitCode(cmd, &o.exitCode, true, "something changes")
}

// check refuses a command line that does not say what to compare.
func (o *diffOptions) check(cmd *cobra.Command, args []string) error {
	base, rendered := cmd.Flags().Changed("base"), cmd.Flags().Changed("rendered")
	switch {
	case base && rendered:
		return errors.New("--base and --rendered cannot both be compared with; write one of them")
	case rendered && o.rendered == "":
		return errors.New("--rendered needs a folder; write --rendered DIR")
	case o.pruneOrphans && !rendered:
		return errors.New("--prune-orphans needs --rendered DIR")
	case base:
		return checkBase(o.base, args)
	case rendered:
		return nil
	case len(args) < 2:
		return errors.New("name what to compare: fluxapp diff BEFORE AFTER, fluxapp diff --base BASE, or fluxapp diff " +
			"--rendered DIR")
	case len(args) > 2:
		return fmt.Errorf("there are %d arguments; name two, BEFORE and AFTER: a folder can hold several files", len(args))
	case args[0] == "-" && args[1] == "-":
		return errors.New("stdin cannot be both BEFORE and AFTER; name a file for one of them")
	}
	return nil
}

// diff compares what the command line names, and prints the changes. It returns the exit code.
func diff(cmd *cobra.Command, o diffOptions, args []string) (code int, err error) {
	if err := o.check(cmd, args); err != nil {
		return exitCommand, err
	}
	write, err := o.changesWriter()
	if err != nil {
		return exitCommand, err
	}
	after, err := newRendering(cmd, o.options)
	if err != nil {
		return exitCommand, err
	}
	c, err := o.compare(&after, args)
	if err != nil {
		return exitCommand, err
	}
	limits := o.limits(after, c)
	err = write(cmd.OutOrStdout(), c.changes, print.Options{Limits: limits, Color: hasColor(cmd.OutOrStdout())})
	switch {
	case err != nil, limits.Err() != nil:
		code = exitCommand
	case len(c.changes.List) > 0 && o.exitCode:
		code = exitDocuments
	}
	return code, err
}

// comparison is what differs from an earlier rendering, or from files when that is the zero Result.
type comparison struct {
	changes change.Changes
	before  render.Result
}

func (o *diffOptions) compare(after *rendering, args []string) (comparison, error) {
	how := comparing{config: o.config, advice: "if an older fluxapp took them, compare with what it rendered " +
		"(fluxapp diff --rendered DIR PATH), or with a corrected copy of them (fluxapp diff COPY PATH)"}
	switch {
	case o.rendered != "":
		return compareRendered(o.rendered, after, orHere(args), o.pruneOrphans)
	case o.base != "":
		return how.compareBase(o.base, after, args)
	}
	return how.compareFiles(args[0], after, args[1:])
}

// limits returns what limits say about the changes. It prints that to stderr, unless people read the text on stdout,
// which begins with it.
func (o *diffOptions) limits(after rendering, c comparison) finding.Findings {
	found, lines := after.limits(c)
	if o.output != "text" {
		after.printLines(lines, repeated.Few)
	}
	return found
}

// limits returns what limits say about a change, but for what the run ignores, and the lines to print.
func (r rendering) limits(c comparison) (found finding.Findings, lines []repeated.Finding) {
	for _, f := range limits.Check(c.changes, r.rules(c.before)) {
		if r.take(f) {
			found, lines = append(found, f), append(lines, lineOf(f))
		}
	}
	return found, lines
}

// changesWriter returns what prints changes, in the format of the output.
func (o *diffOptions) changesWriter() (func(io.Writer, change.Changes, print.Options) error, error) {
	switch o.output {
	case "text":
		return print.Text, nil
	case "markdown":
		return print.Markdown, nil
	case "json":
		return print.JSON, nil
	}
	return nil, fmt.Errorf("-o %s is unknown; write text, json or markdown", o.output)
}

// hasColor reports whether output is printed in color: on a terminal, unless NO_COLOR is set (https://no-color.org).
func hasColor(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }
