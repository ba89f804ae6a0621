package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputfolder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
)

func checkCommand(env environment) *cobra.Command {
	o := options{environment: env}
	var rendered string
	cmd := withHelp(&cobra.Command{
		Use:  "check [FILE|DIR|-]...",
		RunE: func(_ *cobra.Command, args []string) error { return checkFiles(o, rendered, orHere(args)) },
	})
	o.addTo(cmd)
	o.addCharts()
	o.addShard()
	o.output.addTo(cmd, "list what must exist as text or json", "text", "json")
	cmd.Flags().StringVar(&rendered, "rendered", "", "folder of rendered files that must be up to date")
	return cmd
}

func checkFiles(o options, rendered string, args []string) error {
	if o.cmd.Flags().Changed("rendered") && rendered == "" {
		return errors.New("--rendered needs a folder; write --rendered DIR")
	}
	if rendered != "" && o.shard != (render.Shard{}) {
		return errors.New("--shard is for a stream, and --rendered DIR is a folder with all clusters; leave one of them out")
	}
	if err := o.output.check(); err != nil {
		return err
	}
	r, err := o.render("", args)
	if err == nil && rendered != "" {
		err = compareFolder(r, rendered)
	}
	switch {
	case err != nil:
		return err
	case o.output.name == "json":
		return writeNeedsJSON(o.reporter.Out(), r.Result)
	}
	return writeNeeds(o.reporter.Out(), r.Result.Needs())
}

func compareFolder(r *rendering.Run, dir string) error {
	plan, err := outputfolder.New(r, dir)
	if err != nil {
		return err
	}
	defer plan.Close()
	return plan.Differences().Err()
}
