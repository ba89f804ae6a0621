package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestChartsWorkflow runs the workflow of examples/charts, where a fleet has charts of other repositories too: it pulls
// what these releases need, in the words of Helm, and fails at a wrong value of the chart beside the documents.
func TestChartsWorkflow(t *testing.T) {
	need(t, "bash")
	need(t, "jq")
	clone := t.TempDir()
	assert.NilError(t, os.CopyFS(clone, os.DirFS(filepath.Join(root, "examples", "charts"))))
	for name, release := range map[string]string{
		"a": "{helmRepository: {url: 'https://a.example.com/x?y=z', interval: 1h}}\n  config: {helmRelease: {chart: " +
			"{chart: a, version: '>=1.0.0 <2.0.0'},",
		"b": "{helmRepository: {url: oci://b.example.com/charts, type: oci, interval: 1h}}\n  config: {helmRelease: {" +
			"chart: {chart: b, version: 1.2.3},",
		"c": "{ociRepository: {url: oci://c.example.com/c, interval: 1h, ref: {semver: 3.x}}}\n" +
			"  config: {helmRelease: {",
		"d": "{sourceRef: {kind: HelmRepository, name: elsewhere}}\n  config: {helmRelease: {" +
			"chart: {chart: d, version: 1.x},",
	} {
		document := "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
			"metadata: {name: " + name + ", namespace: apps}\n" +
			"spec:\n  source: " + release + " deploy: [{destination: {}, interval: 1h}]}}\n"
		assert.NilError(t, os.WriteFile(filepath.Join(clone, "documents", name+".yaml"), []byte(document), 0o644))
	}
	p := runGitHub(t, clone, "check.yaml")
	assert.Assert(t, !p.failed, p.log)
	var pulls []string
	for call := range strings.Lines(p.calls) {
		if strings.HasPrefix(call, "helm") {
			pulls = append(pulls, strings.TrimSpace(call))
		}
	}
	assert.DeepEqual(t, pulls, []string{
		"helm pull --destination pulled a --repo https://a.example.com/x?y=z --version >=1.0.0 <2.0.0",
		"helm pull --destination pulled oci://b.example.com/charts/b --version 1.2.3",
		"helm pull --destination pulled oci://c.example.com/c --version 3.x",
	})

	edit(t, filepath.Join(clone, "documents", "web.yaml"), "replicaCount: 3", `replicaCount: "3"`)
	p = runGitHub(t, clone, "check.yaml")
	assert.Equal(t, p.outcome["Check"], "failure")
	assert.Assert(t, strings.Contains(p.log, "::error file=documents/web.yaml,line=26,"), p.log)
}
