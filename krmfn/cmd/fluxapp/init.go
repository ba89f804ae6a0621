package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"
)

//go:embed all:init
var beginning embed.FS

func initCommand(env environment, cmd *cobra.Command) {
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.RunE = func(_ *cobra.Command, args []string) error { return writeBeginning(env, orHere(args)[0]) }
}

func writeBeginning(env environment, folder string) error {
	notes := env.errs
	if *env.quiet {
		notes = io.Discard
	}
	if err := env.disk.MkdirAll(folder); err != nil {
		return err
	}
	root, err := env.disk.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	files, _ := fs.Sub(beginning, "init")
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		info, missing := root.Files.Lstat(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && missing == nil && info.Mode().Type() == fs.ModeSymlink:
			return fmt.Errorf("%s is a link, and init writes through none; put a folder in its place", root.Called(name))
		case entry.IsDir():
			return root.Named(root.Files.MkdirAll(name, 0o755))
		case missing == nil:
			fmt.Fprintf(notes, "%s exists, and stays as it is\n", root.Called(name))
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err == nil {
			err = root.Create(name, text)
		}
		if err == nil {
			fmt.Fprintf(notes, "wrote %s\n", root.Called(name))
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
