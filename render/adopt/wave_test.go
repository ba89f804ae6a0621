package adopt_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// rollout writes an application with clusters in random waves, some suspended, with dependencies of their author.
func rollout(r *rand.Rand, count int) string {
	var clusters, overrides strings.Builder
	for i := range count {
		namespace := ""
		if r.Intn(4) == 0 {
			namespace = ", namespace: fleet-" + string(rune('a'+r.Intn(2)))
		}
		fmt.Fprintf(&clusters, "  - {name: c%d%s, kubeConfig: {secretRef: {name: c%[1]d}}}\n", i, namespace)
		fmt.Fprintf(&overrides, "    - {cluster: c%d, wave: %d", i, []int{0, 0, 1, 2, 5, 9}[r.Intn(6)])
		if r.Intn(3) == 0 {
			overrides.WriteString(", suspend: true")
		}
		if r.Intn(4) == 0 {
			overrides.WriteString(", dependsOn: [{name: db}]")
		}
		overrides.WriteString("}\n")
	}
	source, workload := "GitRepository", []string{
		"kustomization: [{destination: {clusterSelector: {}}, path: ./a}]",
		"kclRun: [{destination: {clusterSelector: {}}, path: ./a}]",
		"helmRelease: {chart: {chart: web}, deploy: [{destination: {clusterSelector: {}, targetNamespace: web}}]}",
	}[r.Intn(3)]
	prune := ", prune: true"
	if strings.HasPrefix(workload, "helm") {
		source, prune = "HelmRepository", ""
	}
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: %s, name: web, namespace: apps}}
  clusters:
%s  config:
    defaults: {interval: 1h%s}
    %s
    overrides:
%s`, source, clusters.String(), prune, workload, overrides.String())
}

// TestWavesComeBack adopts what random applications with waves render.
func TestWavesComeBack(t *testing.T) {
	r, digests, runs := rand.New(rand.NewSource(1)), 0, 300
	if testing.Short() {
		runs = 60
	}
	from, err := adopt.ParseClusterFrom("kubeConfig")
	assert.NilError(t, err)
	closed := 0
	for run := range runs + runs/10 {
		in := rollout(r, clusters(r, run < runs))
		docs := schema.Parse("in.yaml", []byte(in))
		result, err := render.Render(docs, render.Options{})
		assert.NilError(t, err, in)
		closed += strings.Count(fmt.Sprint(result.Findings), string(finding.CodeClosedWave))
		files, _, _ := filesOf(docs, result, false)
		adopted, err := adopt.Adopt(files, adopt.Options{ClusterFrom: []adopt.ClusterFrom{from}})
		assert.NilError(t, err, in)
		digests += renderAgain(t, in, docs, false, result, adopted)
	}
	assert.Assert(t, digests > 3*runs && closed > runs/20, "%d of digests, %d of closed waves", digests, closed)
}

// clusters is a number of clusters: of which no wave is closed, or of which one may be.
func clusters(r *rand.Rand, few bool) int {
	if few {
		return 1 + r.Intn(7)
	}
	return 100 + r.Intn(20)
}

// TestGatesOpen adopts random applications with waves of which an object is missing or was changed: what comes in waits
// only for digests that are rendered with it.
func TestGatesOpen(t *testing.T) {
	r, gates, documents, runs := rand.New(rand.NewSource(2)), 0, 0, 300
	if testing.Short() {
		runs = 60
	}
	asked, has := regexp.MustCompile(`== "([0-9a-f]{16})"`), regexp.MustCompile(`fluxapp.dev/digest: "?([0-9a-f]{16})`)
	for run := range runs + runs/10 {
		docs := schema.Parse("in.yaml", []byte(rollout(r, clusters(r, run < runs))))
		result, err := render.Render(docs, render.Options{})
		assert.NilError(t, err)
		files, _, _ := filesOf(docs, result, false)
		if i := r.Intn(len(files)); r.Intn(2) == 0 {
			files = slices.Delete(files, i, i+1)
		} else {
			files[i].Data = bytes.Replace(files[i].Data, []byte("interval: 1h"), []byte("interval: 2h"), 1)
		}
		adopted, _ := adopt.Adopt(files, adopt.Options{})
		for _, app := range adopted.Applications {
			again, err := render.Render(schema.Parse("again.yaml", app.YAML), render.Options{})
			assert.NilError(t, err)
			var text strings.Builder
			for _, object := range again.Objects {
				text.Write(object.YAML())
			}
			digests := has.FindAllStringSubmatch(text.String(), -1)
			for _, gate := range asked.FindAllStringSubmatch(text.String(), -1) {
				gates++
				assert.Assert(t, slices.ContainsFunc(digests, func(d []string) bool { return d[1] == gate[1] }), "%s", app.YAML)
			}
			documents++
		}
	}
	t.Logf("%d documents, %d gates", documents, gates)
	assert.Assert(t, documents > runs/20 && gates > runs/20)
}
