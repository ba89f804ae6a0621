package e2e

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

var fluxProgram = flag.String("flux", "", "the program flux, for TestFluxDiff")

// TestFluxDiff runs the command of examples/beside with a real flux: against a hub that has what main renders, and a
// release that somebody edited there, it prints what the page shows.
func TestFluxDiff(t *testing.T) {
	if *fluxProgram == "" {
		t.Skip("SKIPPED: -flux names no program; make beside builds one and runs this")
	}
	w, dir, url := newStore(t)
	hub := w.cluster(t, "hub", dir, url)
	files, err := crds()
	assert.NilError(t, err)
	hub.define(t, files...)

	example := filepath.Join("..", "..", "examples", "beside")
	after, err := os.ReadFile(filepath.Join(example, ".expected", "out.yaml"))
	assert.NilError(t, err)
	before := bytes.Replace(after, []byte("version: 1.4.0"), []byte("version: 1.3.0"), 1)
	kubectl(t, hub, before, "apply", "--server-side", "--field-manager=kustomize-controller", "-f", "-")
	kubectl(t, hub, nil, "apply", "-f", filepath.Join(example, "deliver.yaml"))

	kubectl(t, hub, nil, "label", "helmreleases,helmrepositories", "-n", "apps", "--all", // as kustomize-controller does
		"kustomize.toolkit.fluxcd.io/name=beside", "kustomize.toolkit.fluxcd.io/namespace=apps")
	kubectl(t, hub, nil, "patch", "helmrelease", "-n", "apps", "shop-tokyo-shop", "--type=merge", "-p",
		`{"spec":{"values":{"replicas":5}}}`)

	deploy := filepath.Join(t.TempDir(), "deploy")
	assert.NilError(t, os.Mkdir(deploy, 0o755))
	assert.NilError(t, os.WriteFile(filepath.Join(deploy, "out.yaml"), after, 0o600))
	command := exec.Command(*fluxProgram, "diff", "kustomization", "beside", "-n", "apps", "--path", deploy,
		"--progress-bar=false")
	command.Env = append(os.Environ(), "KUBECONFIG="+hub.kubeconfig)
	said, err := command.CombinedOutput()
	assert.ErrorContains(t, err, "exit status 1", "%s", said) // there are differences
	page, err := os.ReadFile(filepath.Join(example, "README.md"))
	assert.NilError(t, err)
	_, shown, _ := strings.Cut(string(page), "$ flux diff kustomization beside ")
	_, shown, _ = strings.Cut(shown, "\n")
	shown, _, _ = strings.Cut(shown, "```")
	assert.Equal(t, string(said), shown)
}
