package clients

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// controllers are Deployments as "flux bootstrap" writes them into gotk-components.yaml: what a patch needs is there.
const controllers = `apiVersion: apps/v1
kind: Deployment
metadata: {name: NAME, namespace: flux-system}
spec:
  selector: {matchLabels: {app: NAME}}
  template:
    metadata: {labels: {app: NAME}}
    spec:
      containers:
      - name: manager
        image: ghcr.io/fluxcd/NAME
        args: [--log-level=info, --feature-gates=OOMWatch=true]
---
`

// TestGatePatch applies the patch of examples/two-sources to controllers of Flux: those that fluxapp tells of get the
// argument that it tells, once and beside what they have, and the others stay as they are.
func TestGatePatch(t *testing.T) {
	dir := filepath.Join(example(t, "two-sources"), "flux-system")
	components, want := "", map[string][]string{}
	for _, name := range []string{"source-controller", "kustomize-controller", "helm-controller", "source-watcher"} {
		components += strings.ReplaceAll(controllers, "NAME", name)
		want[name] = []string{"--log-level=info", "--feature-gates=OOMWatch=true"}
	}
	write(t, filepath.Join(dir, "gotk-components.yaml"), components)
	write(t, filepath.Join(dir, "gotk-sync.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sync}\n")
	got := map[string][]string{}
	for text := range strings.SplitSeq(mustRun(t, dir, "kustomize", "build", "."), "\n---\n") {
		var o struct {
			Metadata struct{ Name string }
			Spec     struct {
				Template struct {
					Spec struct{ Containers []struct{ Args []string } }
				}
			}
		}
		assert.NilError(t, yaml.Unmarshal([]byte(text), &o))
		for _, c := range o.Spec.Template.Spec.Containers {
			got[o.Metadata.Name] = c.Args
		}
	}
	told := regexp.MustCompile(`(\S+) refuses an ExternalArtifact.* run it with (\S+), `)
	for _, documents := range []string{"examples/two-sources", "testdata/cases/sources/external-artifact"} {
		_, findings, err := run(t, root, "fluxapp", "render", documents)
		assert.NilError(t, err, findings)
		gate := told.FindStringSubmatch(findings)
		assert.Assert(t, gate != nil, findings)
		want[gate[1]] = append(want[gate[1]], gate[2])
	}
	assert.DeepEqual(t, got, want)
}
