package checks_test

import (
	"fmt"
	"slices"
	"testing/fstest"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func Example() {
	folder := fstest.MapFS{ // or that of os.OpenRoot("charts")
		"podinfo/Chart.yaml":         {Data: []byte("name: podinfo\nversion: 6.9.0\n")},
		"podinfo/values.yaml":        {Data: []byte("debug: false\nlogLevel: info\n")},
		"podinfo/values.schema.json": {Data: []byte(`{"properties": {"debug": {"type": "boolean"}}}`)},
	}
	var all checks.Charts
	fmt.Println(len(all.Add(folder, "charts", "")), "charts cannot be read")

	// This is what render.Options.Charts does for each chart.
	check, _ := all.Find(render.Chart{SourceKind: "HelmRepository", Name: "podinfo", Version: "6.x"})
	docs, _ := tree.Parse("values.yaml", []byte("debug: \"on\"\nloglevel: debug\n"))
	fmt.Println(finding.Locate(check.Problems(render.Values{Inline: docs[0].Root()})))
	// Output:
	// 0 charts cannot be read
	// values.yaml:1:8: debug: is a string, and chart podinfo takes a boolean; write true or false, without quotes [FA237]
	// values.yaml:2:1: warning: loglevel: chart podinfo has no value loglevel here; did you mean "logLevel"? [FA533]
}

// The result says which of the optional checks were made: without one, its rules find nothing.
func Example_options() {
	var all checks.Charts
	docs := schema.Parse("app.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: podinfo}}
  config:
    helmRelease:
      chart: {chart: podinfo, version: 6.9.0}
      deploy:
      - {destination: {targetNamespace: podinfo}, interval: 1h}
`))
	result, err := render.Render(docs, render.Options{Charts: all.Check, Expressions: checks.CompileExpression})
	fmt.Println(slices.Contains(result.Checks, render.CheckExpressions),
		slices.Contains(result.Checks, render.CheckCharts))
	fmt.Println(result.Checks, err)
	// Output:
	// true true
	// [expressions charts] <nil>
}
