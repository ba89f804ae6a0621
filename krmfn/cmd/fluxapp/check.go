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
	cmd := &cobra.Command{
		Use:   "check [FILE|DIR|-]...",
		Short: "Validate applications (and optionally the rendered files) and list what must exist for them",
		Long: `Validate applications without writing anything, and list what must exist for them on the hub and on each
cluster, and that nobody renders: namespaces, ServiceAccounts, Secrets, ConfigMaps, sources and other objects that are
only named. Each is listed with its reason and the line that needs it. Things that are many and alike share a line; -o
json prints them all.

--rendered DIR also compares the result with the files that "fluxapp render -o dir=DIR" wrote. A file that is missing,
out of date or no longer rendered is an error, and so is everything that would keep fluxapp from writing there.`,
		Example: `  fluxapp check apps/
  fluxapp check apps/ -o json
  fluxapp check apps/ --rendered deploy --strict`,
		RunE: func(_ *cobra.Command, args []string) error { return checkFiles(o, rendered, orHere(args)) },
	}
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
