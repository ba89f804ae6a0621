package charts

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/charts/internal/charttest"
)

// TestValuesFiles shows what replaces values.yaml.
func TestValuesFiles(t *testing.T) {
	files := charttest.Files("a", "1.0.0", "m: {a: 1, b: 1}\nk: 1", `{"const":"shown"}`)
	maps.Copy(files, map[string]string{"eu.yaml": "m: {b: 2}\nl: ~", "dir/more.yaml": "m: {c: 3}", "templates/t.yaml": "",
		"bad.yaml": "- a"})
	var c Charts
	added(t, &c, map[string]string{"a.tgz": charttest.Packed(t, "a", files)}, "charts", "")
	find := func(ignore bool, valuesFiles ...string) string {
		found := c.byName["a"][0]
		chart := render.Chart{SourceKind: "HelmRepository", ValuesFiles: valuesFiles, IgnoreMissingValuesFiles: ignore}
		if _, problem := c.checkerOf(found, chart); problem != nil {
			return strings.TrimPrefix(problem.Detail, "chart charts/a.tgz cannot be read: ")
		}
		loaded, err := found.load()
		assert.NilError(t, err)
		defaults, err := found.defaults(loaded, chart)
		assert.NilError(t, err)
		data, err := json.Marshal(defaults)
		assert.NilError(t, err)
		return string(data)
	}
	const own = `{"k":1,"m":{"a":1,"b":1}}`
	assert.Equal(t, find(false), own)
	assert.Equal(t, find(false, "./values.yaml"), own)
	assert.Equal(t, find(false, "eu.yaml"), `{"l":null,"m":{"b":2}}`)
	assert.Equal(t, find(false, "values.yaml", "./dir/../eu.yaml", "dir/more.yaml"),
		`{"k":1,"l":null,"m":{"a":1,"b":2,"c":3}}`)
	const missing = "; correct the path, or set ignoreMissingValuesFiles"
	assert.Equal(t, find(false, "us.yaml"), "it has no file us.yaml of valuesFiles"+missing)
	assert.Equal(t, find(false, "templates/t.yaml"), "it has no file templates/t.yaml of valuesFiles"+missing)
	assert.Equal(t, find(true, "us.yaml", "eu.yaml"), `{"l":null,"m":{"b":2}}`)
	assert.Equal(t, find(true, "us.yaml"), `{}`)
	assert.Equal(t, find(true, "bad.yaml"), "bad.yaml of valuesFiles is wrong: "+
		"json: cannot unmarshal array into Go value of type map[string]interface {}")
}

// TestNoValuesFile has a chart that source-controller does not give other values.
func TestNoValuesFile(t *testing.T) {
	files := map[string]string{"Chart.yaml": "name: a\nversion: 1.0.0\n", "eu.yaml": "a: 1"}
	var c Charts
	added(t, &c, files, "charts", "")
	_, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a", ValuesFiles: []string{"eu.yaml"}})
	assert.Equal(t, charttest.Text(problems),
		"chart charts cannot be read: it has no values.yaml, which valuesFiles could replace [FA239]")
	_, problems = c.Find(render.Chart{SourceKind: "HelmRepository", Name: "a"})
	assert.Equal(t, charttest.Text(problems), "")
}
