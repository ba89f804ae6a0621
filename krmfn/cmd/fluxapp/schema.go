package main

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func schemaCommand(env environment, cmd *cobra.Command) {
	var kind string
	var crd bool
	cmd.Flags().StringVar(&kind, "kind", kinds.FluxApplication.Name, "")
	complete(cmd, "kind", words(kinds.FluxApplication.Name, kinds.Application.Name, kinds.FluxApplicationBase.Name,
		kinds.RenderConfig.Name))
	cmd.Flags().BoolVar(&crd, "crd", false, "")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		made := schema.JSONSchema
		switch {
		case len(args) > 0:
			return fmt.Errorf("schema takes no arguments; write --kind %s", args[0])
		case crd:
			made = schema.CRD
		}
		data, err := made(kind)
		if err == nil {
			_, err = env.out.Write(data)
		}
		return err
	}
}

func versionCommand(env environment, cmd *cobra.Command) {
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(*cobra.Command, []string) error {
		_, err := fmt.Fprintln(env.out, buildVersion())
		return err
	}
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
	for _, part := range [][2]string{{" commit ", "vcs.revision"}, {" of ", "vcs.time"}} {
		if value := settings[part[1]]; value != "" {
			text += part[0] + value
		}
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

func buildVersion() string {
	info, _ := debug.ReadBuildInfo()
	return version(info)
}
