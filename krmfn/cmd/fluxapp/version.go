package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand(env environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return printVersion(env.out) },
	}
}

func printVersion(out io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprintln(out, version(info))
	return err
}

func version(info *debug.BuildInfo) string {
	if info == nil {
		return "fluxapp (unknown)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := "fluxapp " + cmp.Or(info.Main.Version, "(devel)")
	if revision := settings["vcs.revision"]; revision != "" {
		text += " commit " + revision
	}
	if time := settings["vcs.time"]; time != "" {
		text += " of " + time
	}
	if settings["vcs.modified"] == "true" {
		text += " with changes"
	}
	return text + " built with " + info.GoVersion
}

func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
