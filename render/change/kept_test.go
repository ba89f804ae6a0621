package change_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestKept checks that an object with the annotation by which Flux deletes nothing is orphaned when it goes, as the
// ones that delivery marks are in the commit that moves others.
func TestKept(t *testing.T) {
	const text = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts, namespace: apps}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.4.2}
      deploy:
      - {destination: {targetNamespace: web}, interval: 1h}
      - destination: {targetNamespace: old}
        interval: 1h
        metadata: {annotations: {kustomize.toolkit.fluxcd.io/prune: Disabled}}
      - {destination: {targetNamespace: gone}, interval: 1h}
`
	results := map[bool]render.Result{}
	for _, whole := range []bool{true, false} {
		shown := text
		if !whole {
			shown = text[:strings.Index(text, "      - destination: {targetNamespace: old}")]
		}
		result, err := render.Render(schema.Parse("a.yaml", []byte(shown)), render.Options{})
		assert.NilError(t, err)
		results[whole] = result
	}
	found := map[string]change.Change{}
	for _, c := range change.Compare(results[true], results[false]).List {
		found[c.Object.Name] = c
	}
	assert.Equal(t, found["web-old"].Action, change.Orphaned)
	assert.Equal(t, found["web-old"].Effect,
		"it stays on its server, and what it installed too, because of its annotation "+
			"kustomize.toolkit.fluxcd.io/prune: disabled; remove the annotation one commit before")
	assert.Equal(t, found["web-gone"].Action, change.Deleted)
	assert.Equal(t, len(found), 2)
}
