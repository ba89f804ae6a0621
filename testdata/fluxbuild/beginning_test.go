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
// render to, and the folder of objects when the last application is gone. An application with tenancy has two objects
// for clusters, and its ServiceAccount on the hub.
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
	tenant := folder(t, map[string]string{"tenant.yaml": "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
		"metadata: {name: web, namespace: team-a}\nspec:\n  tenancy: {serviceAccount: team-a}\n  clusters:\n" +
		"  - {name: berlin, kubeConfig: {secretRef: {name: berlin}}}\n" +
		"  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo}}}\n" +
		"  source: {sourceRef: {kind: GitRepository, name: web}}\n  config:\n    kustomization:\n" +
		"    - {destination: {clusterSelector: {}, targetNamespace: web}, interval: 1h, prune: true}\n"})
	told, err := exec.Command(program, "render", tenant, "-o", "dir="+filepath.Join(tenant, "deploy")).CombinedOutput()
	assert.NilError(t, err, "%s", told)
	empty := folder(t, map[string]string{"kustomization.yaml": "resources: []\n"})
	for dir, objects := range map[string]int{
		filepath.Join(repository, "clusters", "hub"): 1, filepath.Join(repository, "deploy"): 3, empty: 0,
		filepath.Join(tenant, "deploy"): 3, filepath.Join(tenant, "deploy", "bootstrap", "berlin"): 4,
	} {
		built, _, err := build(dir)
		assert.NilError(t, err, dir)
		assert.Equal(t, built, objects, dir)
	}

	page, err := os.ReadFile(filepath.Join(root, "examples", "getting-started", "README.md"))
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), `$ printf 'resources: []\n' > deploy/kustomization.yaml`))
}
