package main

import (
	"io/fs"
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
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// remarkCodes completes the last of several codes with commas between them.
func remarkCodes(_ []string, typed string) []string {
	before := typed[:strings.LastIndex(typed, ",")+1]
	return each.Of(codes.Remarks(), func(code finding.Code) string { return before + string(code) })
}

// completing completes words that depend on the arguments before, and no files.
func completing(words func(args []string, typed string) []string, more cobra.ShellCompDirective) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words(args, typed), cobra.ShellCompDirectiveNoFileComp | more
	}
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
	isApplication := func(d *schema.Document) bool { return d.Class() == schema.ClassApplication }
	applications = each.Of(each.Only(e.silently(e.filesHere()), isApplication), (*schema.Document).Name)
	slices.Sort(applications)
	return slices.Compact(applications), cobra.ShellCompDirectiveNoFileComp
}

func (e environment) clusters(args []string, _ string) []string {
	if len(args) == 0 {
		return nil
	}
	return e.clustersIn(args[0], orHere(args[1:]))
}

func (e environment) stages(args []string, _ string) (stages []string) {
	if len(args) == 0 {
		return nil
	}
	application := render.Options{Applications: args[:1]}
	for _, d := range e.silently(orHere(args[1:])) {
		if d.Class() == schema.ClassApplication && application.Selects(d) {
			stages = append(stages, promote.Stages(d)...)
		}
	}
	return stages
}

// clustersIn returns the clusters of an application; of all where it is empty.
func (e environment) clustersIn(application string, files []string) []string {
	result, _ := render.Render(e.silently(files), render.Options{}) // of wrong documents there are no objects
	return textsOf(slices.DeleteFunc(result.Objects, func(o render.Object) bool {
		return application != "" && !names.Means(application, o.Application())
	}), explained.ClusterOf)
}

// silently reads files and folders as far as they can be read. Stdin belongs to the shell.
func (e environment) silently(args []string) schema.Documents {
	in, _ := input.Read(e.source(), slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "-" }))
	return in.Documents
}

// filesHere returns the files of the current folder that may hold documents. Subfolders can hold very many.
func (e environment) filesHere() []string {
	here, _ := e.disk.Sub(".")
	entries, _ := fs.ReadDir(here, ".")
	mayHold := func(entry fs.DirEntry) bool { return entry.Type().IsRegular() && folder.HasExtension(entry.Name()) }
	return each.Of(each.Only(entries, mayHold), fs.DirEntry.Name)
}
