package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
)

// chartsFolder is a chart with a schema, one without, and a release of each on three clusters. The first one has a
// mistake in each layer.
func chartsFolder(test *testing.T) testFolder {
	return inFolder(test,
		"charts/web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.4.0\n",
		"charts/web/values.yaml", "replicas: 1\nimage: {repository: example.com/web, tag: \"1.0\"}\nenv: []\n"+
			"level: info\n",
		"charts/web/values.schema.json", `{"type": "object", "required": ["level"], "properties": {
			"replicas": {"type": "integer", "minimum": 1}, "level": {"enum": ["debug", "info"]},
			"image": {"type": "object", "additionalProperties": false,
				"properties": {"repository": {}, "tag": {"type": "string"}}},
			"env": {"type": "array", "items": {"type": "object", "required": ["name"]}}}}`,
		"charts/old/Chart.yaml", "apiVersion: v2\nname: old\nversion: 0.1.0\n",
		"charts/old/values.yaml", "replicaCount: 1\nservice: {type: ClusterIP, port: 80}\n",
		"docs/a.yaml", `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: apps}
spec:
  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  clusters:
  - {name: one, labels: {stage: test}, params: {replicas: 0}, kubeConfig: {secretRef: {name: one}}}
  - {name: two, labels: {stage: test}, params: {replicas: 2}, kubeConfig: {secretRef: {name: two}}}
  - {name: three, params: {replicas: 3}, kubeConfig: {secretRef: {name: three}}}
  config:
    defaults:
      interval: 1h
      values: {level: trace, replicas: $(cluster.params.replicas)}
    helmRelease:
      chart: {chart: web, version: 1.x}
      deploy:
      - destination: {clusterSelector: {}}
        values: {image: {tag: 1.5}, env: [{name: A}]}
    overrides:
    - clusterSelector: {matchLabels: {stage: test}}
      values: {env+: [{nam: B}]}
    - cluster: three
      values: {image: {tags: "2"}}
`,
		"docs/b.yaml", `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: b, namespace: apps}
spec:
  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  config:
    helmRelease:
      chart: {chart: old, version: 0.x}
      deploy:
      - {destination: {}, interval: 1h, values: {replicacount: 2, replicaCount: two}}
`)
}

const chartFindings = "docs/a.yaml:7:59: spec.clusters[0].params.replicas: as values.replicas: is less than " +
	"chart web takes (on one); write at least 1 [FA237]\n" +
	"docs/a.yaml:13:23: spec.config.defaults.values.level: is not what chart web takes; write debug or " +
	"info [FA237]\n" +
	"docs/a.yaml:18:31: spec.config.helmRelease.deploy[0].values.image.tag: is a number, and chart web " +
	"takes a string; quote it [FA237]\n" +
	"docs/a.yaml:21:23: spec.config.overrides[0].values.env+[0].name: is missing, and chart web requires " +
	"it (on one, two); write it [FA237]\n" +
	"docs/a.yaml:23:24: spec.config.overrides[1].values.image.tags: chart web has no value tags here (on " +
	"three); did you mean \"tag\"? [FA237]\n" +
	"docs/b.yaml:10:50: warning: spec.config.helmRelease.deploy[0].values.replicacount: chart old has no " +
	"value replicacount here; did you mean \"replicaCount\"? [FA533]\n" +
	"docs/b.yaml:10:81: warning: spec.config.helmRelease.deploy[0].values.replicaCount: is a string, and " +
	"the default of chart old is a number; write a number, without quotes [FA534]\n"

// TestCharts holds that each mistake is told at the layer that has it, in all commands that check values, and that the
// objects are the same with charts and without.
func TestCharts(test *testing.T) {
	test.Parallel()
	t := chartsFolder(test)
	for _, args := range [][]string{{"check", "docs"}, {"render", "docs"}, {"docs"}, {"render", "-o", "dir=out", "docs"},
		{"check", "--config", "options.yaml", "docs"}} {
		put(t, "options.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {charts: [charts]}\n")
		if !slices.Contains(args, "--config") {
			args = append(args, "--charts", "charts")
		}
		out, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, withoutSummary(errs), chartFindings, "%v", args)
		assert.Equal(t, code, 1)
		assert.Equal(t, out, "")
	}
	_, err := os.Stat(t.path("out"))
	assert.Assert(t, os.IsNotExist(err))

	put(t, "docs/a.yaml", strings.NewReplacer("trace", "info", "replicas: 0", "replicas: 1", "1.5", `"1.5"`, "nam: ",
		"name: ", "tags:", "tag:").Replace(read(t, "docs/a.yaml")))
	with, errs, code := fluxapp(t, "", "render", "docs/a.yaml", "--charts", "charts", "--strict")
	assert.Equal(t, errs, "")
	assert.Equal(t, code, 0)
	assert.Equal(t, with, good(t, "render", "docs/a.yaml"))
	_, errs, code = fluxapp(t, "", "check", "docs", "--charts", "charts", "--strict")
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, "docs/b.yaml:10:50: spec.config"), errs)
	_, errs, code = fluxapp(t, "", "check", "docs", "--charts", "charts", "--ignore", "FA533,FA534")
	assert.Equal(t, code, 0, errs)
}

// TestChartsOfDiff holds that diff checks the values after the change only.
func TestChartsOfDiff(test *testing.T) {
	test.Parallel()
	t := chartsFolder(test)
	put(t, "after/a.yaml", strings.NewReplacer("trace", "info", "replicas: 0", "replicas: 1", "1.5", `"1.5"`, "nam: ",
		"name: ", "tags:", "tag:").Replace(read(t, "docs/a.yaml")))
	out, errs, code := fluxapp(t, "", "diff", "docs/a.yaml", "after", "--charts", "charts")
	assert.Equal(t, code, 1, errs)
	assert.Assert(t, strings.Contains(out, "spec.values.level"), out)
	_, errs, code = fluxapp(t, "", "diff", "after", "docs/a.yaml", "--charts", "charts")
	assert.Equal(t, code, 2)
	assert.Assert(t, strings.Contains(errs, "docs/a.yaml:13:23: "), errs)
}

// TestChartsNotFound names the charts that are not at hand, and check lists those that a fleet needs.
func TestChartsNotFound(test *testing.T) {
	test.Parallel()
	t := chartsFolder(test)
	_, errs, code := fluxapp(t, "", "check", "docs", "--charts", "https://other.example.com=charts", "--charts",
		"charts/old", "--ignore", "FA533,FA534")
	assert.Equal(t, code, 0)
	assert.Assert(t, strings.HasPrefix(errs, "docs/a.yaml:15:22: info: spec.config.helmRelease.chart.chart: values are "+
		"not checked: chart web 1.x is not at hand; bring it with `helm pull web --repo https://charts.example.com "+
		"--version 1.x -d charts/` [FA924]\n"), errs)
	var listed struct{ Charts []render.ChartUse }
	assert.NilError(t, json.Unmarshal([]byte(good(t, "check", "docs", "-o", "json")), &listed))
	chart := render.Chart{SourceKind: "HelmRepository", URL: "https://charts.example.com", Name: "web", Version: "1.x"}
	assert.DeepEqual(t, listed.Charts[0], render.ChartUse{Application: "apps/a", Clusters: []string{"one", "three", "two"},
		Chart: chart, File: "docs/a.yaml", Line: 15, Column: 22})
	chart.Name, chart.Version = "old", "0.x"
	assert.DeepEqual(t, listed.Charts[1:], []render.ChartUse{{Application: "apps/b", Clusters: []string{"hub"},
		Chart: chart, File: "docs/b.yaml", Line: 8, Column: 22}})
}

// TestWrongCharts refuses charts that nobody can read, and places where there is nothing.
func TestWrongCharts(test *testing.T) {
	test.Parallel()
	t := chartsFolder(test)
	put(t, "bad/web-1.4.0.tgz", "no archive")
	_, errs, code := fluxapp(t, "", "check", "docs/b.yaml", "--charts", "bad")
	assert.Equal(t, code, 1)
	assert.Equal(t, strings.Split(errs, "\n")[0], "bad/web-1.4.0.tgz: is no chart: is no gzip archive; bring the file as "+
		"helm pull writes it [FA239]")
	_, errs, code = fluxapp(t, "", "check", "docs/b.yaml", "--charts", "charts/web/Chart.yaml")
	assert.Equal(t, code, 1)
	assert.Equal(t, strings.Split(errs, "\n")[0], "charts/web/Chart.yaml: is no chart archive; name the folder of the "+
		"chart, or a .tgz [FA239]")
	assert.NilError(t, os.Symlink("../bad", t.path("charts/linked")))
	_, errs, code = fluxapp(t, "", "check", "docs/b.yaml", "--charts", "charts")
	assert.Equal(t, code, 0)
	assert.Equal(t, strings.Split(errs, "\n")[0], "charts/linked: info: is a link that leads out of the folder, and is "+
		"not followed; copy what it leads to [FA239]")
	put(t, "charts/web/values.schema.json", "{")
	_, errs, code = fluxapp(t, "", "check", "docs/a.yaml", "--charts", "charts")
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, "[FA239]"), errs)
	_, errs, code = fluxapp(t, "", "check", "docs", "--charts", "nowhere")
	assert.Equal(t, errs, "fluxapp: the charts nowhere cannot be read: there is no file or folder nowhere\n")
	assert.Equal(t, code, 2)
	_, errs, code = fluxapp(t, "", "status", "docs", "--charts", "charts")
	assert.Equal(t, code, 2, errs)
}

// TestChartsOfTheFunction holds that the function checks values with the charts of its functionConfig.
func TestChartsOfTheFunction(test *testing.T) {
	test.Parallel()
	t := chartsFolder(test)
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n" +
		"functionConfig: {apiVersion: fluxapp.dev/v1alpha1, kind: RenderConfig, metadata: {name: x}, spec: {charts: " +
		"[PLACE]}}\nitems:\n- " + strings.ReplaceAll(strings.TrimSpace(read(t, "docs/b.yaml")), "\n", "\n  ") + "\n"
	out, _, code := fluxapp(t, strings.Replace(list, "PLACE", "charts", 1))
	assert.Equal(t, code, 0)
	assert.Assert(t, strings.Contains(out, "code: FA533") && strings.Contains(out, "code: FA534"), out)
	_, errs, code := fluxapp(t, strings.Replace(list, "PLACE", "nowhere", 1))
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, "the charts nowhere cannot be read"), errs)
	put(t, "bad/web-1.4.0.tgz", "no archive")
	_, errs, code = fluxapp(t, strings.Replace(list, "PLACE", "bad", 1))
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, "bad/web-1.4.0.tgz: is no chart: is no gzip archive"), errs)
	_, errs, code = fluxapp(t, strings.Replace(list, "apiVersion: fluxapp.dev/v1alpha1, kind: RenderConfig, metadata: "+
		"{name: x}, spec: {charts: [PLACE]}", "apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {charts: "+
		"\"charts, other\"}", 1))
	assert.Equal(t, code, 1)
	assert.Assert(t, strings.Contains(errs, "the charts other cannot be read"), errs)
}

// TestChartsExample makes the mistakes that the README of examples/charts tells, and expects the lines that it shows.
func TestChartsExample(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	example := filepath.Join(repositoryRoot(t), "examples", "charts")
	assert.NilError(t, os.CopyFS(t.path("examples/charts"), os.DirFS(example)))
	documents := read(t, "examples/charts/documents/web.yaml")
	put(t, "examples/charts/documents/web.yaml", strings.NewReplacer("replicaCount: 3", `replicaCount: "3"`, "2.8.1",
		"2.8", "value: warn", "valeu: warn").Replace(documents))
	_, errs, code := fluxapp(t, "", "check", "examples/charts/documents", "--charts",
		"https://github.com/example/fleet=examples/charts")
	assert.Equal(t, code, 1)
	assert.Equal(t, strings.Count(errs, "\n"), 3)
	assert.Assert(t, strings.Contains(read(t, "examples/charts/README.md"), "```\n"+errs+"```\n"), errs)
}
