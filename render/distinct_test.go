package render

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// planned returns the placements of documents as Render judges them, and whatever is wrong with them besides.
func planned(text []byte) ([]placement, runs) {
	docs, _ := schema.Parse("in.yaml", text)
	in, _ := gather(docs, Options{})
	groups, _, _ := spread(in)
	placements, all, _ := plan(in, groups)
	return placements, all
}

// TestDistinct holds that nothing clashes in what is taken to be distinct: in all cases, and in releases whose names are joined of
// parts in every way.
func TestDistinct(t *testing.T) {
	files, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	clashing, proved := 0, 0
	judge := func(name string, text []byte) {
		placements, all := planned(text)
		for i := range placements { // of which clashes says nothing
			if placements[i].app.refused || placements[i].app.duplicate {
				return
			}
		}
		wrong := clashes(placements)
		if len(wrong) > 0 {
			clashing++
		}
		if distinct(placements, all) {
			proved++
			assert.Equal(t, len(wrong), 0, "%s: %v", name, wrong)
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		judge(file, text)
	}
	assert.Assert(t, clashing > 10 && proved > 200, "%d clash, %d are proved to be distinct", clashing, proved)

	clashing, proved = 0, 0
	fields := []string{"", "name: a-b", "name: b", "releaseName: a-b", "storageNamespace: x", "namespace: a", "sourceRef: {kind: HelmRepository, name: r, namespace: b}",
		"name: " + strings.Repeat("n", 60)}
	for _, target := range []string{"", "targetNamespace: a", "targetNamespace: a-b"} {
		for _, one := range fields {
			for _, two := range fields {
				judge(one+two, fmt.Appendf(nil, `apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: ns}
spec:
  source: {sourceRef: {kind: HelmRepository, name: r}}
  config:
    helmRelease:
      chart: {chart: c, version: 1.2.3}
      deploy:
      - {destination: {kubeConfig: {secretRef: {name: x}}, %[1]s}, interval: 1h, %[2]s}
      - {destination: {kubeConfig: {secretRef: {name: x}}, cluster: other, targetNamespace: a}, interval: 1h, %[3]s}
      - {destination: {cluster: b, kubeConfig: {secretRef: {name: z}}}, interval: 1h}
`, target, one, two))
			}
		}
	}
	assert.Assert(t, clashing > 20 && proved > 20, "%d clash, %d are proved to be distinct", clashing, proved)
}

// TestShortenedNames holds that a name that was shortened is compared with the names of other clusters: one of them can have just that.
func TestShortenedNames(t *testing.T) {
	long := strings.Repeat("c", 59) + "-xyz"
	short := strings.TrimPrefix(objectName("app", long, ""), "app-")
	const (
		manifests = "kustomization: [{destination: {clusterSelector: {}}, interval: 1h, prune: true, path: ./a}]"
		releases  = "helmRelease: {chart: {chart: c, version: 1.2.3}, deploy: [{destination: {clusterSelector: {}}, interval: 1h}]}"
	)
	judge := func(config, clusters string) []placement {
		t.Helper()
		placements, all := planned(fmt.Appendf(nil, `apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: ns}
spec:
  source: {sourceRef: {kind: HelmRepository, name: r}}
  config: {%s}
  clusters: [%s]
`, config, clusters))
		assert.Assert(t, !distinct(placements, all), clusters)
		return placements
	}
	cluster := func(name, secret string) string {
		return "{name: " + name + ", kubeConfig: {secretRef: {name: " + secret + "}}}"
	}
	placements := judge(manifests, cluster(short, "a")+", "+cluster(long, "b"))
	assert.Equal(t, len(placements), 2)
	assert.Equal(t, len(clashes(placements)), 1, "the names of the objects")

	long = strings.Repeat("c", 50)
	short = strings.TrimPrefix(releaseName("", "", "app-"+long), "app-")
	placements = judge(releases, cluster(short, "a")+", "+cluster(long, "a"))
	assert.Equal(t, len(clashes(placements)), 1, "the names of the releases, where one Secret leads")
}
