package main

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// notManifests are the files of the seeds that no controller reads as they are, each with what it is.
var notManifests = map[string]string{
	"001-04-values-common-fragment.yaml":        "values of Helm",
	"001-05-values-member1-fragment.yaml":       "values of Helm",
	"001-08-values-image-markers-fragment.yaml": "values of Helm",
	"002-03-usecase2-save-template.yaml":        "a part of the document that 002-03b has in full",
	"003-05-kustomize-overlay.yaml":             "configuration of kustomize",
}

// TestSeeds walks over the manifests that the project was created from. The case that manifests.yaml names has each,
// field for field after the corrections, and each correction changes the manifest.
func TestSeeds(t *testing.T) {
	dir, listed := seedsDir(t), listedManifests(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	assert.NilError(t, err)
	walked := 0
	for _, file := range files {
		seed := filepath.Base(file)
		if notManifests[seed] != "" {
			continue
		}
		for i, document := range decoded(t, content(t, file)) {
			walked++
			t.Run(seed+"/"+strconv.Itoa(i), func(t *testing.T) {
				m, ok := listed[seed][i]
				assert.Assert(t, ok, "manifests.yaml has no manifest of seed %s, document %d", seed, i)
				if document["kind"] == "Application" {
					m.assertDocument(t, document)
				} else {
					m.assertObject(t, document)
				}
			})
		}
	}
	assert.Equal(t, walked, 27)
	for seed, list := range listed {
		for i := range list {
			assert.Check(t, slices.Contains(files, filepath.Join(dir, seed)) && notManifests[seed] == "",
				"%s, document %d, is no manifest", seed, i)
		}
	}
}

// seedsDir returns the folder of the manifests, or ends the test loudly.
func seedsDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(root, "..", "shared", "seeds")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED: %v", err)
		}
		t.Skipf("NOTHING WAS TESTED: %v", err)
	}
	return dir
}

// listedManifests returns the manifests of manifests.yaml by file and place.
func listedManifests(t *testing.T) map[string]map[int]manifest {
	t.Helper()
	listed, names := map[string]map[int]manifest{}, map[string]bool{}
	for _, m := range allManifests(t) {
		assert.Assert(t, !names[m.Is], "%s is listed twice", m.Is)
		names[m.Is] = true
		if m.Seed == "" {
			continue
		}
		if listed[m.Seed] == nil {
			listed[m.Seed] = map[int]manifest{}
		}
		_, twice := listed[m.Seed][m.Document]
		assert.Assert(t, !twice, "%s, document %d, is listed twice", m.Seed, m.Document)
		listed[m.Seed][m.Document] = m
	}
	return listed
}

// assertObject compares a manifest with the object of the case.
func (m manifest) assertObject(t *testing.T, written fields) {
	t.Helper()
	m.correct(t, written)
	for _, object := range decoded(t, m.read(t, "out.yaml")) {
		if object["kind"] == written["kind"] && nameOf(object) == nameOf(written) {
			assert.DeepEqual(t, withoutAdded(object), written)
			return
		}
	}
	t.Errorf("%s renders no %s %s", m.Case, written["kind"], nameOf(written))
}

// assertDocument compares a document of KubeSphere with the shorter one of the case, and what both become. An
// explicit null means the same as no field.
func (m manifest) assertDocument(t *testing.T, written fields) {
	t.Helper()
	objects, _ := rendering(t, []fields{written})
	m.correct(t, written)
	spec := written["spec"].(fields)["fluxApp"].(fields)["spec"]
	want := m.application(t, m.documents(t))
	assert.DeepEqual(t, withoutNulls(fields{"metadata": written["metadata"], "spec": spec}),
		fields{"metadata": want["metadata"], "spec": want["spec"]})
	rendered := decoded(t, m.read(t, "out.yaml"))
	assert.Equal(t, len(objects), len(rendered))
	for i := range objects {
		assert.DeepEqual(t, withoutAdded(objects[i]), withoutAdded(rendered[i]))
	}
}

// correct changes a manifest to what today's controllers take, and expects of each correction that the manifest needs
// it.
func (m manifest) correct(t *testing.T, written fields) {
	t.Helper()
	for i, c := range m.Corrections {
		assert.DeepEqual(t, valueAt(written, steps(c.Path)), c.Has)
		assert.Assert(t, !reflect.DeepEqual(c.Has, c.Wants), "the correction of %s changes nothing", c.Path)
		for _, other := range m.Corrections[:i] {
			assert.Assert(t, !strings.HasPrefix(c.Path, other.Path), "%s is corrected twice", c.Path)
		}
		change(written, c.Path, c.Wants)
	}
}

// withoutAdded removes from an object what fluxapp adds to its metadata.
func withoutAdded(object fields) fields {
	metadata := object["metadata"].(fields)
	for field, added := range map[string][]string{
		"labels":      {kinds.LabelManagedBy},
		"annotations": {kinds.AnnotationRenderedFrom, kinds.AnnotationName, kinds.AnnotationTemplateName},
	} {
		if list, ok := metadata[field].(fields); ok {
			maps.DeleteFunc(list, func(key string, _ any) bool { return slices.Contains(added, key) })
			if len(list) == 0 {
				delete(metadata, field)
			}
		}
	}
	return object
}

// withoutNulls returns a value without the fields that are null.
func withoutNulls(value any) any {
	switch value := value.(type) {
	case fields:
		maps.DeleteFunc(value, func(_ string, field any) bool { return withoutNulls(field) == nil })
	case []any:
		for i := range value {
			value[i] = withoutNulls(value[i])
		}
	}
	return value
}
