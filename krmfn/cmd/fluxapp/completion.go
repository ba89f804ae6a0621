package main

import (
	"os"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/folder"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/spf13/cobra"
)

func completeFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func completeFluxVersions(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return v1alpha1.KnownFluxVersions(), cobra.ShellCompDirectiveNoFileComp
}

func completeOutput(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"yaml", "json", "dir="}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeApplications completes the application of explain with those in the files of the current folder, because the command line names
// its files after it. Then it completes files.
func completeApplications(_ *cobra.Command, args []string, _ string) (names []cobra.Completion, files cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, d := range silently(filesHere()).docs {
		if d.Class() == schema.ClassApplication {
			names = append(names, d.Name())
		}
	}
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}

// completeClusters completes the cluster of explain with the clusters of the application on the command line.
func completeClusters(_ *cobra.Command, args []string, _ string) (names []cobra.Completion, files cobra.ShellCompDirective) {
	if len(args) < 2 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	result, _ := render.Render(silently(args[1:]).docs, render.Options{}) // of wrong documents there are no objects
	application := render.Options{Applications: args[:1]}
	for _, o := range result.Objects {
		if name := clusterOf(o); name != "" && application.Selects(o.Document()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}

// silently reads files and folders as far as they can be read. Stdin belongs to the shell.
func silently(args []string) files {
	in, _ := readFiles(slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "-" }), nil)
	return in
}

// filesHere returns the files of the current folder that may hold documents, without subfolders: they can hold very many.
func filesHere() (files []string) {
	entries, _ := os.ReadDir(".")
	for _, entry := range entries {
		if entry.Type().IsRegular() && folder.HasExtension(entry.Name()) {
			files = append(files, entry.Name())
		}
	}
	return files
}
