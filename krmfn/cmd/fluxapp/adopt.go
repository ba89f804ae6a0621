package main

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type adoptOptions struct {
	clusterFrom []adopt.ClusterFrom
	write       string
	all         bool
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
back, in every field. fluxapp proves that in each run; an object that it cannot prove stays as it is.

Input. A folder is read with its subfolders: name the root of the repository, so that fluxapp sees which folders
Kustomizations read. Objects of older API versions are converted. What API servers, Flux, kubectl and kustomize have
added is left out, for example status. Clusters (of KubeSphere, Cluster API, or ClusterProfiles) among the files are
the fleet of the documents. Other objects are left as they are, and counted.

Clusters. --cluster-from tells where the name of the cluster of an object is:
  kubeConfig   the name of the Secret of its kubeConfig, without -kubeconfig
  namespace    its namespace
  path:N       part N of the name of its file, from 1, or from -1 backwards: path:2 of clusters/berlin/web.yaml is
               berlin
  label:KEY    its label
  PATTERN      the words in braces of a path, for example 'clusters/{cluster}/…'; several words are joined by -, for
               example '{site}/*/{cluster}/…'. * is any part of a path, and … any number of them
With several flags, the first one counts that an object has. Without the flag, fluxapp looks for folders that have the
same applications, and prints its choice. A folder of no cluster that Kustomizations of several clusters read is
adopted for these clusters.

Output. The documents are printed. --write DIR writes them to DIR/NAME.yaml instead. It never replaces or deletes a
file, and prints what to do next. An object with an error stays where it is, and the others come in; with --all,
either all come in or nothing is printed or written.

Exit codes: 0 nothing stays because of an error; 1 something does; 2 the command line is wrong, or a file cannot
be read or written.`,
		Example: `  fluxapp adopt . --write documents
  fluxapp adopt clusters/ --cluster-from 'clusters/{cluster}/…'
  kubectl get helmreleases,kustomizations -A -o yaml | fluxapp adopt -`,
		RunE: func(cmd *cobra.Command, args []string) error { return adoptFiles(o, cmd, orHere(args)) },
	}
	o.reporter = newReporter(env, cmd)
	checked(cmd, "cluster-from", "where the name of an object's cluster is: kubeConfig, namespace, path:N, label:KEY or "+
		"a pattern; several times: the first that an object has (default: guessed)", func(text string) error {
		from, err := adopt.ParseClusterFrom(text)
		o.clusterFrom = append(o.clusterFrom, from)
		return err
	}, beginnings("kubeConfig", "namespace", "path:", "label:", "clusters/{cluster}/…"))
	cmd.Flags().BoolVar(&o.all, "all", false, "adopt all objects or none")
	cmd.Flags().StringVar(&o.write, "write", "", "folder for the documents, a file each, which Flux must not apply; no "+
		"file there is replaced")
	complete(cmd, "write", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
	return cmd
}

func adoptFiles(o adoptOptions, cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("write") && o.write == "" {
		return errors.New("--write needs a folder; write --write DIR")
	}
	end := o.reporter.Progress.Begin("reading", 0)
	files, warnings, err := input.Manifests(o.env.source(), args)
	end()
	if err != nil {
		return err
	}
	o.reporter.Report(warnings)
	end = o.reporter.Progress.Begin("adopting", 0)
	result, err := adopt.Adopt(files, adopt.Options{ClusterFrom: o.clusterFrom, Documents: filepath.ToSlash(o.write)})
	end()
	isError := func(f finding.Finding) bool { return f.Severity == finding.SeverityError }
	o.reporter.Report(slices.DeleteFunc(slices.Clone(result.Findings), isError)) // the error has the others
	if o.all && err != nil {
		o.reporter.Note("nothing is adopted, because of --all")
		return err
	}
	switch {
	case o.write != "":
		if failed := o.writeDocuments(result.Applications, files); failed != nil {
			return errors.Join(err, failed)
		}
	default:
		for _, app := range result.Applications {
			if _, failed := fmt.Fprintf(o.env.out, "---\n%s", app.YAML); failed != nil {
				return errors.Join(err, failed)
			}
		}
	}
	o.tell(result)
	if o.write != "" && len(result.Applications) > 0 {
		o.tellNext(result)
	}
	return err
}

func (o adoptOptions) tell(result adopt.Result) {
	if len(result.Guessed) > 0 {
		clusters := ""
		if found := adoptedClusters(result.Applications); len(found) > 0 {
			clusters = "clusters " + names.List(found, maxListed) + " "
		}
		o.reporter.Note(fmt.Sprintf("%sfrom %s: %s; --cluster-from chooses another place", cmp.Or(clusters, "clusters "),
			adopt.Join(result.ClusterFrom), strings.Join(result.Guessed, ", and ")))
	}
	for _, app := range result.Applications {
		line := fmt.Sprintf("%s: %s on %s, %s → %s", o.reporter.Colors.Paint(terminal.Green, app.Owner()),
			names.Counted(app.Objects, app.Kind), whereOf(app.Clusters),
			names.Counted(app.Lines, "line"), names.Number(lines(app.YAML)))
		if o.write != "" {
			line += ", written to " + o.file(app)
		}
		o.reporter.Note(line)
	}
	for _, line := range leftLines(result.Left) {
		o.reporter.Note(o.reporter.Colors.Paint(terminal.Yellow, "left as it is") + ": " + line)
	}
}

// maxListed is how many clusters are listed.
const maxListed = 12

// adoptedClusters returns the names of the clusters of all applications, in order.
func adoptedClusters(applications []adopt.Application) (clusters []string) {
	for _, app := range applications {
		clusters = append(clusters, app.Clusters...)
	}
	slices.Sort(clusters)
	clusters = slices.Compact(clusters)
	return slices.DeleteFunc(clusters, func(name string) bool { return name == "" })
}

// lines counts the lines of a document without those of comments, which the lines of the objects do not have either.
func lines(document []byte) (n int) {
	for line := range strings.Lines(string(document)) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			n++
		}
	}
	return n
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

// file returns an application's file.
func (o adoptOptions) file(app adopt.Application) string {
	name, _ := render.JoinPath(filepath.ToSlash(o.write), app.File) // its name is one of Kubernetes
	return name
}

// writeDocuments writes a file for each application. It replaces no file, and leaves none when one cannot be written.
func (o adoptOptions) writeDocuments(applications []adopt.Application, read []adopt.File) error {
	if len(applications) == 0 {
		return nil
	}
	files := make([]string, len(applications))
	for i, app := range applications {
		name := o.file(app)
		if files[i] = name; o.env.disk.Exists(name) {
			remedy := "Remove it, or write to another folder"
			if slices.ContainsFunc(read, func(f adopt.File) bool { return path.Clean(f.Name) == path.Clean(name) }) {
				remedy = "Write to another folder"
			}
			return fmt.Errorf("%s exists, and adopt replaces no file; nothing was written. %s", name, remedy)
		}
	}
	defer o.reporter.Progress.Begin("writing "+o.write, len(files))()
	err := o.env.disk.MkdirAll(o.write)
	for i := 0; i < len(files) && err == nil; i++ {
		o.reporter.Progress.Done(1)
		if err = o.env.disk.Create(files[i], applications[i].YAML); err != nil {
			for _, written := range files[:i] {
				err = errors.Join(err, o.env.disk.Remove(written))
			}
		}
	}
	return err
}
