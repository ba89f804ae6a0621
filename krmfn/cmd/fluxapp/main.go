// Command fluxapp renders applications into the Flux objects of every cluster: as a command over files and folders,
// and, without arguments, as a KRM function over a ResourceList on stdin.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit codes.
const (
	exitGood      = 0
	exitDocuments = 1 // the documents are wrong
	exitCommand   = 2 // the command line is wrong, or what it names cannot be read or written
)

func run(args []string, in io.Reader, out, errw io.Writer) int {
	code := exitGood
	root := rootCommand(&code)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errw)
	err := root.Execute()
	var stopped interrupted
	switch {
	case errors.Is(err, errReported):
		return exitDocuments
	case err != nil:
		fmt.Fprintf(errw, "fluxapp: %s\n", worded(err))
		if errors.As(err, &stopped) {
			return stopped.exitCode()
		}
		return exitCommand
	}
	return code
}

// rootCommand is render with files, and the KRM function without; the function's exit code is stored in code.
func rootCommand(code *int) *cobra.Command {
	var opts options
	var showVersion bool
	cmd := &cobra.Command{
		Use:   "fluxapp [FILE|DIR|-]...",
		Short: "Render applications into the Flux objects of every cluster",
		Long: `Render FluxApplication documents into the Flux objects of every cluster.

With files or folders, this is "fluxapp render". Without arguments, it is a KRM function: it reads a ResourceList from
stdin. The commands read the current folder where no file or folder is named.

Exit codes: 0 success; 1 the documents are wrong, or check or diff found differences; 2 the command line is wrong, or
a file cannot be read or written; 130 Ctrl-C while writing a folder, after the last file. "fluxapp diff --help" has
those of diff.`,
		Example: `  fluxapp app.yaml
  fluxapp check apps/`,
		Args:              cobra.ArbitraryArgs, // files, where cobra would look for the name of a command
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		SilenceErrors:     true,
		SilenceUsage:      true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if showVersion {
				return printVersion(cmd)
			}
			if len(args) > 0 {
				if err := unknownCommand(cmd, args[0]); err != nil {
					return err
				}
				return renderFiles(cmd, opts, args)
			}
			if isTerminal(cmd.InOrStdin()) {
				return errors.New("name a file, a folder or -, or send a ResourceList to stdin; fluxapp --help says more")
			}
			if err := noFlags(cmd); err != nil {
				return err
			}
			*code = krmfn.Run(cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			return nil
		},
	}
	// cobra's own flag needs a template, and text/template keeps the linker from leaving out methods that nobody calls:
	// 8 MB
	cmd.Flags().BoolVar(&showVersion, "version", false, "print the version")
	opts.addTo(cmd)
	opts.addShard(cmd)
	opts.addOutput(cmd)
	cmd.SetFlagErrorFunc(unknownFlag)
	cmd.AddCommand(
		renderCommand(), checkCommand(), diffCommand(code), statusCommand(code), explainCommand(),
		adoptCommand(), graphCommand(), promoteCommand(), reportCommand(), schemaCommand(), versionCommand(),
	)
	return cmd
}

// noFlags refuses flags with a ResourceList, which has options of its own.
func noFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		err = fmt.Errorf("--%s is not read with a ResourceList; write it in the functionConfig, a RenderConfig or ConfigMap",
			f.Name)
	})
	return err
}

// isTerminal reports whether a stream is a terminal or the null device. Neither sends a ResourceList, and both take
// colors.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func renderCommand() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "render [FILE|DIR|-]...",
		Short: "Print the Flux objects of applications, or write them to a folder",
		Long: `Print the Flux objects of applications, or write them to a folder.

Input. A folder is read with its subfolders: the files that end in .yaml, .yml or .json and hold documents for
fluxapp. Hidden files and folders are skipped. A link to a file is read. A link to a folder and a Helm template are
skipped, with a warning.

Output folder. -o dir=PATH writes one file per object. The output mirrors the input folder: a document in sub/ is
written to PATH/sub/. A single file, or -, is written to PATH itself. Applications with topology Standalone get one
folder per cluster, with one kustomization.yaml for all applications.

fluxapp only changes files that it wrote, and writes all files or none. It deletes files that the documents no longer
render. Files of documents that were not read stay, with a warning; --prune-orphans deletes them. Each deletion is
printed with what Flux does next. The last line counts the files. --dry-run prints the same and writes nothing.

Limits. A change that passes a limit of an application or of the RenderConfig writes nothing. Without limits, a change
may delete from two clusters of an application, or from half of them if that is more. The error lists the clusters and
the causes, and prints a digest: --acknowledge DIGEST lets this one change through.

Shards. --shard I/N renders the objects of one of N parts of the clusters; I is 0 to N-1. Together, N runs render what
one run renders. They can run at the same time and write to the same folder. Each run validates all documents.`,
		Example: `  fluxapp render app.yaml
  fluxapp render apps/ -o dir=deploy
  fluxapp render apps/ -o dir=deploy --dry-run
  kustomize build apps | fluxapp render - --flux-version 2.8`,
		RunE: func(cmd *cobra.Command, args []string) error { return renderFiles(cmd, opts, orHere(args)) },
	}
	opts.addTo(cmd)
	opts.addShard(cmd)
	opts.addOutput(cmd)
	return cmd
}

func checkCommand() *cobra.Command {
	var opts options
	var rendered string
	cmd := &cobra.Command{
		Use:   "check [FILE|DIR|-]...",
		Short: "Validate applications (and optionally the rendered files) and list what must exist for them",
		Long: `Validate applications without writing anything, and list what must exist for them on the hub and on each
cluster, and that nobody renders: namespaces, ServiceAccounts, Secrets, ConfigMaps, sources and other objects that are
only named. Each is listed with its reason and the line that needs it. Things that are many and alike share a line; -o
json prints them all.

--rendered DIR also compares the result with the files that "fluxapp render -o dir=DIR" wrote. A file that is missing,
out of date or no longer rendered is an error, and so is everything that would keep fluxapp from writing there.`,
		Example: `  fluxapp check apps/
  fluxapp check apps/ -o json
  fluxapp check apps/ --rendered deploy --strict`,
		RunE: func(cmd *cobra.Command, args []string) error { return checkFiles(cmd, opts, rendered, orHere(args)) },
	}
	opts.addTo(cmd)
	opts.addShard(cmd)
	cmd.Flags().StringVarP(&opts.output, "output", "o", "text", "list what must exist as text or json")
	completeFlag(cmd, "output",
		cobra.FixedCompletions([]cobra.Completion{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().StringVar(&rendered, "rendered", "", "folder of rendered files that must be up to date")
	return cmd
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return printVersion(cmd) },
	}
}

func printVersion(cmd *cobra.Command) error {
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprintln(cmd.OutOrStdout(), version(info))
	return err
}

// version returns the module's version and, where the build knows them, the commit and its date.
func version(info *debug.BuildInfo) string {
	if info == nil {
		return "fluxapp (unknown)"
	}
	words := []string{"fluxapp", info.Main.Version}
	if info.Main.Version == "" {
		words[1] = "(devel)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		words = append(words, "commit", revision)
	}
	if time := settings["vcs.time"]; time != "" {
		words = append(words, "of", time)
	}
	if settings["vcs.modified"] == "true" {
		words = append(words, "with changes")
	}
	return strings.Join(append(words, "built with", info.GoVersion), " ")
}

func schemaCommand() *cobra.Command {
	var kind string
	var crd bool
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema or the CustomResourceDefinition of a kind of document",
		Long: `Print the JSON Schema (draft-07) or the CustomResourceDefinition of a kind of document.

An editor with the YAML language server completes and validates a document that starts with a line like this one:
  # yaml-language-server: $schema=fluxapplication.json

Use the CustomResourceDefinition of Application only on clusters without KubeSphere. Never replace KubeSphere's own
with it.`,
		Example: `  fluxapp schema > fluxapplication.json
  fluxapp schema --crd | kubectl apply -f -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("schema takes no arguments; write --kind %s", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			made := schema.JSONSchema
			if crd {
				made = schema.CRD
			}
			data, err := made(kind)
			if err == nil {
				_, err = cmd.OutOrStdout().Write(data)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&kind, "kind", terms.KindFluxApplication, "kind of document: FluxApplication, Application, "+
		"FluxApplicationBase or RenderConfig (which has no CustomResourceDefinition)")
	kinds := []cobra.Completion{terms.KindFluxApplication, terms.KindApplication, terms.KindFluxApplicationBase,
		terms.KindRenderConfig}
	completeFlag(cmd, "kind", cobra.FixedCompletions(kinds, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVar(&crd, "crd", false, "print a CustomResourceDefinition instead of a JSON Schema")
	return cmd
}
