package finding_test

import (
	"errors"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

const app = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: podinfo}}
  config:
    kustomization:
    - destination: {targetNamespace: podinfo}
      path: ./deploy
      intervall: 10m
`

// The findings of an error, one of which a program corrects.
func Example() {
	_, err := render.Render(schema.Parse("app.yaml", []byte(app)), render.Options{})
	var findings finding.Findings
	if !errors.As(err, &findings) {
		fmt.Println(err)
		return
	}
	for _, f := range findings {
		if fix, ok := f.Fix(); ok && f.Code == codes.UnknownField {
			fmt.Printf("%s:%d: write %s\n", f.File, fix.Line, fix.Text)
			continue
		}
		fmt.Println(f)
	}
	// Output:
	// app.yaml:10: write interval
}

// Warnings and notes of rules that a program knows better than fluxapp. Errors stay.
func ExampleFindings_Ignore() {
	docs := schema.Parse("app.yaml", []byte(app))
	result, _ := render.Render(docs, render.Options{})
	kept, ignored := result.Findings.Ignore([]finding.Code{codes.Filled, codes.UnknownField})
	for _, f := range kept {
		fmt.Println(f.Severity, f.Code)
	}
	fmt.Println(ignored[codes.Filled], ignored[codes.UnknownField])
	// Output:
	// error FA101
	// 1 0
}
