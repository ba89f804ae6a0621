package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// asPlugin makes the help of all commands begin with "flux app", as users type them, if the program was started as
// flux-app: so the flux command starts its plugins.
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
