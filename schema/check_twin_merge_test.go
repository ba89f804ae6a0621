package schema

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestTwinsWithMergedMaps holds that a field is judged that a merge key brings.
func TestTwinsWithMergedMaps(t *testing.T) {
	docs, err := Parse("in.yaml", []byte(`apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: a}
spec:
  config:
    kustomization:
    - {path: ./a, interval: 1h, prune: true, <<: {destination: {kubeConfig: {secretRef: {name: a}}}}}
    - {path: ./a, interval: 1h, prune: true, <<: {destination: {kubeConfig: {secretRef: {name: hub}}}}}
`))
	assert.NilError(t, err)
	workload, entries := docs[0].Entries()
	assert.Assert(t, entries[1].Twin().Exists() == (len(CheckTwin(docs[0], workload, entries[1], newestFlux)) > 0), "CheckEntry says: %v",
		Explain(CheckEntry(docs[0], workload, entries[1], newestFlux)))
}
