package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/proposal"
	"github.com/fluxapp-dev/fluxapp/render/graph"
)

// languages are those of a picture.
var languages = []string{"mermaid", "dot", "json"}

func graphCommand() *cobra.Command {
	var opts options
	var cluster string
	cmd := &cobra.Command{
		Use:   "graph [APPLICATION] FILE|DIR|-...",
		Short: "Draw what waits for what, in which order clusters get it, and which sources feed it",
		Long: `Draw applications as a flowchart: which of them wait for which, in which order clusters get them, and which
sources feed them.

Everything runs from left to right. Objects that differ in their cluster only are one box, with the names of the
clusters. Nobody renders a dashed box: it must exist. Thick arrows are waves and dependsOn. Dotted arrows lead to what
Flux writes to.

Name an application as NAME or NAMESPACE/NAME to draw only it and what it depends on, with its image automation and
notification. --cluster draws each object for one cluster; the hub is called hub.

-o mermaid prints what GitHub draws in a block of Markdown with the language mermaid. -o dot prints the language of
Graphviz, and -o json the boxes, frames and arrows for programs. A large fleet is drawn with fewer and larger boxes,
so that people can read the picture and GitHub draws it.`,
		Example: `  fluxapp graph apps/
  fluxapp graph shop apps/
  fluxapp graph apps/ --cluster berlin
  fluxapp graph apps/ -o dot | dot -Tsvg > fleet.svg`,
		ValidArgsFunction: completeGraph,
		RunE:              func(cmd *cobra.Command, args []string) error { return drawGraph(cmd, opts, cluster, args) },
	}
	opts.addTo(cmd)
	cmd.Flags().StringVar(&cluster, "cluster", "", "draw each object for this cluster; the hub is called hub")
	completeFlag(cmd, "cluster", completeGraphClusters)
	cmd.Flags().StringVarP(&opts.output, "output", "o", "mermaid", "language of the picture: mermaid, dot or json")
	completeFlag(cmd, "output", cobra.FixedCompletions(languages, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// drawGraph prints the picture of the files, or of the application that the first argument names.
func drawGraph(cmd *cobra.Command, opts options, cluster string, args []string) error {
	if !slices.Contains(languages, opts.output) {
		return fmt.Errorf("-o %s is unknown; write mermaid, dot or json", opts.output)
	}
	application, files := cutApplication(args)
	r, err := renderInput(cmd, opts, files)
	if err != nil {
		return err
	}
	g := graph.Of(r.result, graph.Options{Application: application, Cluster: cluster})
	if len(g.Boxes) == 0 {
		err = nothingToDraw(r, application, cluster)
	}
	if err != nil {
		return err
	}
	if application == "" && cluster == "" {
		r.noteUndrawn()
	}
	return writeGraph(r.cmd.OutOrStdout(), g, opts.output)
}

// noteUndrawn names the applications that a picture of all does not have.
func (r rendering) noteUndrawn() {
	drawn := map[string]bool{}
	for _, o := range r.result.Objects {
		drawn[o.Application()] = true
	}
	var names []string
	for _, a := range r.result.Applications() {
		if !drawn[a.Name()] {
			names = append(names, a.Name())
		}
	}
	if len(names) > 0 {
		r.printNote("left out, because they have no objects: " + enumerate(names))
	}
}

// nothingToDraw tells which application or cluster has no object.
func nothingToDraw(r rendering, application, cluster string) error {
	if application != "" {
		_, err := r.query(application).Objects(cluster)
		return err
	}
	var clusters []string
	for _, o := range r.result.Objects {
		clusters = append(clusters, explained.ClusterOf(o))
	}
	slices.Sort(clusters)
	clusters = slices.DeleteFunc(slices.Compact(clusters), func(name string) bool { return name == "" })
	if cluster == "" || len(clusters) == 0 {
		return nil
	}
	return fmt.Errorf("no application has an object on cluster %s; %s", cluster, proposal.Instead(cluster, clusters))
}

func writeGraph(w io.Writer, g graph.Graph, language string) error {
	switch language {
	case "dot":
		return g.WriteDOT(w)
	case "json":
		return g.WriteJSON(w)
	}
	return g.WriteMermaid(w)
}

// cutApplication cuts off the application that arguments begin with: the first of several that is no file or folder.
func cutApplication(args []string) (application string, files []string) {
	if len(args) < 2 || args[0] == "-" {
		return "", args
	}
	if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
		return args[0], args[1:]
	}
	return "", args
}

// completeGraph completes an application of the current folder, or files.
func completeGraph(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	names, _ := completeApplications(cmd, args, typed)
	return names, cobra.ShellCompDirectiveDefault
}

// completeGraphClusters completes the cluster with those of the command line: of an application, or of all files.
func completeGraphClusters(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	application, files := cutApplication(args)
	if application == "" {
		return clustersIn(nil, files), cobra.ShellCompDirectiveNoFileComp
	}
	return clustersIn([]string{application}, files), cobra.ShellCompDirectiveNoFileComp
}
