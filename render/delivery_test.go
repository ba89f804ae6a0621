package render_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/delivery"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// clustersOf is an application for clusters of a hub, or with a Flux of their own.
func clustersOf(clusters int, topology string) string {
	var b strings.Builder
	b.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\n" +
		"spec:\n  topology: " + topology + "\n  clusters:\n")
	for i := range clusters {
		fmt.Fprintf(&b, "  - {name: c%05d, kubeConfig: {secretRef: {name: k%05d}}}\n", i, i)
	}
	b.WriteString("  source: {sourceRef: {kind: HelmRepository, name: charts, namespace: apps}}\n  config:\n" +
		"    helmRelease:\n      chart: {chart: web, version: 1.4.2}\n      deploy:\n" +
		"      - {destination: {clusterSelector: {}, targetNamespace: web}, interval: 1h}\n")
	return b.String()
}

// deliveryOptions are the options of a RenderConfig with fields of delivery.
func deliveryOptions(t testing.TB, fields string) render.Options {
	t.Helper()
	docs := schema.Parse("fluxapp.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"metadata: {name: fleet, namespace: flux-system}\nspec: {delivery: {"+fields+"}}\n"))
	config, problems := docs[0].RenderConfig()
	assert.NilError(t, finding.Locate(problems).Err())
	return render.OptionsOf(config)
}

const gitSource = "sourceRef: {kind: GitRepository, name: fleet}, path: ./deploy"

// groupsOf returns the groups of the clusters.
func groupsOf(t testing.TB, text string, groups int) map[string]string {
	t.Helper()
	result, err := render.Render(schema.Parse("a.yaml", []byte(text)),
		deliveryOptions(t, fmt.Sprintf("%s, groups: %d", gitSource, groups)))
	assert.NilError(t, err)
	found := map[string]string{}
	for _, o := range result.Objects {
		found[o.Cluster()] = o.Group()
	}
	return found
}

// TestDeliveryGroups holds that a cluster more changes the group of no other one, that another number of groups moves
// about the share of it, and that another kubeconfig moves nothing.
func TestDeliveryGroups(t *testing.T) {
	const clusters, groups = 1000, 10
	before := groupsOf(t, clustersOf(clusters, "HubAndSpoke"), groups)
	sizes := map[string]int{}
	for _, group := range before {
		sizes[group]++
	}
	assert.Equal(t, len(sizes), groups)
	for group, size := range sizes {
		assert.Assert(t, size > 60 && size < 140, "%s has %d", group, size)
	}

	more := groupsOf(t, clustersOf(clusters+1, "HubAndSpoke"), groups)
	rotated := groupsOf(t, strings.ReplaceAll(clustersOf(clusters, "HubAndSpoke"), "{name: k", "{name: rotated-"), groups)
	grown, moved := groupsOf(t, clustersOf(clusters, "HubAndSpoke"), groups+1), 0
	for cluster, group := range before {
		assert.Equal(t, more[cluster], group)
		assert.Equal(t, rotated[cluster], group)
		if grown[cluster] != group {
			assert.Equal(t, grown[cluster], fmt.Sprintf("group-%d", groups+1), "only the new group wins")
			moved++
		}
	}
	assert.Assert(t, moved > 50 && moved < 140, "%d of %d moved", moved, clusters)
}

// TestManyObjectsMessage holds what an application for thousands of clusters is told.
func TestManyObjectsMessage(t *testing.T) {
	result, err := render.Render(schema.Parse("a.yaml", []byte(clustersOf(2000, "HubAndSpoke"))), render.Options{})
	assert.NilError(t, err)
	assert.Equal(t, result.Findings[0].String(), "a.yaml:1:1: info: one Kustomization of Flux applies 2000 objects of "+
		"this run; at each commit it builds all of them, which takes 4 seconds of CPU for 2,000 objects, 14 for 4,000, "+
		"and minutes for 16,000; write delivery with groups: 20 in a RenderConfig [FA535]")
}

// TestManyObjects holds from how many objects on one Kustomization is told to be slow, and which remedy is told.
func TestManyObjects(t *testing.T) {
	for _, c := range []struct {
		clusters          int
		topology, options string
		severity          finding.Severity
		like              string
	}{
		{1999, "HubAndSpoke", "", "", ""},
		{2000, "HubAndSpoke", "", finding.SeverityInfo, "applies 2000 objects of this run; "},
		{2000, "HubAndSpoke", "", finding.SeverityInfo, "write delivery with groups: 20 in a RenderConfig"},
		{10_000, "HubAndSpoke", "", finding.SeverityInfo, "groups: 100"},
		{10_001, "HubAndSpoke", "", finding.SeverityWarning, "applies 10001 objects"},
		{10_001, "HubAndSpoke", gitSource + ", groups: 100", "", ""},
		{10_001, "HubAndSpoke", gitSource + ", groups: 2", finding.SeverityInfo, " in group-"},
		{10_001, "HubAndSpoke", gitSource + ", groups: 1", finding.SeverityWarning, "write more groups into delivery"},
		{10_001, "Standalone", "", "", ""},
	} {
		opts := render.Options{}
		if c.options != "" {
			opts = deliveryOptions(t, c.options)
		}
		result, err := render.Render(schema.Parse("a.yaml", []byte(clustersOf(c.clusters, c.topology))), opts)
		assert.NilError(t, err)
		found := finding.Finding{}
		for _, f := range result.Findings {
			if f.Code == delivery.CodeManyObjects {
				found = f
			}
		}
		isLike := strings.Contains(found.Detail, c.like) && (c.like == "") == (found.Detail == "")
		assert.Assert(t, isLike, "%+v: %v", c, found)
		assert.Equal(t, found.Severity, c.severity, "%+v", c)
		_, err = render.Render(schema.Parse("a.yaml", []byte(clustersOf(c.clusters, c.topology))),
			render.Options{Delivery: opts.Delivery, Strict: true})
		assert.Equal(t, err != nil, c.severity == finding.SeverityWarning, "%+v", c)
	}
}

// TestDeliveryOfOlderFlux holds that delivery is checked for the Flux of the run, which may not be the RenderConfig's.
func TestDeliveryOfOlderFlux(t *testing.T) {
	for fields, want := range map[string]string{
		gitSource + ", groups: 2, artifacts: true":                              "needs Flux 2.8, and fluxVersion is 2.6",
		"sourceRef: {kind: ExternalArtifact, name: fleet}, groups: 2":           "ExternalArtifact",
		gitSource + ", groups: 2, files: application, next: {groups: 3}":        "",
		"sourceRef: {kind: OCIRepository, name: fleet}, groups: 2, timeout: 1m": "",
	} {
		opts := deliveryOptions(t, fields)
		opts.FluxVersion = "2.6"
		_, err := render.Render(schema.Parse("a.yaml", []byte(clustersOf(3, "HubAndSpoke"))), opts)
		assert.Equal(t, err != nil, want != "", "%s: %v", fields, err)
		if want != "" {
			assert.ErrorContains(t, err, want)
		}
	}
}
