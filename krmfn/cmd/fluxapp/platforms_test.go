package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
)

// TestCRLF holds that the line ends of Windows change nothing: neither what a document means nor where its parts are,
// nor that the files of an earlier run are up to date. A command that edits a document keeps its line ends.
func TestCRLF(test *testing.T) {
	t := inFolder(test, "app.yaml", app("web", "hub", "tokyo"))
	commands := [][]string{{"render"}, {"explain", "web"}, {"graph"}, {"check", "--rendered", "deploy"},
		{"diff", "--rendered", "deploy"}}
	rendered := good(t, "render", "app.yaml", "-o", "dir=deploy")
	run := func() (all []string) {
		for _, command := range commands {
			out, errs, code := fluxapp(t, "", append(command, "app.yaml")...)
			assert.Equal(t, code, 0, "%v: %s", command, errs)
			all = append(all, out+errs)
		}
		return all
	}
	before := run()
	for _, name := range []string{"app.yaml", "deploy/web/hub/kustomization-web-web.yaml",
		"deploy/web/tokyo/kustomization-web-tokyo-web.yaml"} {
		put(t, name, crlf(read(t, name)))
	}
	assert.DeepEqual(t, run(), before)
	files := snapshot(t, "deploy")
	assert.Equal(t, good(t, "render", "app.yaml", "-o", "dir=deploy"), rendered)
	assert.Equal(t, snapshot(t, "deploy"), files)

	put(t, "app.yaml", crlf(strings.ReplaceAll(app("web", "hub", "tokyo"), "10m", "10 min")))
	_, errs, code := fluxapp(t, "", "check", "app.yaml")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.HasPrefix(errs, "app.yaml:8:"), errs)
	assert.Assert(t, !strings.Contains(errs, "\r"), errs)
}

// TestCRLFPromote holds that promote writes a document with the line ends that it has.
func TestCRLFPromote(test *testing.T) {
	text, err := os.ReadFile("../../../examples/fleet/app.yaml")
	assert.NilError(test, err)
	clusters, err := os.ReadFile("../../../examples/fleet/clusters.yaml")
	assert.NilError(test, err)
	t := inFolder(test, "app.yaml", string(text), "clusters.yaml", string(clusters))
	promote := []string{"promote", "shop", ".", "--from", "stage=test", "--to", "stage=staging", "--write"}
	_, errs, code := fluxapp(t, "", promote...)
	assert.Equal(t, code, 0, errs)
	want := read(t, "app.yaml")
	assert.Assert(t, want != string(text))

	put(t, "app.yaml", crlf(string(text)))
	_, errs, code = fluxapp(t, "", promote...)
	assert.Equal(t, code, 0, errs)
	assert.Equal(t, read(t, "app.yaml"), crlf(want))
}

// TestDevices holds that no folder is written that Windows cannot have.
func TestDevices(test *testing.T) {
	t := inFolder(test, "app.yaml", app("aux", "hub"))
	_, errs, code := fluxapp(t, "", "render", "app.yaml", "-o", "dir=deploy")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "app.yaml:8:7: spec.config.kustomization[0]: the Kustomization "+
		`apps/aux-web has no file in its folder: "aux" cannot be the name of a file or folder: Windows has a device of `+
		"this name; give"), errs)
	assert.Assert(t, !disk.Disk{}.Exists(t.path("deploy")))
	good(t, "render", "app.yaml")
}
