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
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/lookup"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	options
	cluster, against string
	fields           []fieldPath
}

func explainCommand(env environment) *cobra.Command {
	o := explainOptions{options: options{environment: env}}
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
		ValidArgsFunction: env.completeExplained,
		Args:              explainArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 && o.isLookup(args[0]) {
				return o.lookUp(args[0])
			}
			return explain(o, args[0], orHere(args[1:]))
		},
	}
	o.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.cluster, "cluster", "", "only objects for this cluster; the hub is called hub")
	complete(cmd, "cluster", env.completeClusters)
	flags.StringVar(&o.against, "against", "", "compare the cluster of --cluster with this one")
	complete(cmd, "against", env.completeClusters)
	checked(cmd, "field", "print a table of this field on all clusters, for example values.replicas", o.addField,
		cobra.NoFileCompletions)
	o.output.addTo(cmd, "output: text, or json with one JSON object per line", "text", "json")
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
func (o *explainOptions) check() error {
	cluster, against := o.cmd.Flags().Changed("cluster"), o.cmd.Flags().Changed("against")
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
	}
	return o.output.check()
}

// isLookup reports whether a single argument is a rule or a field, and no application of the current folder.
func (o *explainOptions) isLookup(what string) bool {
	isApplication := false
	o.cmd.Flags().Visit(func(*pflag.Flag) { isApplication = true }) // a rule and a field have no flags
	if lookup.IsRule(what) || lookup.IsField(what) && !isApplication {
		return true
	}
	only := render.Options{Applications: []string{what}}
	return !isApplication && !slices.ContainsFunc(o.silently(orHere(nil)), func(d *schema.Document) bool {
		return d.Class() == schema.ClassApplication && only.Selects(d)
	})
}

// lookUp explains a rule or a field: an argument without files.
func (o *explainOptions) lookUp(what string) (err error) {
	o.cmd.Flags().Visit(func(f *pflag.Flag) {
		err = fmt.Errorf("--%s is for applications; name the files that hold %s too", f.Name, what)
	})
	if err != nil {
		return err
	}
	text, err := lookup.Explain(what)
	switch {
	case err == nil:
		_, err = io.WriteString(o.out, text)
		return err
	case o.disk.Exists(what):
		return fmt.Errorf("name an application before its files: fluxapp explain APPLICATION %s", what)
	case lookup.IsRule(what) || strings.Contains(what, "."):
		return err
	}
	return fmt.Errorf("there is no rule, no field and, in the current folder, no application %s (%w)", what, err)
}

func explain(o explainOptions, application string, files []string) error {
	if err := o.check(); err != nil {
		return err
	}
	r, err := o.render(files)
	if err != nil {
		return err
	}
	objects, err := objectsOf(r, application, o.cluster)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(o.out)
	switch {
	case o.against != "":
		var others []render.Object
		if others, err = objectsOf(r, application, o.against); err == nil {
			err = writePairs(out, differencesOf(objects, others, sourcesOf(r.Result)), o.output.name)
		}
	case len(o.fields) > 0:
		var rows []row
		if rows, err = fieldRows(objects, sourcesOf(r.Result), o.fields); err == nil {
			err = writeRows(out, rows, o.output.name)
		}
	default:
		err = writeObjects(out, objects, o.output.name)
	}
	if err == nil {
		err = out.Flush()
	}
	return err
}

// objectsOf returns the objects of an application for a cluster, or for all when the cluster is empty. It is an error
// when there are none.
func objectsOf(r *rendering.Run, application, cluster string) (objects []render.Object, err error) {
	only := render.Options{Applications: []string{application}, Namespace: r.Options.Namespace}
	var clusters []string
	for _, o := range r.Result.Objects {
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
func noSuchApplication(r *rendering.Run, only render.Options, application string) error {
	var known []string
	for _, d := range r.Files.Documents {
		switch {
		case d.Class() != schema.ClassApplication:
		case !only.Selects(d):
			known = append(known, calledAs(application, d, r.Options.Namespace))
		case !r.Options.Selects(d):
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
