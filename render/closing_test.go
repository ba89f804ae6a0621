package render_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// gatedObjects returns the objects of a document by name.
func gatedObjects(t *testing.T, in []byte) map[string]gatedObject {
	t.Helper()
	objects := map[string]gatedObject{}
	for _, o := range rendered(t, in, render.Options{}).Objects {
		var object gatedObject
		assert.NilError(t, sigsyaml.Unmarshal(o.YAML(), &object))
		objects[object.Metadata.Name] = object
	}
	return objects
}

// closingObjects returns the names of the objects that close a wave.
func closingObjects(objects map[string]gatedObject) (closing []string) {
	for name, object := range objects {
		if _, closes := object.Metadata.Annotations[terms.AnnotationClosesWave]; closes {
			closing = append(closing, name)
		}
	}
	return closing
}

// TestClosedWave holds the form of a closed wave: its closing object waits for all others, and the next wave for it.
func TestClosedWave(t *testing.T) {
	objects := gatedObjects(t, waveOfClusters{25, 20}.document(nil))
	closing := closingObjects(objects)
	assert.Equal(t, len(closing), 1)
	closes := objects[closing[0]]
	assert.Equal(t, len(closes.Spec.DependsOn), 24)
	assert.Equal(t, closes.Spec.Interval, "1m")
	assert.Equal(t, closes.Metadata.Annotations[terms.AnnotationClosesWave], "1h")
	for name, object := range objects {
		if strings.HasPrefix(name, "shop-c1") {
			assert.Equal(t, len(object.Spec.DependsOn), 1)
			assert.Equal(t, object.Spec.DependsOn[0].Name, closing[0])
		} else if name != closing[0] {
			assert.Equal(t, len(object.Spec.DependsOn), 0)
		}
	}
	assert.Equal(t, len(closingObjects(gatedObjects(t, waveOfClusters{25, 19}.document(nil)))), 0)
}
