package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// patched are the objects that kustomize gets: what a patch needs of an object is there.
const patched = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}, annotations: {a: b}}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, env: [{name: A, value: "1"}]}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: web}
data: {a: b}
`

// TestPatches compares with kustomize which patches are wrong whatever they change.
func TestPatches(t *testing.T) {
	text, err := os.ReadFile("testdata/patches.yaml")
	assert.NilError(t, err)
	var cases []struct {
		Patch  string         `json:"patch"`
		Target map[string]any `json:"target,omitempty"`
	}
	assert.NilError(t, yaml.UnmarshalStrict(text, &cases))
	dir := t.TempDir()
	for i, c := range cases {
		write(t, filepath.Join(dir, fmt.Sprintf("apps/case-%03d.yaml", i)), patchedBy(t, i, c))
		write(t, filepath.Join(dir, fmt.Sprintf("case-%03d/objects.yaml", i)), patched)
		file, err := yaml.Marshal(map[string]any{"resources": []string{"objects.yaml"}, "patches": []any{c}})
		assert.NilError(t, err)
		write(t, filepath.Join(dir, fmt.Sprintf("case-%03d/kustomization.yaml", i)), string(file))
	}
	_, findings, _ := run(t, dir, "fluxapp", "render", "--all-findings", "apps")
	refused := 0
	for i, c := range cases {
		name := fmt.Sprintf("case-%03d", i)
		stdout, stderr, err := run(t, dir, "kustomize", "build", name)
		ours := ""
		for line := range strings.Lines(findings) {
			if strings.HasPrefix(line, "apps/"+name) && !strings.Contains(line, ": warning: ") {
				ours += line
			}
		}
		assert.Check(t, (err != nil) == (ours != ""), "%q for %v: kustomize says %s%s, and fluxapp %s", c.Patch,
			c.Target, stdout, stderr, ours)
		if err != nil {
			refused++
		}
	}
	t.Logf("%d patches, of which kustomize %s refuses %d", len(cases), strings.TrimSpace(mustRun(t, dir, "kustomize",
		"version")), refused)
	assert.Assert(t, refused > 50 && len(cases)-refused > 40)
}

// patchedBy returns an application whose one Kustomization has a patch.
func patchedBy(t *testing.T, i int, patch any) string {
	t.Helper()
	entry := map[string]any{"path": "./deploy", "interval": "10m", "prune": true, "patches": []any{patch},
		"destination": map[string]any{"targetNamespace": "web"}}
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication",
		"metadata": map[string]any{"name": "web", "namespace": fmt.Sprintf("team-%d", i)},
		"spec": map[string]any{
			"source": map[string]any{"sourceRef": map[string]any{"kind": "GitRepository", "name": "web"}},
			"config": map[string]any{"kustomization": []any{entry}},
		},
	})
	assert.NilError(t, err)
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
}
