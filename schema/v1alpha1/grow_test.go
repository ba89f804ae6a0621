package v1alpha1_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestGrowingLists holds that a list of an entry that grows is an error, which names it, and one in values is none: the
// types have any values.
func TestGrowingLists(t *testing.T) {
	const document = `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.2.3}
      deploy:
      - destination: {}
        interval: 1h
        `
	_, err := v1alpha1.FluxApplicationOf(schema.Parse("in.yaml", []byte(document+"valuesFrom+: []\n"))[0])
	assert.ErrorContains(t, err, `valuesFrom+`)
	app, err := v1alpha1.FluxApplicationOf(schema.Parse("in.yaml", []byte(document+"values: {list+: [1]}\n"))[0])
	assert.NilError(t, err)
	assert.Equal(t, string(app.Spec.Config.HelmRelease.Deploy[0].Values.Raw), `{"list+":[1]}`)
}
