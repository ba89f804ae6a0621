package kinds_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestRefused holds which objects need a feature gate, and of which controller.
func TestRefused(t *testing.T) {
	got := map[string]string{}
	for of := range kinds.Standard().With(^kinds.Role(0)) {
		for workload := range kinds.Standard().With(kinds.Workload) {
			if told := of.Refused(workload); told != "" {
				got[of.Name+" of a "+workload.Name] = told
			}
		}
	}
	const told = " refuses an ExternalArtifact by default (AccessDenied); run it with " +
		"--feature-gates=ExternalArtifact=true, as flux install --components-extra=source-watcher does"
	assert.DeepEqual(t, got, map[string]string{ // a KCLRun cannot refer to one
		"ExternalArtifact of a HelmRelease":   "helm-controller" + told,
		"ExternalArtifact of a Kustomization": "kustomize-controller" + told,
	})
}
