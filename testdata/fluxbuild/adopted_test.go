package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestAdopted shows that Flux builds the same objects from the folder of a cluster after "fluxapp adopt" and what it
// tells to do next, and that nobody edits that folder for a later change.
func TestAdopted(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	assert.NilError(t, err)
	files := map[string]string{}
	for _, cluster := range []string{"a", "b"} {
		dir := "clusters/" + cluster
		files[dir+"/flux-system/sync.yaml"] = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: flux-system\n"
		files[dir+"/flux-system/kustomization.yaml"] = "resources:\n- sync.yaml\n"
		files[dir+"/podinfo.yaml"] = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n" +
			"metadata: {name: podinfo, namespace: podinfo}\nspec:\n  interval: 1h\n" +
			"  chartRef: {kind: OCIRepository, name: podinfo}\n"
	}
	repository := folder(t, files)
	run := func(name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Dir = repository
		told, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", told)
	}
	builds := func(objects int) {
		t.Helper()
		for _, cluster := range []string{"a", "b"} {
			built, _, err := buildIn(repository, "clusters/"+cluster)
			assert.NilError(t, err)
			assert.Equal(t, built, objects)
		}
	}
	builds(2)
	program := filepath.Join(t.TempDir(), "fluxapp")
	run("go", "build", "-C", root, "-o", program, "./krmfn/cmd/fluxapp")
	run(program, "adopt", "clusters", "--write", "documents")
	run(program, "render", "documents", "-o", "dir=deploy")
	for _, cluster := range []string{"a", "b"} {
		assert.NilError(t, os.Remove(filepath.Join(repository, "clusters", cluster, "podinfo.yaml")))
		dir := filepath.Join(repository, "clusters", cluster, "fluxapp")
		assert.NilError(t, os.Mkdir(dir, 0o777))
		assert.NilError(t, os.WriteFile(filepath.Join(dir, "kustomization.yaml"),
			fmt.Appendf(nil, "resources: [../../../deploy/%s]\n", cluster), 0o666))
	}
	builds(2)

	const more = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
		"metadata: {name: more, namespace: podinfo}\nspec:\n  topology: Standalone\n" +
		"  clusters: [{name: a}, {name: b}]\n  source: {sourceRef: {kind: GitRepository, name: more}}\n" +
		"  config:\n    kustomization: [{destination: {clusterSelector: {}}, interval: 1h, prune: true}]\n"
	assert.NilError(t, os.WriteFile(filepath.Join(repository, "documents", "more.yaml"), []byte(more), 0o666))
	run(program, "render", "documents", "-o", "dir=deploy")
	builds(3)
}
