package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBeginning shows that Flux builds what examples/getting-started has: the folder of the hub, what the documents
// render to, and the folder of objects when the last application is gone.
func TestBeginning(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	assert.NilError(t, err)
	repository := t.TempDir()
	program := filepath.Join(t.TempDir(), "fluxapp")
	for _, command := range [][]string{
		{"go", "build", "-C", root, "-o", program, "./krmfn/cmd/fluxapp"},
		{program, "init"},
		{program, "render", "documents", "-o", "dir=deploy"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = repository
		told, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", told)
	}
	empty := folder(t, map[string]string{"kustomization.yaml": "resources: []\n"})
	for dir, objects := range map[string]int{
		filepath.Join(repository, "clusters", "hub"): 1, filepath.Join(repository, "deploy"): 3, empty: 0,
	} {
		built, _, err := build(dir)
		assert.NilError(t, err, dir)
		assert.Equal(t, built, objects, dir)
	}

	page, err := os.ReadFile(filepath.Join(root, "examples", "getting-started", "README.md"))
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), `$ printf 'resources: []\n' > deploy/kustomization.yaml`))
}
