package krmfn

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBackslashes holds that paths with backslashes, which clients on Windows give to items, are those with slashes:
// objects are written beside their document, and an object of an earlier run is found where it is.
func TestBackslashes(t *testing.T) {
	const document = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: fluxapp.dev/v1alpha1
  kind: FluxApplication
  metadata:
    name: web
    namespace: apps
    annotations:
      internal.config.kubernetes.io/path: 'apps\team\web.yaml'
      internal.config.kubernetes.io/index: '0'
  spec:
    source: {sourceRef: {kind: GitRepository, name: web}}
    config: {kustomization: [{destination: {targetNamespace: web}, interval: 1h, prune: true}]}
`
	run := func(list string) string {
		t.Helper()
		var out, errs bytes.Buffer
		assert.Equal(t, Run(strings.NewReader(list), &out, &errs), 0, "%s", &errs)
		return out.String()
	}
	const file = "apps/team/web/hub/kustomization-web-web.yaml"
	first := run(document)
	assert.Equal(t, strings.Count(first, file), 1, first)
	again := run(strings.ReplaceAll(first, file, strings.ReplaceAll(file, "/", `\`)))
	assert.Equal(t, strings.Count(again, "kind: Kustomization"), 1, again)
}
