package render_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestFindingsOfManyClusters holds that a fleet of four times the size takes about four times the memory when every
// cluster has a finding: memory is measured, because times are not the same on every machine.
func TestFindingsOfManyClusters(t *testing.T) {
	for name, fleet := range map[string]func(clusters int) string{
		"a key that readers differ on, and references": warnedFleet,
		"names that the fleet does not have":           unknownClusters,
	} {
		t.Run(name, func(t *testing.T) {
			few, many := allocated(fleet(500)), allocated(fleet(2000))
			assert.Assert(t, many < 7*few, "500 clusters take %d bytes and 2000 take %d", few, many)
		})
	}
}

// allocated returns how many bytes a run over a text allocates. Findings are part of it, errors too.
func allocated(text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	docs := schema.Parse("in.yaml", []byte(text))
	_, _ = render.Render(docs, render.Options{})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func warnedFleet(clusters int) string {
	var text strings.Builder
	text.WriteString(manyClusters + "    - destination: {clusterSelector: {}}\n      path: ./web\n" +
		"      targetNamespace: web-$(cluster.labels['region'])\n  clusters:\n")
	for i := range clusters {
		fmt.Fprintf(&text, "  - {name: c%d, labels: {region: eu}, params: {on: 1}, kubeConfig: {secretRef: {name: "+
			"c%d}}}\n", i, i)
	}
	return text.String()
}

func unknownClusters(clusters int) string {
	var text strings.Builder
	text.WriteString(manyClusters)
	for i := range clusters {
		fmt.Fprintf(&text, "    - {destination: {cluster: member-%d}, path: ./web}\n", i)
	}
	text.WriteString("  clusters:\n")
	for i := range clusters {
		fmt.Fprintf(&text, "  - {name: c%d, kubeConfig: {secretRef: {name: c%d}}}\n", i, i)
	}
	return text.String()
}

const manyClusters = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    defaults: {interval: 10m, prune: true}
    kustomization:
`
