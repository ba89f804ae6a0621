package main

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/lookup"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// completeRemarks completes the last of several codes with commas between them.
func completeRemarks(_ *cobra.Command, _ []string,
	typed string) (words []cobra.Completion, files cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	for _, code := range finding.Remarks() {
		words = append(words, before+string(code))
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (e environment) completeExplained(cmd *cobra.Command, args []string,
	typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if words := lookup.Complete(typed); len(args) == 0 && len(words) > 0 {
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return e.completeApplications(cmd, args, typed)
}

// completeApplications completes an application of the current folder, because files come behind it; then files.
func (e environment) completeApplications(_ *cobra.Command, args []string,
	_ string) (applications []cobra.Completion, files cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, d := range e.silently(e.filesHere()) {
		if d.Class() == schema.ClassApplication {
			applications = append(applications, d.Name())
		}
	}
	slices.Sort(applications)
	return slices.Compact(applications), cobra.ShellCompDirectiveNoFileComp
}

func (e environment) completeClusters(_ *cobra.Command, args []string,
	_ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return e.clustersIn(args[:1], orHere(args[1:])), cobra.ShellCompDirectiveNoFileComp
}

func (e environment) completeStages(_ *cobra.Command, args []string,
	_ string) (stages []cobra.Completion, files cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	application := render.Options{Applications: args[:1]}
	for _, d := range e.silently(orHere(args[1:])) {
		if d.Class() == schema.ClassApplication && application.Selects(d) {
			stages = append(stages, promote.Stages(d)...)
		}
	}
	return stages, cobra.ShellCompDirectiveNoFileComp
}

func (e environment) clustersIn(applications, files []string) []string {
	result, _ := render.Render(e.silently(files), render.Options{}) // of wrong documents there are no objects
	only := render.Options{Applications: applications}
	return clustersOf(slices.DeleteFunc(result.Objects, func(o render.Object) bool { return !only.Selects(o.Document()) }))
}

func clustersOf(objects []render.Object) []string {
	clusters := map[string]bool{}
	for _, o := range objects {
		clusters[explained.ClusterOf(o)] = true
	}
	delete(clusters, "") // of objects of no cluster
	return slices.Sorted(maps.Keys(clusters))
}

// silently reads files and folders as far as they can be read. Stdin belongs to the shell.
func (e environment) silently(args []string) schema.Documents {
	in, _ := input.Read(e.source(), slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "-" }))
	return in.Documents
}

// filesHere returns the files of the current folder that may hold documents. Subfolders can hold very many.
func (e environment) filesHere() (files []string) {
	here, _ := e.disk.Sub(".")
	entries, _ := fs.ReadDir(here, ".")
	for _, entry := range entries {
		if entry.Type().IsRegular() && folder.HasExtension(entry.Name()) {
			files = append(files, entry.Name())
		}
	}
	return files
}
