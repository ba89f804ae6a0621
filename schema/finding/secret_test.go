package finding_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

func TestMayBeSecret(t *testing.T) {
	for path, want := range map[string]bool{
		"spec.config.helmRelease.deploy[0].values.db.password":                            true,
		"spec.config.defaults.values[my key]":                                             true,
		"spec.config.helmRelease.deploy[0].values.affinity.matchExpressions[0].values[0]": true,
		"spec.clusters[0].params.pin":                                                     true,
		"spec.config.kustomization[0].postBuild.substitute.pin":                           true,
		"metadata.annotations[example.com/pin]":                                           true,
		"data.password":                                                                   true,
		"stringData[tls.key]":                                                             true,
		"data":                                                                            false,
		"database.name":                                                                   false,
		"spec.values[0]":                                                                  true,
		"spec.a.matchExpressions.values.b":                                                true,
		"spec.params":                                                                     false,
		"metadata.annotations.values":                                                     true,
		"values.a":                                                                        true,
		"spec.config.helmRelease.deploy[0].values":                                        false,
		"spec.config.helmRelease.chart.valuesFiles[0]":                                    false,
		"spec.config.helmRelease.deploy[0].valuesFrom[0].name":                            false,
		"spec.config.kustomization[0].postBuild.substituteFrom[0].name":                   false,
		"spec.config.kustomization[0].destination.clusterSelector.matchExpressions[0].values[0]":      false,
		"spec.config.kustomization[0].destination.clusterSelector.matchLabels.stage":                  false,
		"spec.config.helmRelease.deploy[0].chart.version":                                             false,
		"spec.config.helmRelease.deploy[0].commonMetadata.labels[example.com/annotations-are-absent]": false,
	} {
		assert.Equal(t, finding.MayBeSecret(path), want, path)
	}
}
