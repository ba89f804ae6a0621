package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestVersions holds that the versions of Flux are the versions of the modules: Flux 2.9 comes with source-controller
// 1.9, and so on.
func TestVersions(t *testing.T) {
	folders := map[int]string{newest: "../.."}
	maps.Copy(folders, releases)
	for minor, folder := range folders {
		cmd := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "github.com/fluxcd/source-controller/api")
		cmd.Dir = folder
		out, err := cmd.Output()
		assert.NilError(t, err)
		assert.Assert(t, strings.HasPrefix(string(out), fmt.Sprintf("v1.%d.", minor)), "Flux 2.%d in %s: %s", minor,
			folder, out)
	}
}

// TestGenerated holds that the generated files in package shape are what make generate writes.
func TestGenerated(t *testing.T) {
	files, err := generate()
	assert.NilError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", "schema", "internal", "shape", name))
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", name)
	}
}
