package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func unknownFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	return fmt.Errorf("%w; %s", err, flagInstead(cmd, unknown.GetSpecifiedName()))
}

func flagInstead(cmd *cobra.Command, name string) string {
	switch output := cmd.Flags().Lookup("output"); name {
	case "f", "file", "filename":
		return "files and folders need no flag: " + cmd.CommandPath() + " FILE"
	case "o", "d", "out", "dir", "output", "output-dir":
		switch {
		case output != nil && strings.Contains(output.Usage, "dir="):
			return "write -o dir=PATH"
		case output != nil:
			return "did you mean --output?"
		case cmd.Flags().Lookup("write") != nil:
			return "did you mean --write?"
		}
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := nearest(name, known); near != "" {
		return "did you mean --" + near + "?"
	}
	return cmd.CommandPath() + " --help lists the flags"
}

func unknownCommand(files disk.Disk, cmd *cobra.Command, name string) error {
	if name == "-" || files.Exists(name) {
		return nil
	}
	var known []string
	for _, command := range cmd.Commands() {
		known = append(known, command.Name())
	}
	detail := ""
	if near := nearest(name, known); near != "" {
		detail = "; did you mean " + near + "?"
	}
	return fmt.Errorf("there is no file, folder or command %s%s", name, detail)
}

// nearest returns the word that a misspelt or shortened one most likely means; empty when none is near.
func nearest(word string, known []string) string {
	near := names.Nearest(word, known)
	longer := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(k, word) })
	if near == "" && longer >= 0 && len(word) > 2 {
		return known[longer]
	}
	return near
}
