package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// asPlugin makes all help begin with "flux app" if the program is flux-app: so the flux command starts its plugins.
func asPlugin(root *cobra.Command, program string) {
	if strings.TrimSuffix(filepath.Base(program), ".exe") != "flux-app" {
		return
	}
	root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: "flux app"}
	for _, c := range append(root.Commands(), root) {
		c.Long = strings.ReplaceAll(c.Long, `"fluxapp `, `"flux app `)
		c.Example = strings.ReplaceAll(c.Example, "fluxapp ", "flux app ")
	}
}
