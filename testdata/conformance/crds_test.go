package conformance

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestVersions holds that the CRDs are made of the very modules that fluxapp is built with, and not of newer ones that
// something else in this module asks for.
func TestVersions(t *testing.T) {
	ours, theirs := typeModules(t, "."), typeModules(t, "../..")
	assert.Assert(t, len(theirs) >= len(apis), "%v", theirs)
	assert.DeepEqual(t, ours, theirs)
}

// typeModules returns the modules that the types of apis come from, with the versions that a folder's go.mod chooses.
func typeModules(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.Command("go",
		append([]string{"list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{end}}"}, apis...)...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	assert.NilError(t, err)
	found := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "github.com/fluxcd/") || strings.HasPrefix(line, "k8s.io/api") {
			found[strings.TrimSpace(line)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	_, err := Load(dir)
	assert.ErrorContains(t, err, "no CRDs in")
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "crd.yaml"), []byte("specs: {}\n"), 0o644))
	_, err = Load(dir)
	assert.ErrorContains(t, err, `unknown field "specs"`)
}
