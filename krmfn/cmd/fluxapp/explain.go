package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	options
	cluster, against string
	fields           []fieldPath
}

func explainCommand() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain APPLICATION [FILE|DIR|-]... | RULE | FIELD",
		Short: "Show which file, line and layer set each field, or explain a rule or a field",
		Long: `Show which file, line and layer set each field of an application's objects, and which lower values it
overrides.

Name the application as NAMESPACE/NAME, or as NAME, which is every application of that name. --cluster limits the
output to the objects for one cluster; the hub is called hub.

--field prints a table of one field on all clusters, for example values.replicas, chart.version, interval or
metadata.labels.team. A field that is a map is printed with all fields below it. --field can be given several times.

--against CLUSTER, with --cluster, compares two clusters: the fields that differ, and what sets each of the two
values. What differs by the name or the kubeConfig of the cluster only is listed at the end.

Values of fields that are called like a secret, or look like one, are printed as (hidden).

A single argument can also be a rule (what it means, why it is there, what is wrong and right) or a field (its type
and default, and the fields below it). If it is neither, it is an application of the current folder. A field is one of
a FluxApplication, or begins with another kind: Application, RenderConfig, HelmChart or GitRepository.`,
		Example: `  fluxapp explain podinfo apps/ --cluster berlin
  fluxapp explain podinfo apps/ --field values.replicas
  fluxapp explain podinfo apps/ --cluster berlin --against tokyo
  fluxapp explain FA507
  fluxapp explain spec.config.overrides
  fluxapp explain RenderConfig.spec`,
		ValidArgsFunction: completeExplained,
		Args:              explainArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && isLookup(cmd, args[0]) {
				return lookUp(cmd, args[0])
			}
			return explain(cmd, o, args[0], orHere(args[1:]))
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
		return errors.New("name an application, a rule, for example FA507, or a field, for example spec.config.overrides")
	}
	return nil
}

// addField adds a field of the table.
func (o *explainOptions) addField(text string) error {
	path, err := parseField(text)
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
	objects, err := objectsOf(r, application, o.cluster)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	switch {
	case o.against != "":
		var others []render.Object
		if others, err = objectsOf(r, application, o.against); err == nil {
			err = writePairs(out, differencesOf(objects, others, sourcesOf(r.result)), o.output)
		}
	case len(o.fields) > 0:
		var rows []row
		if rows, err = fieldRows(objects, sourcesOf(r.result), o.fields); err == nil {
			err = writeRows(out, rows, o.output)
		}
	default:
		err = writeObjects(out, objects, o.output)
	}
	if err == nil {
		err = out.Flush()
	}
	return err
}

// objectsOf returns the objects of an application for a cluster, or for all when the cluster is empty. It is an error
// when there are none.
func objectsOf(r rendering, application, cluster string) (objects []render.Object, err error) {
	only := render.Options{Applications: []string{application}, Namespace: r.opts.Namespace}
	var clusters []string
	for _, o := range r.result.Objects {
		if !only.Selects(o.Document()) {
			continue
		}
		name := explained.ClusterOf(o)
		if name != "" && (len(clusters) == 0 || clusters[len(clusters)-1] != name) {
			clusters = append(clusters, name)
		}
		if cluster == "" || cluster == name {
			objects = append(objects, o)
		}
	}
	if len(objects) > 0 {
		return objects, nil
	}
	if len(clusters) > 0 {
		slices.Sort(clusters)
		return nil, fmt.Errorf("the application %s has no object on cluster %s; %s", application, cluster,
			instead(cluster, slices.Compact(clusters)))
	}
	return nil, noSuchApplication(r, only, application)
}

// noSuchApplication tells why an application has no objects.
func noSuchApplication(r rendering, only render.Options, application string) error {
	var known []string
	for _, d := range r.files.docs {
		switch {
		case d.Class() != schema.ClassApplication:
		case !only.Selects(d):
			known = append(known, calledAs(application, d, r.opts.Namespace))
		case !r.opts.Selects(d):
			return fmt.Errorf("the RenderConfig does not select the application %s", application)
		default:
			return fmt.Errorf("the application %s has no objects", application)
		}
	}
	slices.Sort(known)
	return fmt.Errorf("the files have no application %s; %s", application, instead(application, slices.Compact(known)))
}

// calledAs returns the name of a document in the form of that of an application on the command line.
func calledAs(application string, d *schema.Document, namespace string) string {
	if strings.Contains(application, "/") {
		return strings.TrimPrefix(cmp.Or(d.Namespace(), namespace)+"/"+d.Name(), "/")
	}
	return d.Name()
}

// writeObjects prints each object with its fields, and what sets them.
func writeObjects(out io.Writer, objects []render.Object, format string) error {
	var rows explained.Rows
	for _, object := range objects {
		if format == "text" {
			fmt.Fprintf(out, "%s\n", object.ID())
		}
		for _, field := range rows.OfAll(object.Explain()) {
			line := row{object, field}
			switch {
			case format == "json":
				if err := line.writeJSON(out); err != nil {
					return err
				}
			case line.Value == "":
				fmt.Fprintf(out, "  %s  # %s\n", line.Path, line.setBy())
			default:
				fmt.Fprintf(out, "  %s: %s  # %s\n", line.Path, line.Value, line.setBy())
			}
		}
	}
	return nil
}
