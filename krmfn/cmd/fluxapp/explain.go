package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
)

func explainCommand() *cobra.Command {
	var opts options
	var cluster string
	cmd := &cobra.Command{
		Use:   "explain APPLICATION FILE|DIR|-... | RULE | FIELD",
		Short: "Show which file, line and layer set each field, or explain a rule or a field",
		Long: `Show which file, line and layer set each field of an application's objects, and which lower values it overrides.

Name the application as NAME or NAMESPACE/NAME. --cluster limits the output to the objects for one cluster; the hub is
called hub.

Without files, explain a rule (what it means, why it is there, what is wrong and right) or a field (its type and default, and
the fields below it).
A field is one of a FluxApplication, or begins with another kind: Application, RenderConfig, HelmChart or GitRepository.`,
		Example: `  fluxapp explain podinfo apps/ --cluster berlin
  fluxapp explain FA507
  fluxapp explain spec.config.overrides
  fluxapp explain RenderConfig.spec`,
		ValidArgsFunction: completeExplained,
		Args:              explainArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return lookUp(cmd, args[0])
			}
			return explain(cmd, opts, cluster, args[0], args[1:])
		},
	}
	opts.addTo(cmd)
	cmd.Flags().StringVar(&cluster, "cluster", "", "only objects for this cluster; the hub is called hub")
	completeFlag(cmd, "cluster", completeClusters)
	return cmd
}

func explainArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name an application and its files, a rule, for example FA507, or a field, for example spec.config.overrides")
	}
	return nil
}

func explain(cmd *cobra.Command, opts options, cluster, application string, files []string) error {
	r, err := renderInput(cmd, opts, files)
	if err == nil {
		err = explainObjects(r, cluster, application)
	}
	return err
}

// explainObjects prints what set each field of the objects of an application for a cluster, or for all when the cluster is empty.
func explainObjects(r rendering, cluster, application string) error {
	only := render.Options{Applications: []string{application}, Namespace: r.opts.Namespace}
	explained := 0
	var b strings.Builder
	for _, o := range r.result.Objects {
		if only.Selects(o.Document()) && (cluster == "" || cluster == clusterOf(o)) {
			explained++
			explainObject(&b, o)
		}
	}
	if explained == 0 {
		where := ""
		if cluster != "" {
			where = " for the cluster " + cluster
		}
		return fmt.Errorf("there is no object of the application %s%s", application, where)
	}
	_, err := io.WriteString(r.cmd.OutOrStdout(), b.String())
	return err
}

// clusterOf returns the name of an object's cluster on the command line; empty for an object of no cluster.
func clusterOf(o render.Object) string {
	if o.Cluster() == "" && !o.Shared() {
		return "hub"
	}
	return o.Cluster()
}

// explainObject prints a line for each leaf: the field and its value, where it was set, and the values that it replaces. What a layer
// removes has no value.
func explainObject(b *strings.Builder, o render.Object) {
	fmt.Fprintf(b, "%s %s\n", o.Kind(), strings.TrimPrefix(o.Namespace()+"/"+o.Name(), "/"))
	for _, leaf := range o.Explain() {
		if leaf.Value == "" {
			fmt.Fprintf(b, "  %s  # removed by %s", leaf.Path, leaf.Setting)
		} else {
			fmt.Fprintf(b, "  %s: %s  # %s", leaf.Path, leaf.Value, leaf.Setting)
		}
		if leaf.Value != "" && leaf.Setting.Value != leaf.Value {
			fmt.Fprintf(b, " as %s", leaf.Setting.Value)
		}
		for _, param := range leaf.Params {
			fmt.Fprintf(b, ", with %s of %s", param.Value, param)
		}
		for _, covered := range leaf.Covered {
			fmt.Fprintf(b, ", over %s of %s", covered.Value, covered)
		}
		b.WriteString("\n")
	}
}
