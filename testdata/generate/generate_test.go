package main

import (
	"fmt"
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
	known, err := minors()
	assert.NilError(t, err)
	assert.Assert(t, len(known) == 5, "the last five minor versions are supported: %v", known)
	for _, minor := range known {
		cmd := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "github.com/fluxcd/source-controller/api")
		cmd.Dir = folderOf(minor)
		out, err := cmd.Output()
		assert.NilError(t, err)
		assert.Assert(t, strings.HasPrefix(string(out), fmt.Sprintf("v1.%d.", minor)), "Flux 2.%d: %s", minor, out)
	}
}

// TestGenerated holds that the generated files are what make generate writes.
func TestGenerated(t *testing.T) {
	files, err := generate()
	assert.NilError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", name)
	}
}

// TestShapes holds that the table of types is what make generate writes of the newest Flux's types.
func TestShapes(t *testing.T) {
	known, err := minors()
	assert.NilError(t, err)
	cmd := exec.Command("go", "test", "-count=1", "github.com/fluxapp-dev/fluxapp/schema/internal/shape", "-run",
		"Table|Types|Mutations", "-newest")
	cmd.Dir = folderOf(known[len(known)-1])
	out, err := cmd.CombinedOutput()
	assert.NilError(t, err, "%s", out)
}
