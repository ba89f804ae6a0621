package status_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// TestWaitsForFailedSource checks that a workload has failed where it waits for a source that has: the workload
// learns that later.
func TestWaitsForFailedSource(t *testing.T) {
	const waits = `{"helmChart": "charts/chart-of-it", "conditions": [{"type": "Ready", "status": "False", ` +
		`"observedGeneration": 1, "reason": "SourceNotReady", "message": "it does not have an artifact"}]}`
	source := func(kind, namespace, name, conditions string) string {
		return `{"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "` + kind + `", "metadata": {"namespace": "` +
			namespace + `", "name": "` + name + `", "generation": 1}, "status": {"conditions": [` + conditions + `]}}`
	}
	const failed = `{"type": "Ready", "status": "False", "observedGeneration": 1, "reason": "Broken", "message": "no"}`
	const stalled = failed + `, {"type": "Stalled", "status": "True", "observedGeneration": 1, "reason": "Broken", ` +
		`"message": "no"}`
	const fetching = `{"type": "Ready", "status": "Unknown", "observedGeneration": 1, "reason": "Progressing", ` +
		`"message": "fetching"}`
	chartRef := strings.NewReplacer("{kind: HelmRepository, name: charts}",
		"{kind: OCIRepository, name: charts, namespace: sources}", "      chart: {chart: shop, version: 1.2.3}\n",
		"").Replace(shop)
	for _, c := range []struct {
		name, documents, status, source string
		want                            status.State
		message                         string
	}{
		{"a chart that has failed", shop, waits, source("HelmChart", "charts", "chart-of-it", failed), status.Failed,
			"HelmChart charts/chart-of-it: no"},
		{"a chart that has stalled", shop, waits, source("HelmChart", "charts", "chart-of-it", stalled), status.Stalled,
			"HelmChart charts/chart-of-it: no"},
		{"a chart that is fetched", shop, waits, source("HelmChart", "charts", "chart-of-it", fetching), status.Progressing,
			"it does not have an artifact"},
		{"another chart", shop, waits, source("HelmChart", "charts", "other", failed), status.Progressing,
			"it does not have an artifact"},
		{"a chartRef", chartRef, waits, source("OCIRepository", "sources", "charts", failed), status.Failed,
			"OCIRepository sources/charts: no"},
		{"a sourceRef", kustomization, strings.NewReplacer("SourceNotReady", "ArtifactFailed", "it does not have an artifact",
			"retrying in 30s", `"helmChart": "charts/chart-of-it", `, "").Replace(waits),
			source("GitRepository", "apps", "charts", failed), status.Failed, "GitRepository apps/charts: no"},
		{"it waits for something else", shop, strings.Replace(waits, "SourceNotReady", "DependencyNotReady", 1),
			source("HelmChart", "charts", "chart-of-it", failed), status.Progressing, "it does not have an artifact"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, c.documents, render.Options{})
			var observed status.Observed
			observe(t, &observed, "", onServer(t, result.Objects[0], c.status), c.source)
			o := status.Summarize(result, observed).Applications[0].Clusters[0].Objects[0]
			assert.Equal(t, o.State, c.want)
			assert.Equal(t, o.Message, c.message)
		})
	}
}
