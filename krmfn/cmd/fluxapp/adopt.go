package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type adoptOptions struct {
	clusterFrom adopt.ClusterFrom
	write       string
	reporter    *reporter.Reporter
	env         environment
}

func adoptCommand(env environment) *cobra.Command {
	o := adoptOptions{env: env}
	cmd := &cobra.Command{
		Use:   "adopt [FILE|DIR|-]...",
		Short: "Write applications for HelmReleases and Kustomizations that exist already",
		Long: `Write a FluxApplication for each application whose HelmReleases, Kustomizations or KCLRuns are in the files:
YAML, JSON, what kubectl get prints, or what kustomize build prints. Rendering the documents gives the same objects
back, in every field. fluxapp proves that in each run; what it cannot prove is an error.

Input. A folder is read with its subfolders. Objects of older API versions are converted. What API servers, Flux,
kubectl and kustomize have added is left out, for example status. Clusters (of KubeSphere, Cluster API, or
ClusterProfiles) among the files are the fleet of the documents. Other objects are left as they are, and counted.

Clusters. --cluster-from tells where the name of the cluster of an object is:
  kubeConfig   the name of the Secret of its kubeConfig, without -kubeconfig
  namespace    its namespace
  path:N       part N of the name of its file, from 1, or from -1 backwards: path:2 of clusters/berlin/web.yaml is
               berlin
  label:KEY    its label
Without the flag it is the first of these that tells apart all objects of each application, and the choice is printed.

Output. The documents are printed. --write DIR writes them to DIR/NAME.yaml instead: all of them or, with an error,
none. It never replaces or deletes a file.

Exit codes: 0 all objects are adopted; 1 some are refused, and --write has written nothing; 2 the command line is
wrong, or a file cannot be read or written.`,
		Example: `  fluxapp adopt clusters/ --cluster-from path:2
  fluxapp adopt clusters/ --write apps
  kubectl get helmreleases,kustomizations -A -o yaml | fluxapp adopt -`,
		RunE: func(cmd *cobra.Command, args []string) error { return adoptFiles(o, cmd, orHere(args)) },
	}
	o.reporter = newReporter(env, cmd)
	parsed(cmd, "cluster-from",
		"where the name of an object's cluster is: kubeConfig, namespace, path:N or label:KEY (default: guessed)",
		&o.clusterFrom, adopt.ParseClusterFrom, beginnings("kubeConfig", "namespace", "path:", "label:"))
	cmd.Flags().StringVar(&o.write, "write", "", "folder for the documents, a file each; no file there is replaced")
	complete(cmd, "write", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
	return cmd
}

func adoptFiles(o adoptOptions, cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("write") && o.write == "" {
		return errors.New("--write needs a folder; write --write DIR")
	}
	files, warnings, err := input.Manifests(o.env.source(), args)
	if err != nil {
		return err
	}
	o.reporter.Report(warnings)
	result, err := adopt.Adopt(files, adopt.Options{ClusterFrom: o.clusterFrom})
	isError := func(f finding.Finding) bool { return f.Severity == finding.SeverityError }
	o.reporter.Report(slices.DeleteFunc(slices.Clone(result.Findings), isError)) // the error has the others
	if o.write != "" {
		if err == nil {
			err = o.writeDocuments(result.Applications)
		}
		if err != nil {
			return err
		}
	} else {
		for _, app := range result.Applications {
			if _, failed := fmt.Fprintf(o.env.out, "---\n%s", app.YAML); failed != nil {
				return errors.Join(err, failed)
			}
		}
	}
	o.tell(result)
	return err
}

func (o adoptOptions) tell(result adopt.Result) {
	if result.Guessed != "" {
		o.reporter.Note(fmt.Sprintf("clusters from %s: %s; --cluster-from chooses another place", result.ClusterFrom,
			result.Guessed))
	}
	for _, app := range result.Applications {
		line := fmt.Sprintf("%s: %s on %s, %s → %s", app.Owner(), names.Counted(app.Objects, app.Kind), whereOf(app.Clusters),
			names.Counted(app.Lines, "line"), names.Number(strings.Count(string(app.YAML), "\n")))
		if o.write != "" {
			file, _ := documentFile(o.write, app, result.Applications) // it was written
			line += ", written to " + file
		}
		o.reporter.Note(line)
	}
	type kind struct{ name, reason string }
	number, order := map[kind]int{}, []kind(nil)
	for _, left := range result.Left {
		k := kind{left.Kind, left.Reason}
		if number[k]++; number[k] == 1 {
			order = append(order, k)
		}
	}
	for _, k := range order {
		o.reporter.Note(fmt.Sprintf("left as it is: %s, each %s", names.Counted(number[k], k.name), k.reason))
	}
}

func whereOf(clusters []string) string {
	switch {
	case len(clusters) == 1 && clusters[0] == "":
		return "the hub"
	case len(clusters) == 1:
		return clusters[0]
	}
	return names.Counted(len(clusters), "cluster")
}

// documentFile returns an application's file: its name, behind its namespace where another one has the same name.
func documentFile(dir string, app adopt.Application, all []adopt.Application) (string, error) {
	same := func(other adopt.Application) bool { return other.Name == app.Name && other.Namespace != app.Namespace }
	name := app.Name
	if slices.ContainsFunc(all, same) && app.Namespace != "" {
		name = app.Namespace + "_" + app.Name
	}
	return render.JoinPath(filepath.ToSlash(dir), name+".yaml")
}

// writeDocuments writes a file for each application. It replaces no file, and leaves none when one cannot be written.
func (o adoptOptions) writeDocuments(applications []adopt.Application) error {
	files := make([]string, len(applications))
	for i, app := range applications {
		name, err := documentFile(o.write, app, applications)
		if files[i] = name; err == nil && o.env.disk.Exists(name) {
			err = fmt.Errorf("%s exists, and adopt replaces no file; nothing was written. Remove it, or write to another "+
				"folder", name)
		}
		if err != nil {
			return err
		}
	}
	err := o.env.disk.MkdirAll(o.write)
	for i := 0; i < len(files) && err == nil; i++ {
		if err = o.env.disk.Create(files[i], applications[i].YAML); err != nil {
			for _, written := range files[:i] {
				err = errors.Join(err, o.env.disk.Remove(written))
			}
		}
	}
	return err
}
