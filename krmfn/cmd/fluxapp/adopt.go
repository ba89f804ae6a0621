package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

type adoptOptions struct {
	clusterFrom []adopt.ClusterFrom
	write       string
	all         bool
	reporter    *reporter.Reporter
	env         environment
}

func adoptCommand(env environment, cmd *cobra.Command) {
	o := adoptOptions{env: env, reporter: newReporter(env, cmd)}
	cmd.RunE = reported(env, o.reporter, func(args []string) error { return adoptFiles(o, orHere(args)) })
	listed(cmd, "cluster-from", &o.clusterFrom, adopt.ParseClusterFrom,
		beginnings("kubeConfig", "namespace", "path:", "label:", "clusters/{cluster}/…"))
	cmd.Flags().BoolVar(&o.all, "all", false, "")
	addText(cmd, "write", &o.write, "a folder", folders)
}

func adoptFiles(o adoptOptions, args []string) error {
	if o.write != "" && !fs.ValidPath(path.Clean(filepath.ToSlash(o.write))) {
		return fmt.Errorf("--write %s is no folder below this one, by its relative name; write --write documents", o.write)
	}
	end := o.reporter.Progress.Begin("reading", 0)
	files, warnings, err := o.read(args)
	end()
	if err != nil {
		return err
	}
	o.reporter.Report(warnings)
	end = o.reporter.Progress.Begin("adopting", 0)
	result, err := adopt.Adopt(files, adopt.Options{ClusterFrom: o.clusterFrom, Documents: filepath.ToSlash(o.write),
		All: o.all})
	end()
	isError := func(f finding.Finding) bool { return f.Severity == finding.SeverityError }
	o.reporter.Report(slices.DeleteFunc(slices.Clone(result.Findings), isError)) // the error has the others
	give := o.print
	if o.write != "" {
		give = o.writeAll
	}
	if failed := give(result); failed != nil {
		return errors.Join(err, failed)
	}
	o.tell(result)
	return err
}

// read reads the manifests, and what tells which files Renovate writes.
func (o adoptOptions) read(args []string) ([]adopt.File, finding.Findings, error) {
	if slices.Contains(args, "-") {
		return nil, nil, errors.New("adopt changes objects in their files, and stdin has none; name files or folders")
	}
	files, warnings, err := input.Manifests(o.env.source(), args)
	for _, file := range files {
		if !fs.ValidPath(file.Name) {
			return nil, nil, fmt.Errorf("%s lies outside of the working folder, where the names of files begin in "+
				"documents; run fluxapp adopt at the root of the repository", file.Name)
		}
	}
	for _, name := range adopt.RenovateConfigs() {
		isRead := slices.ContainsFunc(files, func(f adopt.File) bool { return f.Name == name })
		if data, failed := disk.Read(o.env.disk, name); failed == nil && !isRead {
			files = append(files, adopt.File{Name: name, Data: data})
		}
	}
	return files, warnings, err
}

func (o adoptOptions) print(result adopt.Result) error {
	for _, app := range result.Applications {
		if _, err := fmt.Fprintf(o.env.out, "---\n%s", app.YAML); err != nil {
			return err
		}
	}
	return nil
}

func (o adoptOptions) file(app adopt.Application) string {
	name, _ := render.JoinPath(filepath.ToSlash(o.write), app.File) // its name is one of Kubernetes
	return name
}

// writeAll writes the documents, and the annotations into the files of their objects: all of them or nothing.
func (o adoptOptions) writeAll(result adopt.Result) error {
	root, err := o.env.disk.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	t := transaction.Transaction{Disk: o.env.disk, Root: root}
	for _, app := range result.Applications {
		name := o.file(app)
		if o.env.disk.Exists(name) {
			return fmt.Errorf("%s exists, and adopt replaces no document; nothing was written. Remove it, or write to "+
				"another folder", name)
		}
		t.Writes = append(t.Writes, transaction.File{Path: name, Text: func() []byte { return app.YAML }})
	}
	for _, edit := range result.Edits {
		t.Writes = append(t.Writes, transaction.File{Path: edit.File, Text: func() []byte { return edit.Data },
			Replaces: true})
	}
	t.Done = o.reporter.Progress.Done
	defer o.reporter.Progress.Begin("writing", len(t.Writes))()
	release := holdSignals()
	return errors.Join(t.Apply(), release())
}

func (o adoptOptions) tell(result adopt.Result) {
	clusters := each.Of(result.Applications, func(app adopt.Application) []string { return app.Clusters })
	found := slices.Sorted(slices.Values(slices.Concat(clusters...)))
	found = slices.DeleteFunc(slices.Compact(found), func(name string) bool { return name == kinds.Hub })
	if len(found) > 0 && result.Guessed != "" {
		o.reporter.Note(fmt.Sprintf("clusters %s from %s: %s; --cluster-from chooses another place",
			names.List(found, maxListed), adopt.Join(result.ClusterFrom), result.Guessed))
	}
	objects := 0
	for _, app := range result.Applications {
		line := fmt.Sprintf("%s: %s on %s", o.reporter.Colors.Paint(terminal.Green, app.Owner()),
			names.Counted(app.Objects, app.Kind), whereOf(app.Clusters))
		if o.write != "" {
			line += ", written to " + o.file(app)
		}
		o.reporter.Note(line)
	}
	for _, line := range leftLines(result.Left) {
		o.reporter.Note(o.reporter.Colors.Paint(terminal.Yellow, "left as it is") + ": " + line)
	}
	for _, edit := range result.Edits {
		objects += edit.Objects
	}
	what := fmt.Sprintf("the annotation %s of %s in %s", kinds.AnnotationRenderedFrom, names.Counted(objects, "object"),
		names.Counted(len(result.Edits), "file"))
	switch {
	case len(result.Applications) == 0:
		o.reporter.Note("there is nothing to adopt")
	case o.write == "":
		o.reporter.Note("--write DIR writes these documents, and " + what)
	default:
		render := append([]string{"fluxapp render", o.write}, result.Fleet...)
		o.reporter.Note("next: commit these documents and " + what + "; after a change of a document, run " +
			strings.Join(render, " ") + " -o dir=.")
	}
}

// leftLines counts what stays, a line for each reason, with an example.
func leftLines(left []adopt.Left) (lines []string) {
	var examples []adopt.Left
	count := map[string]int{}
	for _, l := range left {
		if count[l.Reason]++; count[l.Reason] == 1 {
			examples = append(examples, l)
		}
	}
	for _, first := range examples {
		name := strings.TrimPrefix(first.Namespace+"/"+first.Name, "/")
		line := fmt.Sprintf("%s %s; for example %s %s at %s:%d", names.Counted(count[first.Reason], "object"),
			first.Reason, first.Kind, name, first.Position.File, first.Position.Line)
		if first.Code != "" {
			line += fmt.Sprintf(" [%s]", first.Code)
		}
		lines = append(lines, line)
	}
	return lines
}

const maxListed = 12

func whereOf(clusters []string) string {
	switch {
	case len(clusters) == 1 && clusters[0] == kinds.Hub:
		return "the hub"
	case len(clusters) == 1:
		return clusters[0]
	}
	return names.Counted(len(clusters), "cluster")
}
