package outputfolder

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestOwnersOfObjects checks for the objects of all cases that a file with the text of an object has the owner that
// the object has: such files are not parsed.
func TestOwnersOfObjects(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	objects := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		result, err := render.Render(schema.Parse("in.yaml", text), render.Options{})
		if err != nil {
			continue
		}
		for _, o := range result.Objects {
			objects++
			docs, _ := renderedFile("x.yaml", o.YAML())
			assert.Assert(t, len(docs) == 1, "%s: %s %s", file, o.Kind(), o.Name())
			assert.Equal(t, outputs.OwnerOfOutput(docs[0].Root()), outputs.OwnerOf(o), "%s: %s %s", file, o.Kind(), o.Name())
		}
	}
	assert.Assert(t, objects > 1000, objects)
}

func TestManyOrphansAreCounted(t *testing.T) {
	assert.Equal(t, fewFiles([]string{"a", "b", "c"}), "a, b, c")
	assert.Equal(t, fewFiles([]string{"a", "b", "c", "d", "e"}), "a, b, c and 2 more files")
}
