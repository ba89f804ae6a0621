package main

import (
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// TestMCPReadsFiles names pipes, which nobody writes to: each call is answered.
func TestMCPReadsFiles(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "apps/app.yaml", app("web", "berlin"), "pipes/app.yaml", app("web", "berlin"),
		"charts/app.yaml", app("web", "berlin"), "charts/fluxapp.yaml", renderConfig+"  charts: [all, all/x.tgz]\n",
		"charts/all/a/Chart.yaml", "name: web\nversion: 1.0.0\n")
	for _, pipe := range []string{"pipe.yaml", "pipes/fluxapp.yaml", "pipes/other.yaml", "charts/all/x.tgz",
		"charts/all/a/values.yaml"} {
		assert.NilError(t, syscall.Mkfifo(t.path(pipe), 0o644))
	}
	a := serve(t, ".")
	for _, c := range []struct{ tool, arguments, want string }{
		{"check", `{"paths": ["pipe.yaml"]}`, "pipe.yaml: is no regular file"},
		{"check", `{"paths": ["pipes"]}`, "pipes/fluxapp.yaml: is no regular file"},
		{"check", `{"paths": ["charts"]}`, "is no regular file"},
		{"diff", `{"base": "pipe.yaml", "paths": ["apps"]}`, "pipe.yaml: is no regular file"},
		{"status", `{"observed": ["pipe.yaml"], "paths": ["apps"]}`, "pipe.yaml: is no regular file"},
		{"render", `{"paths": ["apps"]}`, "web-berlin"},
	} {
		text, _ := a.call(c.tool, c.arguments)
		assert.Check(t, strings.Contains(text, c.want), "%s %s: %s", c.tool, c.arguments, text)
	}
}
