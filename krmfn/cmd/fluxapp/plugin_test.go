package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPlugin holds that the help of a plugin of the flux command has no command line that its users cannot type, and
// that what completes them is as before.
func TestPlugin(t *testing.T) {
	print := func(program string, args ...string) string {
		var out strings.Builder
		assert.Equal(t, execute(environment{program: program, out: &out, errs: &out}, args), exitGood, "%s", &out)
		return out.String()
	}
	for _, program := range []string{"/home/me/.fluxcd/plugins/flux-app", "flux-app.exe"} {
		for _, command := range [][]string{{"--help"}, {"render", "--help"}, {"promote", "-h"}, {"help", "status"}} {
			help, alone := print(program, command...), print("fluxapp", command...)
			assert.Assert(t, strings.Contains(help, "Usage:\n  flux app "), "%s", help)
			assert.Assert(t, !strings.Contains(help, "  fluxapp ") && !strings.Contains(help, `"fluxapp `), "%s", help)
			assert.Equal(t, strings.ReplaceAll(help, "flux app", "fluxapp"), alone)
		}
	}
	completed := print("flux-app", "__complete", "ren")
	assert.Assert(t, strings.HasPrefix(completed, "render\t"), "%s", completed)
	assert.Equal(t, print("fluxapp", "__complete", "ren"), completed)
	assert.Assert(t, strings.Contains(print("flux-app-2", "--help"), "Usage:\n  fluxapp "))
}
