package status_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestRecorded summarizes what real controllers wrote, in each situation of testdata/observed.
func TestRecorded(t *testing.T) {
	apps, err := filepath.Glob("testdata/observed/*/app.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(apps) > 0)
	for _, app := range apps {
		dir := filepath.Dir(app)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			wanted, err := filepath.Abs(filepath.Join(dir, "status.txt"))
			assert.NilError(t, err)
			golden.Assert(t, lines(status.Summarize(rendered(t, app), recorded(t, dir))), wanted)
		})
	}
}

// rendered renders the documents of a file.
func rendered(t *testing.T, file string) render.Result {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	result, err := render.Render(schema.Parse(filepath.Base(file), data), render.Options{})
	assert.NilError(t, err)
	return result
}

// recorded reads observed.yaml of a folder, or observed-CLUSTER.yaml for each cluster.
func recorded(t *testing.T, dir string) (observed status.Observed) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "observed*.yaml"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0)
	for _, file := range files {
		server := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "observed"), ".yaml"), "-")
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		assert.NilError(t, observed.Add(server, filepath.Base(file), data))
	}
	return observed
}
