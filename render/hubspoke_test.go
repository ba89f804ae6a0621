package render_test

import (
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestHubAndSpoke renders examples/hub-and-spoke, and expects every HelmRelease of Flux's own hub-and-spoke example,
// as it is after Flux's overlays and patches: by name, namespace and spec, and no other.
func TestHubAndSpoke(t *testing.T) {
	want := map[string]any{}
	for _, file := range glob(t, sharedDir(t, "corpus", "groups", "fluxcd__flux2-hub-spoke-example"),
		"effective-HelmRelease-*", "*.yaml") {
		for _, object := range decodeDocs(t, readFile(t, file)) {
			want[objectKey(object)] = object["spec"]
		}
	}
	assert.Equal(t, len(want), 6) // three applications on two clusters

	got := map[string]any{}
	for _, o := range renderExample(t, "hub-and-spoke").Objects {
		object := decodeObject(t, o)
		got[objectKey(object)] = object["spec"]
	}
	assert.DeepEqual(t, got, want)
}

// renderExample renders the documents of a folder of examples.
func renderExample(t *testing.T, name string) render.Result {
	t.Helper()
	var docs schema.Documents
	for _, file := range glob(t, "..", "examples", name, "*.yaml") {
		parsed := schema.Parse(file, readFile(t, file))
		err := parsed.Findings().Err()
		assert.NilError(t, err)
		docs = append(docs, parsed...)
	}
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	return result
}

// objectKey tells an object from all others of a hub.
func objectKey(object fields) string {
	return str(object, "kind") + " " + str(object, "metadata", "namespace") + "/" + str(object, "metadata", "name")
}

// glob returns the files that match a pattern, at least one.
func glob(t *testing.T, pattern ...string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pattern...))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0, "no %s", filepath.Join(pattern...))
	return files
}
