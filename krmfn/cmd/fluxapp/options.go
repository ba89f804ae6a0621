package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// options are the flags of the commands that render. A flag that is not set has the value in the RenderConfig of
// --config.
type options struct {
	config       string
	namespace    string
	fluxVersion  checkedFlag
	strict       bool
	literal      bool
	ignore       []finding.Code
	shard        render.Shard
	output       string
	pruneOrphans bool
	dryRun       bool
	acknowledge  string
	renderConfig *schema.Document // of the file config; nil without one
	reporter     *reporter
}

// addTo adds the flags that every command has which renders, and the reporter of its runs.
func (o *options) addTo(cmd *cobra.Command) {
	o.reporter = newReporter(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.config, "config", "", "file with a RenderConfig: these options, and which applications to render")
	flags.StringVar(&o.namespace, "namespace", "", "namespace for documents that have none")
	o.fluxVersion.check = checkFluxVersion
	flags.Var(&o.fluxVersion, "flux-version", "minimum Flux version, for example 2.8 (default: newest known)")
	completeFlag(cmd, "flux-version",
		cobra.FixedCompletions(terms.KnownFluxVersions(), cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&o.strict, "strict", false, "treat warnings as errors")
	flags.BoolVar(&o.literal, "literal", false, "annotate objects that hold ${...}, so that Flux replaces nothing in them")
	flags.Var(&checkedFlag{check: o.addIgnored}, "ignore",
		"ignore the warnings and information of these rules, for example FA505,FA507")
	completeFlag(cmd, "ignore", completeRemarks)
}

// addIgnored adds rules to those that the run ignores: codes with commas between them.
func (o *options) addIgnored(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		code, err := schema.ParseRemark(part)
		if err != nil {
			return err
		}
		o.ignore = append(o.ignore, code)
	}
	return nil
}

// completeRemarks completes the last of several codes with commas between them.
func completeRemarks(_ *cobra.Command, _ []string,
	typed string) (words []cobra.Completion, files cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	for _, code := range finding.Remarks() {
		words = append(words, before+string(code))
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (o *options) addShard(cmd *cobra.Command) {
	parse := func(text string) (err error) {
		o.shard, err = render.ParseShard(text)
		return err
	}
	cmd.Flags().Var(&checkedFlag{check: parse}, "shard",
		"render only shard I of N, for example 0/4 (default: all clusters)")
}

func (o *options) addOutput(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&o.output, "output", "o", "yaml",
		"output: yaml, json or jsonl to stdout, or dir=PATH for one file per object")
	completeFlag(cmd, "output", cobra.FixedCompletions([]cobra.Completion{"yaml", "json", "jsonl", "dir="},
		cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	flags.BoolVar(&o.pruneOrphans, "prune-orphans", false,
		"with -o dir=PATH, also delete files of documents that were not read")
	flags.BoolVar(&o.dryRun, "dry-run", false,
		"with -o dir=PATH, print what would be written and deleted, and write nothing")
	o.addAcknowledge(cmd, "with -o dir=PATH, let one change through that a limit holds: the digest that the error prints")
}

// addAcknowledge adds the flag of the commands that compare.
func (o *options) addAcknowledge(cmd *cobra.Command, usage string) {
	parse := func(text string) error {
		o.acknowledge = text
		return terms.CheckDigest(text)
	}
	cmd.Flags().Var(&checkedFlag{check: parse}, "acknowledge", usage)
}

// render returns the options of the run. Its error has findings if the RenderConfig is wrong.
func (o *options) render(cmd *cobra.Command) (render.Options, error) {
	doc, spec, err := readConfig(disk{}, o.config)
	if err != nil {
		return render.Options{}, err
	}
	opts, flags := render.OptionsOf(spec), cmd.Flags()
	o.renderConfig, o.acknowledge = doc, cmp.Or(o.acknowledge, spec.Acknowledge)
	if !flags.Changed("prune-orphans") {
		o.pruneOrphans = spec.PruneOrphans
	}
	if flags.Changed("namespace") {
		opts.Namespace = o.namespace
	}
	if flags.Changed("flux-version") {
		opts.FluxVersion = o.fluxVersion.text
	}
	if flags.Changed("strict") {
		opts.Strict = o.strict
	}
	if flags.Changed("literal") {
		opts.Literal = o.literal
	}
	if flags.Changed("ignore") {
		opts.Ignore = o.ignore
	}
	opts.Shard = o.shard
	return opts, nil
}

// readConfig reads the file of a RenderConfig. Without a file there is no document, and every option has its default.
func readConfig(from store, file string) (d *schema.Document, spec schema.RenderConfig, err error) {
	if file == "" {
		return nil, spec, nil
	}
	data, err := readFile(from, file)
	if err != nil {
		return nil, spec, err
	}
	docs := schema.Parse(filepath.ToSlash(file), data)
	if err := docs.Findings().Err(); err != nil {
		return nil, spec, err
	}
	if len(docs) != 1 || docs[0].Class() != schema.ClassRenderConfig {
		return nil, spec, fmt.Errorf("%s is no RenderConfig; write one of kind RenderConfig, alone in its file", file)
	}
	spec, problems := docs[0].RenderConfig()
	if err := finding.Locate(problems).Err(); err != nil {
		return nil, spec, err
	}
	if spec.Check {
		return nil, spec, fmt.Errorf("%s asks for a check, which only the function reads; leave check out, and run fluxapp "+
			"check", file)
	}
	return docs[0], spec, nil
}

// checkedFlag is a flag whose value is checked when the command line is read: a wrong one is an error of the command
// line rather than of the documents.
type checkedFlag struct {
	text  string
	check func(text string) error
}

func (f *checkedFlag) String() string { return f.text }

func (f *checkedFlag) Type() string { return "string" }

func (f *checkedFlag) Set(text string) error {
	f.text = text
	return f.check(text)
}

func checkFluxVersion(text string) error {
	if text == "" { // an unset variable of a pipeline
		return errors.New("it is empty; write a version, for example 2.8, or leave the flag out")
	}
	_, err := terms.ParseFluxVersion(text)
	return err
}

// format returns the format of the output, and the folder of the format dir.
func (o *options) format() (format, dir string, err error) {
	format, dir, isDir := strings.Cut(o.output, "=")
	switch {
	case format == "dir" && dir != "":
		return format, dir, nil
	case format == "dir":
		return "", "", errors.New("-o dir needs a folder; write -o dir=PATH")
	case isDir || !slices.Contains([]string{"yaml", "json", "jsonl"}, format):
		return "", "", fmt.Errorf("-o %s is unknown; write yaml, json or jsonl, or, for a folder, -o dir=%s", o.output,
			cmp.Or(dir, o.output))
	case o.pruneOrphans:
		return "", "", errors.New("--prune-orphans needs -o dir=PATH")
	case o.acknowledge != "":
		return "", "", errors.New("--acknowledge needs -o dir=PATH; other outputs replace nothing")
	case o.dryRun:
		return "", "", errors.New("--dry-run needs -o dir=PATH; other outputs write no files")
	}
	return format, "", nil
}

// addBase adds the flag of what documents are compared with.
func addBase(cmd *cobra.Command, base *string, usage string) {
	cmd.Flags().StringVar(base, "base", "", usage)
	completeFlag(cmd, "base", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return revision.Names(), cobra.ShellCompDirectiveDefault
	})
}

// addExitCode adds the flag of the commands that find something: whether that is their exit code. What they find is
// for the usage.
func addExitCode(cmd *cobra.Command, exitCode *bool, byDefault bool, found string) {
	cmd.Flags().BoolVar(exitCode, "exit-code", byDefault, "exit with 1 if "+found+"; --exit-code=false: exit with 0")
}

func completeFlag(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the flag was added a line above
	}
}

// completeApplications completes the application of explain with those in the files of the current folder, because
// the command line names its files after it. Then it completes files.
func completeApplications(_ *cobra.Command, args []string,
	_ string) (names []cobra.Completion, files cobra.ShellCompDirective) {
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
func completeClusters(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return clustersIn(args[:1], orHere(args[1:])), cobra.ShellCompDirectiveNoFileComp
}

// clustersIn returns the clusters of some applications in files, or of all.
func clustersIn(applications, files []string) (names []cobra.Completion) {
	result, _ := render.Render(silently(files).docs, render.Options{}) // of wrong documents there are no objects
	only := render.Options{Applications: applications}
	for _, o := range result.Objects {
		if name := explained.ClusterOf(o); name != "" && only.Selects(o.Document()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// silently reads files and folders as far as they can be read. Stdin belongs to the shell.
func silently(args []string) files {
	in, _ := readFiles(slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "-" }), nil)
	return in
}

// filesHere returns the files of the current folder that may hold documents, without subfolders: they can hold very
// many.
func filesHere() (files []string) {
	entries, _ := os.ReadDir(".")
	for _, entry := range entries {
		if entry.Type().IsRegular() && folder.HasExtension(entry.Name()) {
			files = append(files, entry.Name())
		}
	}
	return files
}
