package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func graphCommand(env environment) *cobra.Command {
	o := options{environment: env}
	var cluster string
	cmd := &cobra.Command{
		Use:   "graph [APPLICATION] [FILE|DIR|-]...",
		Short: "Draw what waits for what, in which order clusters get it, and which sources feed it",
		Long: `Draw applications as a flowchart: which of them wait for which, in which order clusters get them, and which
sources feed them.

Everything runs from left to right. Objects that differ in their cluster only are one box, with the names of the
clusters. Nobody renders a dashed box: it must exist. Thick arrows are waves and dependsOn. Dotted arrows lead to what
Flux writes to.

Name an application as NAMESPACE/NAME, or as NAME, which is every application of that name, to draw only it and what
it depends on, with its image automation and notification. --cluster draws each object for one cluster; the hub is
called hub.

-o mermaid prints what GitHub draws in a block of Markdown with the language mermaid, and -o json the boxes, frames
and arrows for programs. A large fleet is drawn with fewer and larger boxes, so that people can read the picture and
GitHub draws it.`,
		Example: `  fluxapp graph apps/
  fluxapp graph shop apps/
  fluxapp graph apps/ --cluster berlin`,
		ValidArgsFunction: env.completeGraph,
		RunE:              func(_ *cobra.Command, args []string) error { return drawGraph(o, cluster, args) },
	}
	o.addTo(cmd)
	cmd.Flags().StringVar(&cluster, "cluster", "", "draw each object for this cluster; the hub is called hub")
	complete(cmd, "cluster", env.completeGraphClusters)
	o.output.addTo(cmd, "language of the picture: mermaid or json", "mermaid", "json")
	return cmd
}

func drawGraph(o options, cluster string, args []string) error {
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
	drawn := map[string]bool{}
	for _, o := range r.Result.Objects {
		drawn[o.Application()] = true
	}
	var left []string
	for _, a := range r.Result.Applications() {
		if !drawn[a.Name()] {
			left = append(left, a.Name())
		}
	}
	if len(left) > 0 {
		r.Note("left out, because they have no objects: " + names.Sentence(left))
	}
}

func nothingToDraw(r *rendering.Run, application, cluster string) error {
	if application != "" {
		_, err := queryOf(r, application).Objects(cluster)
		return err
	}
	clusters := clustersOf(r.Result.Objects)
	if cluster == "" || len(clusters) == 0 {
		return nil
	}
	return fmt.Errorf("no application has an object on cluster %s; %s", cluster, terminal.Instead(cluster, clusters))
}

// cutApplication cuts off a first argument that is an application: it is no file or folder, and can be a name.
func (e environment) cutApplication(args []string) (application string, files []string) {
	if len(args) == 0 || e.isPath(args[0]) {
		return "", orHere(args)
	}
	return args[0], orHere(args[1:])
}

func (e environment) isPath(arg string) bool {
	return e.disk.Exists(arg) || folder.HasExtension(arg) || strings.IndexAny(arg, "./~-") == 0
}

func (e environment) completeGraph(cmd *cobra.Command, args []string,
	typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	applications, _ := e.completeApplications(cmd, args, typed)
	return applications, cobra.ShellCompDirectiveDefault
}

func (e environment) completeGraphClusters(_ *cobra.Command, args []string,
	_ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	application, files := e.cutApplication(args)
	if application == "" {
		return e.clustersIn(nil, files), cobra.ShellCompDirectiveNoFileComp
	}
	return e.clustersIn([]string{application}, files), cobra.ShellCompDirectiveNoFileComp
}
