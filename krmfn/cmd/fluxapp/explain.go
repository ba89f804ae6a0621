package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	options
	cluster, against string
	fields           []explained.FieldPath
}

func explainCommand() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain APPLICATION FILE|DIR|-... | RULE | FIELD",
		Short: "Show which file, line and layer set each field, or explain a rule or a field",
		Long: `Show which file, line and layer set each field of an application's objects, and which lower values it
overrides.

Name the application as NAME or NAMESPACE/NAME. --cluster limits the output to the objects for one cluster; the hub is
called hub.

--field prints a table of one field on all clusters, for example values.replicas, chart.version, interval or
metadata.labels.team. A field that is a map is printed with all fields below it. --field can be given several times.

--against CLUSTER, with --cluster, compares two clusters: the fields that differ, and what sets each of the two
values. What differs by the name or the kubeConfig of the cluster only is listed at the end.

Values of fields that are called like a secret, or look like one, are printed as (hidden).

Without files, explain a rule (what it means, why it is there, what is wrong and right) or a field (its type and
default, and the fields below it). A field is one of a FluxApplication, or begins with another kind: Application,
RenderConfig, HelmChart or GitRepository.`,
		Example: `  fluxapp explain podinfo apps/ --cluster berlin
  fluxapp explain podinfo apps/ --field values.replicas
  fluxapp explain podinfo apps/ --cluster berlin --against tokyo
  fluxapp explain FA507
  fluxapp explain spec.config.overrides
  fluxapp explain RenderConfig.spec`,
		ValidArgsFunction: completeExplained,
		Args:              explainArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return lookUp(cmd, args[0])
			}
			return explain(cmd, o, args[0], args[1:])
		},
	}
	o.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.cluster, "cluster", "", "only objects for this cluster; the hub is called hub")
	completeFlag(cmd, "cluster", completeClusters)
	flags.StringVar(&o.against, "against", "", "compare the cluster of --cluster with this one")
	completeFlag(cmd, "against", completeClusters)
	flags.Var(&checkedFlag{check: o.addField}, "field",
		"print a table of this field on all clusters, for example values.replicas")
	completeFlag(cmd, "field", cobra.NoFileCompletions)
	flags.StringVarP(&o.output, "output", "o", "text", "output: text, or json with one JSON object per line")
	completeFlag(cmd, "output",
		cobra.FixedCompletions([]cobra.Completion{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func explainArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name an application and its files, a rule, for example FA507, or a field, for example " +
			"spec.config.overrides")
	}
	return nil
}

// addField adds a field of the table.
func (o *explainOptions) addField(text string) error {
	path, err := explained.ParseField(text)
	o.fields = append(o.fields, path)
	return err
}

// check refuses a command line that does not say what to explain.
func (o *explainOptions) check(cmd *cobra.Command) error {
	cluster, against := cmd.Flags().Changed("cluster"), cmd.Flags().Changed("against")
	switch {
	case cluster && o.cluster == "":
		return errors.New("--cluster needs the name of a cluster; the hub is called hub")
	case against && o.against == "":
		return errors.New("--against needs the name of a cluster; the hub is called hub")
	case against && !cluster:
		return fmt.Errorf("--against %s needs a second cluster; write --cluster CLUSTER too", o.against)
	case against && o.cluster == o.against:
		return fmt.Errorf("--cluster and --against are both %s; name two clusters", o.cluster)
	case against && len(o.fields) > 0:
		return errors.New("--field prints its field on all clusters; leave out --against, or --field")
	case o.output != "text" && o.output != "json":
		return fmt.Errorf("-o %s is unknown; write text or json", o.output)
	}
	return nil
}

func explain(cmd *cobra.Command, o explainOptions, application string, files []string) error {
	if err := o.check(cmd); err != nil {
		return err
	}
	r, err := renderInput(cmd, o.options, files)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	query := r.query(application)
	query.Cluster, query.Against, query.Fields, query.JSON = o.cluster, o.against, o.fields, o.output == "json"
	if err := query.Write(out); err != nil {
		return err
	}
	return out.Flush()
}

// query asks for all objects of an application.
func (r rendering) query(application string) explained.Query {
	return explained.Query{Documents: r.files.docs, Options: r.opts, Result: r.result, Application: application}
}
