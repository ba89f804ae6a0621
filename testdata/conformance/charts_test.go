package conformance

import (
	"maps"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestArtifactFields holds which fields only a chart of kind OCIRepository has: those that a HelmChart lacks, and
// suspend, which is the entry's. fluxapp refuses them in other charts. Flux takes all but the url, and ignores them.
func TestArtifactFields(t *testing.T) {
	chart := fieldSchema(fieldSchema(fieldSchema(checker.schemaOf("HelmRelease"), "spec"), "chart"), "spec")
	helmChart := fieldSchema(checker.schemaOf("HelmChart"), "spec")
	var found []string
	for _, name := range slices.Sorted(maps.Keys(chart.Properties)) {
		if fieldSchema(helmChart, name) != nil && name != "suspend" {
			continue
		}
		found = append(found, name)
		object := &unstructured.Unstructured{}
		assert.NilError(t, decode([]byte(helmRelease), object))
		spec := get(object.Object, "spec.chart.spec").(map[string]any)
		spec[name] = sample(fieldSchema(chart, name))
		data, err := yaml.Marshal(wrap(object))
		assert.NilError(t, err)
		_, k := checker.current("HelmRelease")
		errs := k.check(object)
		assert.Check(t, (len(errs) == 0) == (name != "url"), "%s: %v", name, errs)

		_, refused := renderFor(data, "")
		assert.Check(t, len(refused) == 1 && refused[0].Code == codeContradiction &&
			refused[0].Path == entryAt+".chart."+name, "%s: %v", name, refused)
	}
	assert.DeepEqual(t, found, artifactFields)
}
