package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// adoptOptions are the flags of adopt.
type adoptOptions struct {
	clusterFrom adopt.ClusterFrom
	write       string
	reporter    *reporter
}

func adoptCommand() *cobra.Command {
	var o adoptOptions
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
		RunE: func(cmd *cobra.Command, args []string) error { return adoptFiles(cmd, o, orHere(args)) },
	}
	o.reporter = newReporter(cmd)
	parse := func(text string) (err error) {
		o.clusterFrom, err = adopt.ParseClusterFrom(text)
		return err
	}
	cmd.Flags().Var(&checkedFlag{check: parse}, "cluster-from",
		"where the name of an object's cluster is: kubeConfig, namespace, path:N or label:KEY (default: guessed)")
	completeFlag(cmd, "cluster-from",
		cobra.FixedCompletions([]cobra.Completion{"kubeConfig", "namespace", "path:", "label:"},
			cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	cmd.Flags().StringVar(&o.write, "write", "", "folder for the documents, a file each; no file there is replaced")
	completeFlag(cmd, "write", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
	return cmd
}

func adoptFiles(cmd *cobra.Command, o adoptOptions, args []string) error {
	if cmd.Flags().Changed("write") && o.write == "" {
		return errors.New("--write needs a folder; write --write DIR")
	}
	in, err := readManifests(args, cmd.InOrStdin())
	if err != nil {
		return err
	}
	o.reporter.report(in.warnings)
	result, err := adopt.Adopt(in.files, adopt.Options{ClusterFrom: o.clusterFrom})
	o.reporter.report(slices.DeleteFunc(slices.Clone(result.Findings), isError)) // the error has the others
	if err == nil && o.write != "" {
		err = writeDocuments(o.write, result.Applications)
	} else if o.write == "" {
		err = errors.Join(err, printDocuments(cmd, result.Applications))
	}
	if err == nil || o.write == "" {
		o.tell(result)
	}
	return err
}

func isError(f finding.Finding) bool { return f.Severity == finding.SeverityError }

// printDocuments prints a stream of documents.
func printDocuments(cmd *cobra.Command, applications []adopt.Application) error {
	for _, app := range applications {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "---\n%s", app.YAML); err != nil {
			return err
		}
	}
	return nil
}

// tell prints where the clusters came from, what became of the objects, and what is left.
func (o adoptOptions) tell(result adopt.Result) {
	if result.Guessed != "" {
		o.reporter.printNote(fmt.Sprintf("clusters from %s: %s; --cluster-from chooses another place", result.ClusterFrom,
			result.Guessed))
	}
	for _, app := range result.Applications {
		line := fmt.Sprintf("%s: %s on %s, %s → %s", app.Owner(), names.Counted(app.Objects, app.Kind), whereOf(app.Clusters),
			names.Counted(app.Lines, "line"), names.Number(strings.Count(string(app.YAML), "\n")))
		if o.write != "" {
			file, _ := documentFile(o.write, app, result.Applications) // it was written
			line += ", written to " + file
		}
		o.reporter.printNote(line)
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
		o.reporter.printNote(fmt.Sprintf("left as it is: %s, each %s", names.Counted(number[k], k.name), k.reason))
	}
}

// whereOf names the clusters of an application, or counts them.
func whereOf(clusters []string) string {
	switch {
	case len(clusters) == 1 && clusters[0] == "":
		return "the hub"
	case len(clusters) == 1:
		return clusters[0]
	}
	return names.Counted(len(clusters), "cluster")
}

// documentFile returns the file of an application: its name, behind its namespace where another application has the
// same name.
func documentFile(dir string, app adopt.Application, all []adopt.Application) (string, error) {
	same := func(other adopt.Application) bool { return other.Name == app.Name && other.Namespace != app.Namespace }
	name := app.Name
	if slices.ContainsFunc(all, same) && app.Namespace != "" {
		name = app.Namespace + "_" + app.Name
	}
	return render.JoinPath(filepath.ToSlash(dir), name+".yaml")
}

// writeDocuments writes a file for each application. It replaces no file, and leaves none when one cannot be written.
func writeDocuments(dir string, applications []adopt.Application) error {
	names := make([]string, len(applications))
	for i, app := range applications {
		name, err := documentFile(dir, app, applications)
		if names[i] = name; err == nil && exists(name) {
			err = fmt.Errorf("%s exists, and adopt replaces no file; nothing was written. Remove it, or write to another "+
				"folder", name)
		}
		if err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var written []string
	for i, name := range names {
		err := writeNew(name, applications[i].YAML)
		if err == nil {
			written = append(written, name)
			continue
		}
		for _, name := range written {
			err = errors.Join(err, os.Remove(name))
		}
		return err
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// writeNew writes a file that does not exist yet.
func writeNew(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}
