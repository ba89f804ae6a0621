package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
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

// TestShards checks that the runs of all shards write and remove together what one run does, and that each is up to
// date by itself.
func TestShards(test *testing.T) {
	test.Parallel()
	clusters := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	t := inFolder(test, "in/README", "")
	const shards = 3
	for step, fleet := range [][]string{clusters, clusters[:5], clusters[2:]} {
		put(t, "in/one.yaml", clustered("one", "HubAndSpoke", fleet...))
		put(t, "in/two.yaml", clustered("two", "Standalone", fleet...))
		put(t, "in/as-cluster.yaml", clustered("c", "HubAndSpoke", fleet...)) // whose folder is the folder of the cluster c
		if step == 2 {
			assert.NilError(t, os.Remove(t.path("in/one.yaml")))
			put(t, "in/three.yaml", clustered("one", "Standalone", fleet...))
		}
		_, errs, code := fluxapp(t, "", "render", "in", "-o", "dir=whole", unlimited(t))
		assert.Equal(t, code, exitGood, errs)
		for i := range shards {
			shard := fmt.Sprintf("--shard=%d/%d", i, shards)
			_, errs, code := fluxapp(t, "", "render", "in", "-o", "dir=parts", shard, unlimited(t))
			assert.Equal(t, code, exitGood, errs)
			assert.Assert(t, step > 0 || i == shards-1 || len(filesIn(t, "parts")) < len(filesIn(t, "whole")),
				"shard %d writes for others", i)
			_, errs, code = fluxapp(t, "", "check", "in", "--rendered", "parts", shard)
			assert.Equal(t, code, exitGood, errs)
		}
		assert.DeepEqual(t, contents(t, "parts"), contents(t, "whole"))
	}
}

// TestShardsSideBySide checks that the runs of all shards may write into one folder at once.
func TestShardsSideBySide(test *testing.T) {
	test.Parallel()
	var clusters []string
	for i := range 60 {
		clusters = append(clusters, fmt.Sprintf("c%02d", i))
	}
	t := inFolder(test, "in/one.yaml", clustered("one", "HubAndSpoke", clusters...), "in/two.yaml",
		clustered("two", "Standalone", clusters...))
	_, errs, code := fluxapp(t, "", "render", "in", "-o", "dir=whole")
	assert.Equal(t, code, exitGood, errs)
	var runs sync.WaitGroup
	said := make([]string, 6)
	for i := range said {
		runs.Go(func() {
			_, errs, code := fluxapp(t, "", "render", "in", "-o", "dir=parts", fmt.Sprintf("--shard=%d/%d", i, len(said)))
			said[i] = fmt.Sprintf("%d\n%s", code, errs)
		})
	}
	runs.Wait()
	for _, errs := range said {
		assert.Assert(t, strings.HasPrefix(errs, "0\n"), errs)
	}
	assert.DeepEqual(t, contents(t, "parts"), contents(t, "whole"))
}

// TestShardWithoutObjects checks that a run with nothing to write makes no folder.
func TestShardWithoutObjects(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "one"))
	folders := 0
	for i := range 3 {
		dir := fmt.Sprint("deep/out", i)
		_, errs, code := fluxapp(t, "", "-o", "dir="+dir, "a.yaml", fmt.Sprintf("--shard=%d/3", i))
		assert.Equal(t, code, exitGood, errs)
		if _, err := os.Stat(t.path(dir)); err == nil {
			folders++
		}
	}
	assert.Equal(t, folders, 1)
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
