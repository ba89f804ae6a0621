package status_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// FuzzSummarize reads any text as the objects of a server. Whatever it is, each workload has a state and is counted
// once, and the text is not changed.
func FuzzSummarize(f *testing.F) {
	files, err := filepath.Glob("testdata/observed/*/observed*.*")
	assert.NilError(f, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(f, err)
		f.Add(data)
	}
	f.Add([]byte(hub))
	f.Fuzz(func(t *testing.T, text []byte) {
		result := renderText(t, shop, render.Options{})
		kept := bytes.Clone(text)
		var observed status.Observed
		refused := observed.Add("", "hub.yaml", text)
		s := status.Summarize(result, observed)
		app := s.Applications[0]
		objects := 0
		for _, c := range app.Clusters {
			for _, o := range c.Objects {
				assert.Assert(t, o.State != "", "%s", o.ID)
				objects++
			}
		}
		assert.Assert(t, objects-app.Extra-app.Suspended >= app.Total && app.Total == 2 && app.Ready <= app.Total,
			"%d objects, %d/%d", objects, app.Ready, app.Total)
		var once, twice bytes.Buffer
		assert.NilError(t, s.WriteJSON(&once))
		var again status.Observed
		assert.Equal(t, again.Add("", "hub.yaml", text) == nil, refused == nil)
		assert.NilError(t, status.Summarize(result, again).WriteJSON(&twice))
		assert.Equal(t, once.String(), twice.String())
		assert.DeepEqual(t, text, kept)
	})
}
