package status_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// TestLoginsAreNoApplications holds that the ConfigMap of a cluster is no object whose state counts, and that its kind
// need not be read.
func TestLoginsAreNoApplications(t *testing.T) {
	result := renderText(t, `apiVersion: multicluster.x-k8s.io/v1alpha1
kind: ClusterProfile
metadata: {name: berlin, namespace: fleet}
status: {accessProviders: [{name: generic, cluster: {server: "https://berlin.example.com"}}]}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: fleet}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{destination: {cluster: berlin}, path: ., interval: 10m, prune: true}]}
`, render.Options{})
	assert.Equal(t, len(result.Objects), 2)
	var observed status.Observed
	assert.NilError(t, observed.Add("", "got.yaml", result.Objects[1].YAML()))
	got := status.Summarize(result, observed)
	assert.Equal(t, len(got.Findings), 0, "%v", got.Findings)
	assert.Equal(t, len(got.Applications), 1)
}
