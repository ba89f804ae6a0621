package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// beginning has the files that init writes, in the folder init.
//
//go:embed all:init
var beginning embed.FS

func initCommand(env environment) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write the beginning of a repository: an application, limits, what delivers it, and a workflow",
		Long: `Write the beginning of a repository into a folder, or into the current one:

  documents/podinfo.yaml           an application on two clusters, to change into yours
  fluxapp.yaml                     the limits of a change
  clusters/hub/deliver.yaml        the Flux Kustomization that applies the rendered objects on the hub
  .github/workflows/fluxapp.yaml   the checks of a pull request

It asks nothing. A file that exists stays as it is, so a second run changes nothing.`,
		Example: `  fluxapp init
  fluxapp init fleet && cd fleet && fluxapp render documents -o dir=deploy`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return writeBeginning(env, orHere(args)[0]) },
	}
}

func writeBeginning(env environment, folder string) error {
	notes := env.errs
	if *env.quiet {
		notes = io.Discard
	}
	err := fs.WalkDir(beginning, "init", func(name string, entry fs.DirEntry, err error) error {
		file := filepath.Clean(folder + strings.TrimPrefix(name, "init"))
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return env.disk.MkdirAll(file)
		case env.disk.Exists(file):
			fmt.Fprintf(notes, "%s exists, and stays as it is\n", filepath.ToSlash(file))
			return nil
		}
		text, err := beginning.ReadFile(name)
		if err == nil {
			err = env.disk.Create(file, text)
		}
		if err == nil {
			fmt.Fprintf(notes, "wrote %s\n", filepath.ToSlash(file))
		}
		return err
	})
	if err == nil {
		fmt.Fprintf(notes, "next: write your clusters and your chart into %s, then run in the folder of fluxapp.yaml\n"+
			"  fluxapp check documents\n  fluxapp render documents -o dir=deploy\n",
			filepath.ToSlash(filepath.Clean(folder+"/documents/podinfo.yaml")))
	}
	return err
}
