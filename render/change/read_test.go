package change_test

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestReadWhatIsWritten writes the objects of every case, reads them back, and expects the objects of the rendering, unchanged.
func TestReadWhatIsWritten(t *testing.T) {
	count := 0
	for name, result := range renderedCases(t) {
		t.Run(name, func(t *testing.T) {
			var read, rendered []change.Object
			for _, o := range append(result.Objects, result.Bootstrap...) {
				count++
				r, want := change.Read(fileOf(t, o)), change.Rendered(o)
				assert.Equal(t, r.ID, want.ID, "%s", o.Path())
				assert.Equal(t, r.Application, want.Application)
				assert.Equal(t, r.Cluster, want.Cluster, "%s", o.Path())
				assert.Equal(t, r.Bootstrap, want.Bootstrap)
				assert.Equal(t, string(tree.AppendJSON(nil, r.Content())), string(o.JSON()))
				read, rendered = append(read, r), append(rendered, want)
			}
			forth, back := change.CompareObjects(read, rendered), change.CompareObjects(rendered, read)
			assert.Equal(t, len(forth.List), 0, "%+v", forth.List)
			assert.Equal(t, len(back.List), 0, "%+v", back.List)
			assert.Equal(t, forth.Unchanged, len(rendered))
		})
	}
	assert.Assert(t, count > 1000, "%d objects", count)
}

// renderedCases returns the results of the cases of the repository that render, by their folders.
func renderedCases(t *testing.T) map[string]render.Result {
	t.Helper()
	all := map[string]render.Result{}
	files, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		var opts render.Options
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "options.yaml")); err == nil {
			assert.NilError(t, yaml.UnmarshalStrict(text, &opts))
		}
		result, err := render.Render(schema.Parse("in.yaml", data), opts)
		if err == nil {
			all[filepath.Base(filepath.Dir(file))] = result
		}
	}
	return all
}

// fileOf returns the file of an object as an earlier run wrote it.
func fileOf(t *testing.T, o render.Object) change.File {
	t.Helper()
	trees, problems := tree.Parse(o.Path(), o.YAML())
	for _, p := range problems {
		assert.Assert(t, p.Rule >= tree.YAML11, "%+v in\n%s", p, o.YAML())
	}
	assert.Equal(t, len(trees), 1)
	return change.File{Path: o.Path(), Object: trees[0].Root(), Listed: o.Standalone() && !o.Shared()}
}
