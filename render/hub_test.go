package render_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestHubByName renders entries for the hub of a fleet with and without its name: there is no difference in any
// object, path, explanation or finding.
func TestHubByName(t *testing.T) {
	fleets := map[string]string{
		"a document": "---\napiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\nmetadata:\n  name: host\n" +
			"  labels: {cluster-role.kubesphere.io/host: '', stage: prod}\n  annotations: {owner: ops}\n",
		"its own": "  clusters:\n  - {name: host, hub: true, namespace: hubs, labels: {stage: prod}, annotations: {owner: " +
			"ops}, params: {size: 3}}\n" +
			"  - {name: berlin, labels: {stage: prod}, kubeConfig: {secretRef: {name: berlin}}}\n",
	}
	workloads := map[string]string{
		"kustomization": "    kustomization:\n    - {path: ./$(cluster.labels.stage), prune: true, values: X}\n",
		"kclRun":        "    kclRun:\n    - {path: ./$(cluster.name), prune: true, values: X}\n",
		"helmRelease": "    helmRelease:\n      chart: {chart: web, version: 1.0.0}\n      deploy:\n" +
			"      - {values: {name: $(cluster.name), size: $(cluster.params.size), owner: $(cluster.annotations.owner)}, " +
			"values: X}\n",
	}
	for fleet, clusters := range fleets {
		for workload, config := range workloads {
			for _, topology := range []string{"HubAndSpoke", "Standalone"} {
				t.Run(fmt.Sprintf("%s, %s, %s", fleet, workload, topology), func(t *testing.T) {
					own, beside := clusters, ""
					if strings.HasPrefix(clusters, "---") {
						own, beside = "", clusters
					}
					in := "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\nspec:\n" +
						"  topology: " + topology + "\n" + own +
						"  source: {sourceRef: {kind: GitRepository, name: web}}\n  config:\n    defaults: {interval: 1h, params: " +
						"{size: 1}}\n" +
						"    overrides:\n    - {cluster: host, timeout: 1m}\n    - {clusters: [host], params: {size: 5}}\n" +
						"    - {clusterSelector: {matchLabels: {stage: prod}}, metadata: {labels: {prod: 'yes'}}}\n" + config + beside
					named := allOf(t, strings.Replace(in, "values: X", "destination: {cluster: host, targetNamespace: a}", 1))
					for _, destination := range []string{"{targetNamespace: a}",
						"{cluster: null, kubeConfig: ~, clusterSelector: , targetNamespace: a}"} {
						got := allOf(t, strings.Replace(in, "values: X", "destination: "+destination, 1))
						assert.Equal(t, got, named)
					}
				})
			}
		}
	}
}

// allOf returns all that a run makes of a text, without places.
func allOf(t *testing.T, in string) string {
	t.Helper()
	result, err := render.Render(schema.Parse("in.yaml", []byte(in)), render.Options{})
	assert.NilError(t, err)
	var b bytes.Buffer
	assert.NilError(t, result.WriteYAML(&b))
	for _, o := range result.Objects {
		fmt.Fprintln(&b, o.Path(), o.Cluster(), o.Shared(), o.Facts().Standalone())
		for _, leaf := range o.Explain() {
			fmt.Fprintln(&b, leaf.Path, leaf.Value, leaf.Setting.Layer, leaf.Setting.Value, len(leaf.Covered))
		}
	}
	for _, f := range result.Findings {
		if f.Path != "" && !strings.HasSuffix(f.Path, "clusterSelector") {
			fmt.Fprintln(&b, f.Severity, f.Code, f.Path, f.Detail)
		}
	}
	return b.String()
}
