package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func graphCommand(env environment, cmd *cobra.Command) {
	var cluster string
	o := optionsOf(env, cmd)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string,
		typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		applications, _ := env.completeApplications(cmd, args, typed)
		return applications, cobra.ShellCompDirectiveDefault
	}
	inArgs := func(args []string, _ string) []string { return env.clustersIn(env.cutApplication(args)) }
	addText(cmd, "cluster", &cluster, "the name of a cluster, for example hub", completing(inArgs, 0))
	o.output.addTo(cmd, "mermaid", "json")
	o.runs(func(args []string) error { return drawGraph(o, cluster, args) })
}

func drawGraph(o *options, cluster string, args []string) error {
	if err := o.output.check(); err != nil {
		return err
	}
	application, files := o.cutApplication(args)
	r, err := o.render(application, files)
	if err != nil {
		return err
	}
	g := graph.Of(r.Result, graph.Options{Application: application, Cluster: cluster})
	if len(g.Boxes) == 0 {
		err = nothingToDraw(r, application, cluster)
	}
	if err == nil && application == "" && cluster == "" {
		noteUndrawn(r)
	}
	switch {
	case err != nil:
		return err
	case o.output.name == "json":
		return g.WriteJSON(o.reporter.Out())
	}
	return g.WriteMermaid(o.reporter.Out())
}

func noteUndrawn(r *rendering.Run) {
	drawn := each.Once(r.Result.Objects, render.Object.Application)
	all := each.Of(r.Result.Applications(), render.Application.Name)
	left := each.Only(all, func(name string) bool { return !drawn[name] })
	if len(left) > 0 {
		r.Note("left out, because they have no objects: " + names.Sentence(left))
	}
}

func nothingToDraw(r *rendering.Run, application, cluster string) error {
	if application != "" {
		_, err := queryOf(r, application).Objects(cluster)
		return err
	}
	clusters := textsOf(r.Result.Objects, explained.ClusterOf)
	if cluster == "" || len(clusters) == 0 {
		return nil
	}
	return fmt.Errorf("no application has an object on cluster %s; %s", cluster, terminal.Instead(cluster, clusters))
}

// cutApplication cuts off a first argument that is an application: it is no file or folder, and can be a name.
func (e environment) cutApplication(args []string) (application string, files []string) {
	if len(args) == 0 || e.disk.Exists(args[0]) || folder.HasExtension(args[0]) ||
		strings.IndexAny(args[0], "./~-") == 0 {
		return "", orHere(args)
	}
	return args[0], orHere(args[1:])
}
