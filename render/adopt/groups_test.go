package adopt_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// TestGroups adopts each group of objects of one application on several clusters: one file for each cluster.
func TestGroups(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(sharedDir(t, "corpus", "groups"), "*", "*", "group.json"))
	assert.NilError(t, err)
	objects := 0
	for _, folder := range folders {
		name := filepath.Base(filepath.Dir(folder))
		var files []adopt.File
		for _, f := range filesBelow(t, filepath.Dir(folder)) {
			if strings.HasSuffix(f.Name, ".yaml") {
				name := "clusters/" + strings.TrimSuffix(f.Name, ".yaml") + "/app.yaml"
				files = append(files, adopt.File{Name: name, Data: f.Data})
			}
		}
		result, err := adopt.Adopt(files, adopt.Options{})
		assert.NilError(t, err, name)
		t.Log(name, summary(result))
		assert.Check(t, len(result.Applications) == 1 && len(result.Left) == 0, "%s: %v", name, summary(result))
		isInPlace(t, files, result)
		objects += len(files)
	}
	assert.Assert(t, len(folders) >= 15, "groups are missing: %d", len(folders))
}
