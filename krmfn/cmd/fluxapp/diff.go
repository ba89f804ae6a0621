package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputfolder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/stages"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/change"
)

type diffOptions struct {
	*options
	base, rendered, by string
	full, exitCode     bool
}

func diffCommand(env environment, cmd *cobra.Command) {
	o := &diffOptions{options: optionsOf(env, cmd)}
	o.addCharts()
	o.addFinal(false)
	addBase(env, cmd, &o.base)
	o.addRendered(&o.rendered)
	o.output.addTo(cmd, "text", "json", "markdown")
	o.addObserved()
	o.addAcknowledge()
	addText(cmd, "by", &o.by, stageLabel, cobra.NoFileCompletions)
	cmd.Flags().BoolVar(&o.full, "full", false, "")
	cmd.Flags().BoolVar(&o.exitCode, "exit-code", true, "")
	o.runs(o.diff)
}

func (o *diffOptions) check(args []string) error {
	base, rendered := o.cmd.Flags().Changed("base"), o.cmd.Flags().Changed("rendered")
	switch {
	case base && rendered:
		return errors.New("--base and --rendered cannot both be compared with; write one of them")
	case o.pruneOrphans && !rendered:
		return errors.New(prunesRendered)
	case o.by != "" && o.output.name != "markdown":
		return errors.New("--by needs -o markdown; fluxapp report --by shows the stages too")
	case o.by != "" && rendered:
		return errors.New("--by needs the documents before the change, which have the labels of clusters; write --base in " +
			"the place of --rendered")
	case base:
		return rendering.CheckBase(o.disk, o.base, args)
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

func (o *diffOptions) diff(args []string) error {
	*o.code = exitCommand // also of wrong documents
	if err := cmp.Or(o.check(args), o.output.check(), o.checkFinal(), o.observed.checkStdin(args)); err != nil {
		return err
	}
	r, err := o.newRun(o.after(args))
	if err != nil {
		return err
	}
	c, err := o.compare(r, args)
	if err == nil {
		err = o.readRunning(r)
	}
	if err != nil {
		return err
	}
	final, err := o.makeFinal(r, &c.Changes, o.output.name)
	if err != nil {
		return err
	}
	exceeded := c.Changes.Check(r.LimitOptions())
	lines := r.Take(exceeded)
	if o.output.name != "text" { // which begins with them
		r.PrintLines(lines, len(lines))
	}
	table, err := o.table(r, c)
	if err == nil {
		err = o.write(c.Changes, change.PrintOptions{Limits: exceeded, Full: o.full, Color: bool(colorsOf(o.out)),
			Table: table, Final: final.Output})
	}
	if err == nil && exceeded.Err() == nil && final.Findings.Err() == nil {
		*o.code = exitGood
		if (len(c.Changes.List) > 0 || final.Differs) && o.exitCode {
			*o.code = exitDocuments
		}
	}
	return err
}

// table returns the stages of --by as Markdown; empty without the flag.
func (o *diffOptions) table(r *rendering.Run, c rendering.Comparison) (string, error) {
	if o.by == "" {
		return "", nil
	}
	fleet := view.New(r.Result, nil).Compare(view.New(c.Before, nil), c.Changes.List).Fleet
	table, err := stages.Of(stages.Fleet{Fleet: fleet, Changes: &c.Changes}, o.by)
	if err != nil {
		return "", err
	}
	return table.Markdown(), nil
}

func (o *diffOptions) compare(r *rendering.Run, args []string) (rendering.Comparison, error) {
	base := rendering.Base{Name: o.base, Besides: o.observed.names(), Advice: "if an older fluxapp took them, " +
		"compare with what it rendered (fluxapp diff --rendered DIR PATH), or with a corrected copy of them (fluxapp " +
		"diff COPY PATH)"}
	switch {
	case o.rendered != "":
		return o.compareRendered(r, o.after(args))
	case o.base != "":
		return r.Compare(base, o.after(args))
	}
	base.Name = args[0]
	return r.CompareFiles(base, o.after(args))
}

func (o *diffOptions) after(args []string) []string {
	if o.rendered == "" && o.base == "" {
		return args[1:]
	}
	return orHere(args)
}

// compareRendered compares with the files of earlier runs in a folder, as far as a run that writes to it changes them.
func (o *diffOptions) compareRendered(r *rendering.Run, args []string) (c rendering.Comparison, err error) {
	if !o.disk.Exists(o.rendered) {
		return c, fmt.Errorf("there is no file or folder %s; to compare with nothing, make an empty one for --rendered",
			o.rendered)
	}
	if err := o.renderFor(r, args, o.rendered); err != nil {
		return c, err
	}
	plan, err := outputfolder.New(r, o.rendered)
	if err == nil {
		defer plan.Close()
		c.Changes = plan.Changes()
	}
	return c, err
}

func (o *diffOptions) write(changes change.Changes, opts change.PrintOptions) error {
	switch o.output.name {
	case "markdown":
		return change.WriteMarkdown(o.reporter.Out(), changes, opts)
	case "json":
		return change.WriteJSON(o.reporter.Out(), changes, opts)
	}
	return change.WriteText(o.reporter.Out(), changes, opts)
}
