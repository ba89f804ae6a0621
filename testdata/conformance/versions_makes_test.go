package conformance

import (
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// isMade reports whether fluxapp does for an older Flux what the newest does itself: it makes the OCIRepository of a
// chart of this kind, and leaves the word HelmChart out.
func (d difference) isMade() bool {
	if d.kind != "HelmRelease" {
		return false
	}
	field, ok := strings.CutPrefix(d.path, "spec.chart.spec.")
	return d.path == "spec.chart.kind" || d.path == "spec.chart.spec" && d.without != "" ||
		ok && slices.ContainsFunc(artifactFields, func(name string) bool { return field == name || within(field, name) })
}

// makes renders an application with a difference for the newest Flux and for an older one, which gets an OCIRepository
// with what the newest has in the chart, and is refused what its OCIRepositories do not have.
func (o fluxCRDs) makes(t *testing.T, d difference, s saying) {
	t.Helper()
	data, err := yaml.Marshal(s.app)
	assert.NilError(t, err)
	newest, refused := renderFor(data, newestFlux())
	assert.Assert(t, len(refused) == 0, "%+v is refused: %v\n%s", d, refused, data)
	_, err = checker.Check(newest, Options{})
	assert.NilError(t, err, "%+v\n%s", d, newest)
	_, err = o.Check(newest, Options{})
	assert.Assert(t, err != nil, "Flux %s takes %+v\n%s", o.version, d, newest)

	out, refused := renderFor(data, o.version)
	assert.Assert(t, len(refused) == 0, "Flux %s: %+v is refused: %v\n%s", o.version, d, refused, data)
	_, err = o.Check(out, Options{})
	assert.Check(t, err, "%+v\n%s", d, out)
	made := documents(t, out)
	diff := gocmp.Diff(madeOf(documents(t, newest)[0], made[0].GetName()), made)
	assert.Check(t, diff == "", "%+v: Flux %s gets other objects: %s", d, o.version, diff)
}

// madeOf returns what an older Flux gets for a HelmRelease with a chart that has a kind. The name is of the source.
func madeOf(release unstructured.Unstructured, name string) []unstructured.Unstructured {
	chart := get(release.Object, "spec.chart").(map[string]any)
	if chart["kind"] == "HelmChart" {
		delete(chart, "kind")
		return []unstructured.Unstructured{release}
	}
	metadata := maps.Clone(release.Object["metadata"].(map[string]any))
	metadata["name"] = name
	source := unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "OCIRepository", "metadata": metadata, "spec": chart["spec"]}}
	if spec := chart["spec"].(map[string]any); spec["interval"] == nil {
		spec["interval"] = "10m" // with a warning
	}
	spec := release.Object["spec"].(map[string]any)
	delete(spec, "chart")
	spec["chartRef"] = map[string]any{"kind": "OCIRepository", "name": name}
	return []unstructured.Unstructured{source, release}
}
