package main

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// clustered is an application for clusters, of either topology.
func clustered(name, topology string, clusters ...string) string {
	var fleet strings.Builder
	for _, cluster := range clusters {
		fmt.Fprintf(&fleet, "  - {name: %s, kubeConfig: {secretRef: {name: %[1]s}}}\n", cluster)
	}
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %[1]s, namespace: apps}
spec:
  topology: %[2]s
  source: {gitRepository: {url: https://example.com/a.git, interval: 1h, ref: {branch: main}}}
  clusters:
%[3]s  config:
    kustomization:
    - {destination: {clusterSelector: {}}, interval: 1h, prune: true, path: ./%[1]s}
`, name, topology, fleet.String())
}

// contents returns the files of a folder.
func contents(t testFolder, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range filesIn(t, dir) {
		files[strings.TrimPrefix(name, dir+"/")] = read(t, name)
	}
	return files
}

// TestShardsPrint checks that the shards of a run print together what it prints, and that one that is none is a wrong
// command line.
func TestShardsPrint(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", clustered("one", "HubAndSpoke", "a", "b", "c", "d"))
	whole, together := strings.Count(good(t, "app.yaml"), "\n---\n"), 0
	for i := range 2 {
		together += strings.Count(good(t, "app.yaml", fmt.Sprintf("--shard=%d/2", i)), "---\n")
	}
	assert.Equal(t, together, whole+1)
	assert.Assert(t, !strings.Contains(good(t, "render", "--help"), "0/0"), "the help names a default that is none")
	for _, shard := range []string{"2/2", "", "1"} {
		_, errs, code := fluxapp(t, "", "render", "app.yaml", "--shard="+shard)
		assert.Equal(t, code, exitCommand, errs)
		assert.Assert(t, strings.Contains(errs, "there is no shard"), errs)
	}
}

// TestShardsAreForStreams checks that a folder is not written or compared by shards, and that the error names what
// divides it.
func TestShardsAreForStreams(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", app("a", "hub"))
	for want, args := range map[string][]string{
		"write delivery with groups": {"render", "app.yaml", "-o", "dir=out", "--shard", "0/2"},
		"leave one of them out":      {"check", "app.yaml", "--rendered", "out", "--shard", "0/2"},
	} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, exitCommand, errs)
		assert.Assert(t, strings.Contains(errs, want), errs)
	}
}
