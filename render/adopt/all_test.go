package adopt_test

import (
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

// TestRepositoriesWithAll adopts the objects of one cluster too.
func TestRepositoriesWithAll(t *testing.T) {
	root := sharedDir(t, "corpus", "repos")
	objects := 0
	for name := range repositories {
		t.Run(name, func(t *testing.T) {
			files := filesBelow(t, filepath.Join(root, name))
			result, err := adopt.Adopt(files, adopt.Options{Documents: "documents", All: true})
			assert.NilError(t, err)
			for _, app := range result.Applications {
				objects += app.Objects
			}
			for _, l := range result.Left {
				if l.Code == wording.CodeNotProved {
					t.Logf("%s: %s %s %s", l.Position.File, l.Kind, l.Name, l.Reason)
				}
			}
			isInPlace(t, files, result)
		})
	}
	t.Logf("%d objects", objects)
	assert.Assert(t, objects > 300)
}
