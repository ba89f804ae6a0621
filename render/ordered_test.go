package render_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/delivery"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// chainOf returns documents of several namespaces: b waits for a, which is of another kind, and c for b. The
// application beside them waits for nothing.
func chainOf(clusters int, topology string) []string {
	var fleet strings.Builder
	for i := range clusters {
		fmt.Fprintf(&fleet, "  - {name: c%d, kubeConfig: {secretRef: {name: k%[1]d}}}\n", i)
	}
	const helm = "helmRelease: {chart: {chart: x, version: 1.0.0}, deploy: [{destination: {clusterSelector: {}}, " +
		"interval: 1h%s}]}"
	const manifests = "kustomization: [{destination: {clusterSelector: {}}, path: ./x, prune: true, interval: 1h%s}]"
	var docs []string
	for _, app := range []struct{ namespace, name, source, config, waits string }{
		{"one", "a", "HelmRepository", helm, ""},
		{"one", "b", "GitRepository", manifests, ", dependsOn: [{application: a}]"},
		{"two", "a", "HelmRepository", helm,
			", dependsOn: [{application: b, namespace: one}, {application: a, namespace: one}]"},
		{"two", "beside", "HelmRepository", helm, ""},
	} {
		docs = append(docs, fmt.Sprintf("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
			"metadata: {name: %s, namespace: %s}\nspec:\n  topology: %s\n  clusters:\n%s"+
			"  source: {sourceRef: {kind: %s, name: s}}\n  config: {%s}\n", app.name, app.namespace, topology, fleet.String(),
			app.source, fmt.Sprintf(app.config, app.waits)))
	}
	return docs
}

// filesOf renders documents with delivery, and returns the texts of the objects by their files.
func filesOf(t *testing.T, docs []string, applications ...string) map[string]string {
	t.Helper()
	opts := deliveryOptions(t, gitSource+", groups: 3")
	opts.Applications = applications
	result, err := render.Render(schema.Parse("a.yaml", []byte(strings.Join(docs, "---\n"))), opts)
	assert.NilError(t, err)
	assert.NilError(t, result.CheckPaths())
	files := map[string]string{}
	for _, o := range result.Files() {
		assert.Assert(t, files[o.Path()] == "", o.Path())
		files[o.Path()] = string(o.YAML())
	}
	return files
}

// TestOrderedByDocuments holds that neither the order of documents nor a selection changes what orders applications.
func TestOrderedByDocuments(t *testing.T) {
	for _, topology := range []string{"HubAndSpoke", "Standalone"} {
		docs := chainOf(4, topology)
		all, random := filesOf(t, docs), rand.New(rand.NewPCG(1, 2))
		for range 10 {
			shuffled := slices.Clone(docs)
			random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			assert.DeepEqual(t, filesOf(t, shuffled), all)
		}
		for _, selected := range []string{"one/a", "one/b", "two/a", "two/beside"} {
			some := filesOf(t, docs, selected)
			for file, text := range some {
				assert.Equal(t, text, all[file], file)
			}
			namespace, name, _ := strings.Cut(selected, "/")
			assert.Assert(t, some[orderOf(topology, namespace, name, "c0")] != "" || name == "beside", "%s: %v", selected, some)
		}
	}
}

// orderOf returns the file of what applies an application on a cluster.
func orderOf(topology, namespace, name, cluster string) string {
	file := "delivery/kustomization-fleet-" + namespace + "-" + name + "-" + cluster + ".yaml"
	if topology == "Standalone" {
		file = cluster + "/" + file
	}
	return file
}

// TestOrderedOneMore holds that one cluster more changes and moves nothing of the others.
func TestOrderedOneMore(t *testing.T) {
	for _, topology := range []string{"HubAndSpoke", "Standalone"} {
		before, after := filesOf(t, chainOf(6, topology)), filesOf(t, chainOf(7, topology))
		for file, text := range before {
			assert.Equal(t, text, after[file], file)
		}
		for file := range after {
			assert.Assert(t, before[file] != "" || strings.Contains(file, "c6"), file)
		}
	}
}

// TestOrderedStays holds that another number of groups moves what groups apply, and nothing that is ordered.
func TestOrderedStays(t *testing.T) {
	result, err := render.Render(schema.Parse("a.yaml", []byte(strings.Join(chainOf(30, "HubAndSpoke"), "---\n"))),
		deliveryOptions(t, gitSource+", groups: 3, next: {groups: 7}"))
	assert.NilError(t, err)
	marked := map[bool]int{}
	for _, o := range result.Objects {
		if _, isOrdered := o.Ordered(); o.Value("metadata", "annotations", kinds.AnnotationPrune).Exists() {
			marked[isOrdered]++
		}
	}
	assert.Assert(t, marked[false] > 0)
	assert.Equal(t, marked[true], 0)
}

// TestOrderedIsWhole holds that what an object waits for is there and waits until it is ready, and that it alone does.
func TestOrderedIsWhole(t *testing.T) {
	for _, topology := range []string{"HubAndSpoke", "Standalone"} {
		files := filesOf(t, chainOf(5, topology))
		for i := range 5 {
			cluster := fmt.Sprintf("c%d", i)
			first, last := files[orderOf(topology, "one", "a", cluster)], files[orderOf(topology, "two", "a", cluster)]
			middle := files[orderOf(topology, "one", "b", cluster)]
			assert.Assert(t, is.Contains(first, "  retryInterval: 30s\n"))
			assert.Assert(t, is.Contains(first, "  timeout: 1m\n  wait: true\n"))
			sources := map[string]string{"HubAndSpoke": "fleet-hub", "Standalone": "fleet"}[topology]
			assert.Assert(t, is.Contains(first, "  dependsOn:\n  - name: "+sources+"\n  interval"))
			assert.Assert(t, is.Contains(middle, "  dependsOn:\n  - name: fleet-one-a-"+cluster+"\n  interval"))
			assert.Assert(t, is.Contains(last, "  dependsOn:\n  - name: fleet-one-b-"+cluster+"\n  - name: b-"+cluster+
				"\n    namespace: one\n  interval"))
			for _, text := range []string{middle, last} { // a Kustomization, and the last one
				assert.Assert(t, !strings.Contains(text, "wait: true"), text)
			}
		}
		for file, text := range files {
			if isOrdered := strings.Contains(file, "ordered/"); strings.Contains(text, "kind: HelmRelease\n") {
				assert.Equal(t, isOrdered, !strings.Contains(file, "beside"), file)
				isLast := strings.Contains(file, "/two/a")
				assert.Equal(t, isLast, strings.Contains(text, "  dependsOn:\n  - name: a-c"), "its own kind too: %s", text)
			}
		}
	}
}

// TestHeldWorkers holds from how many Kustomizations that wait on it is told that they can hold all workers.
func TestHeldWorkers(t *testing.T) {
	for _, c := range []struct {
		clusters       int
		topology, wave string
		severity       finding.Severity
		like           string
	}{
		{3, "HubAndSpoke", "", "", ""},
		{4, "HubAndSpoke", "", finding.SeverityInfo, "4 Kustomizations of one Flux wait until what they apply is ready, " +
			"and each that waits holds a worker of kustomize-controller, which has 4 by default; give it more with " +
			"--concurrent [FA536]"},
		{40, "Standalone", "", "", ""},
		{4, "HubAndSpoke", ", wave: 1", finding.SeverityWarning, "at least the number of clusters in later waves"},
	} {
		docs := chainOf(c.clusters, c.topology)
		docs[0] = strings.Replace(docs[0], "interval: 1h", "interval: 1h"+c.wave, 1)
		result, err := render.Render(schema.Parse("a.yaml", []byte(strings.Join(docs, "---\n"))),
			deliveryOptions(t, gitSource+", groups: 3"))
		assert.NilError(t, err)
		found := finding.Finding{}
		for _, f := range result.Findings {
			if f.Code == delivery.CodeWorkers {
				found = f
			}
		}
		assert.Equal(t, found.Severity, c.severity, "%d %s", c.clusters, c.topology)
		assert.Assert(t, c.like == "" || strings.Contains(found.String(), c.like), found.String())
	}
}
