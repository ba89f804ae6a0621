package checks

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
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
		if _, problem := found.checker(chart); problem != nil {
			return strings.TrimPrefix(problem.Detail, "chart charts/a.tgz cannot be read: ")
		}
		loaded, err := found.load()
		assert.NilError(t, err)
		defaults, _, err := found.defaults(loaded, chart)
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

// TestWrongValuesFile places what is wrong with a file of valuesFiles where the document names it.
func TestWrongValuesFile(t *testing.T) {
	const defaults = "logLevel: loud\nimage: {tag: a}"
	const jsonSchema = `{"properties":{"logLevel":{"enum":["debug","info"]},` +
		`"image":{"additionalProperties":false,"properties":{"tag":{"type":"string"}}}}}`
	files := charttest.Within("charts/web", charttest.Files("web", "1.0.0", defaults, jsonSchema))
	maps.Copy(files, map[string]string{"prod.yaml": "logLevel: warn", "image.yaml": "image: {tag: 1, tags: a}"})
	var c Charts
	added(t, &c, files, "src", "https://git.org/a")
	check := func(valuesFiles, values string) string {
		result, _ := render.Render(schema.Parse("a.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {gitRepository: {url: https://git.org/a, interval: 1h, ref: {branch: main}}}
  config:
    helmRelease:
      chart: {chart: charts/web, valuesFiles: [`+valuesFiles+`]}
      deploy:
      - {destination: {}, interval: 1h, values: {`+values+`}}
`)), render.Options{Charts: c.Check})
		return result.Findings.Only(finding.SeverityError).String()
	}
	const at = "a.yaml:8:48: spec.config.helmRelease.chart.valuesFiles[0]: "
	const level = "a wrong logLevel: is not what chart web takes; write debug or info [FA237]"
	assert.Equal(t, check("prod.yaml", ""), at+"prod.yaml has "+level)
	assert.Equal(t, check("prod.yaml, charts/web/values.yaml", "image: {}"), "a.yaml:10:49: "+
		"spec.config.helmRelease.deploy[0].values: the chart's own default of logLevel is wrong: is not what chart web "+
		"takes; write debug or info [FA237]")
	assert.Equal(t, check("image.yaml", "image: {}"), at+"image.yaml has a wrong image.tag: is a number, and chart "+
		"web takes a string; quote it [FA237]\n"+at+"image.yaml has a wrong image.tags: chart web has no value tags "+
		"here; did you mean \"tag\"? [FA237]")
	assert.Equal(t, check("prod.yaml", "logLevel: info"), "")
}
