package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/render/change/print"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// promoteOptions are the flags of promote.
type promoteOptions struct {
	options
	from, to promote.Selector
	field    promote.Field
	write    bool
	observed observedFlag
	soak     promote.Soak // Now is zero for the clock
}

func promoteCommand() *cobra.Command {
	var o promoteOptions
	cmd := &cobra.Command{
		Use:   "promote APPLICATION [FILE|DIR|-]... --from SELECTOR --to SELECTOR",
		Short: "Write the version of one stage into the layer of the next, in the document",
		Long: `Write the version of one stage into the layer of the next, in the document.

A stage is a label selector. Its layer is the override of the application, or the entry, whose clusterSelector has the
same requirements. Of several, the uppermost one that has the field is meant. Without --field, the version that the
layer of --from has is promoted: that of the chart, or of the source.

Only the value changes in the file, and no other byte: comments, order and wording stay. It is copied as it is
written, with its quotes and references. If the layer of --to does not have the field, the error has the lines to add.

The changed document is printed, or written to its file with --write. Before that, the documents are rendered with the
change. Stderr has what it does to the objects, like "fluxapp diff", and on the last line a summary for the message of
the commit. A layer above that keeps clusters of a stage from the value is a warning.

--observed FILE has what kubectl printed, see "fluxapp status --help". Then nothing is promoted unless each workload
of the application on the clusters of --from is ready in the version that the documents render. With --soak 24h, each
must also have been ready for so long, up to --now. The error lists the clusters that are not, why, and when to
promote.`,
		Example: `  fluxapp promote shop apps/ --from stage=test --to stage=staging --write
  fluxapp promote shop apps/ --from stage=test --to stage=staging --field values.image.tag
  fluxapp promote shop apps/ --from stage=staging --to stage=production --observed hub.yaml --soak 24h --write
  git commit -a -m "$(fluxapp promote shop apps/ --from stage=test --to stage=staging --write 2>&1 | tail -n 1)"`,
		ValidArgsFunction: completeApplications,
		RunE:              func(cmd *cobra.Command, args []string) error { return promoteValue(cmd, o, args) },
	}
	o.addTo(cmd)
	o.addStages(cmd)
	return cmd
}

func (o *promoteOptions) addStages(cmd *cobra.Command) {
	stage := func(name, usage string, to *promote.Selector) {
		parse := func(text string) (err error) {
			*to, err = promote.ParseSelector(text)
			return err
		}
		cmd.Flags().Var(&checkedFlag{check: parse}, name, usage)
		completeFlag(cmd, name, completeStages)
	}
	stage("from", "stage that has the value: a label selector, for example stage=test", &o.from)
	stage("to", "stage that gets the value: a label selector, for example stage=staging", &o.to)
	parse := func(text string) (err error) {
		o.field, err = promote.ParseField(text)
		return err
	}
	cmd.Flags().Var(&checkedFlag{check: parse}, "field",
		"field of the layers, for example values.image.tag (default: the version)")
	o.addStatus(cmd)
	cmd.Flags().BoolVar(&o.write, "write", false, "write the changed document to its file, and print nothing on stdout")
}

func (o *promoteOptions) addStatus(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.observed.addTo(cmd)
	soak := func(text string) (err error) {
		if o.soak.For, err = time.ParseDuration(text); err != nil || o.soak.For <= 0 {
			return errors.New("it is no duration; write for example 30m or 24h")
		}
		return nil
	}
	flags.Var(&checkedFlag{check: soak}, "soak", "how long the stage must have been ready, for example 24h")
	completeFlag(cmd, "soak", cobra.NoFileCompletions)
	now := func(text string) (err error) {
		o.soak.Now, err = parseNow(text)
		return err
	}
	flags.Var(&checkedFlag{check: now}, "now", "time of the check, for example 2026-11-23T04:00:00Z (default: the clock)")
	completeFlag(cmd, "now", cobra.NoFileCompletions)
}

// completeStages completes the stages of the application on the command line.
func completeStages(_ *cobra.Command, args []string,
	_ string) (stages []cobra.Completion, files cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	application := render.Options{Applications: args[:1]}
	for _, d := range silently(orHere(args[1:])).docs {
		if d.Class() == schema.ClassApplication && application.Selects(d) {
			stages = append(stages, promote.Stages(d)...)
		}
	}
	return stages, cobra.ShellCompDirectiveNoFileComp
}

// check refuses a command line that does not say what to promote.
func (o *promoteOptions) check(cmd *cobra.Command, args []string) error {
	changed := cmd.Flags().Changed
	switch {
	case len(args) == 0:
		return errors.New("name an application: fluxapp promote APPLICATION --from SELECTOR --to SELECTOR")
	case !changed("from") || !changed("to"):
		return errors.New("name both stages, for example --from stage=test --to stage=staging")
	case o.from.Equals(o.to):
		return fmt.Errorf("--from %s and --to %s are one stage; name two", o.from, o.to)
	case changed("soak") && !changed("observed"):
		return errors.New("--soak needs --observed FILE, with what kubectl printed")
	case changed("now") && !changed("soak"):
		return errors.New("--now needs --soak; without it, nothing depends on the time")
	case slices.Contains(args, "-") && o.observed.readsStdin():
		return errors.New("stdin cannot be both the documents and --observed; name a file for one of them")
	}
	return nil
}

// promoteValue plans the edit, prints what it does, and prints or writes the changed document.
func promoteValue(cmd *cobra.Command, o promoteOptions, args []string) error {
	if err := o.check(cmd, args); err != nil {
		return err
	}
	files := orHere(args[1:])
	r, err := newRendering(cmd, o.options)
	if err != nil {
		return err
	}
	if r.files, err = readFiles(files, cmd.InOrStdin(), o.observed.names()...); err != nil {
		return err
	}
	r.report(r.files.warnings)
	if !r.files.hasApplication() {
		return finding.Findings{noApplication(files, r, "")}.Err()
	}
	edit, err := promote.Plan(r.documents(),
		promote.Request{Application: args[0], From: o.from, To: o.to, Field: o.field, Options: r.opts})
	if err != nil {
		return err
	}
	if err := o.checkReady(&r, edit); err != nil {
		return err
	}
	if o.write {
		if err := writeEdit(edit); err != nil {
			return err
		}
	}
	if err := r.printEdit(edit); err != nil || o.write {
		return err
	}
	_, err = cmd.OutOrStdout().Write(edit.Text())
	return err
}

// checkReady refuses an edit whose first stage is not ready, where the command line asks for that.
func (o *promoteOptions) checkReady(r *rendering, edit promote.Edit) error {
	if len(o.observed.files) == 0 {
		return nil
	}
	r.result = edit.Before
	observed, err := o.observed.read(r)
	if err != nil {
		return err
	}
	if o.soak.Now.IsZero() {
		o.soak.Now = time.Now()
	}
	found := edit.CheckReady(observed, o.soak)
	r.report(found)
	if found.Err() != nil {
		return errReported
	}
	return nil
}

// printEdit prints the warnings that the edit brings, what it does to the objects, and its summary.
func (r *rendering) printEdit(edit promote.Edit) error {
	r.result, r.known = edit.After, remarksOf(edit.Before.Findings)
	r.ignored.Add(edit.Ignored)
	r.reportResult()
	r.report(edit.Findings)
	r.printIgnored()
	notes := r.reporter.outputs.notes(r.cmd.ErrOrStderr())
	if edit.Changes() {
		changes := change.Compare(edit.Before, edit.After)
		opts := print.Options{Limits: limits.Check(changes, r.rules(edit.Before)), Color: hasColor(r.cmd.ErrOrStderr())}
		if err := print.Text(notes, changes, opts); err != nil {
			return err
		}
		if _, err := io.WriteString(notes, "\n"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(notes, edit.Summary())
	return err
}
