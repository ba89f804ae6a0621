package schema_test

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

func ExampleParse() {
	docs := schema.Parse("app.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: podinfo}}
  config:
    kustomization:
    - destination: {targetNamespace: podinfo}
      path: ./deploy
      intervall: 10m
      prune: "true"
`))
	fmt.Println(docs[0])
	for _, f := range docs.Findings() {
		fmt.Println(strings.ReplaceAll(f.String(), "; ", ";\n"))
	}
	// Output:
	// FluxApplication apps/podinfo
	// app.yaml:10:7: spec.config.kustomization[0].intervall: unknown field;
	// did you mean "interval"? [FA101]
	// app.yaml:11:14: spec.config.kustomization[0].prune: "true" is a string, and a boolean belongs here;
	// write it without quotes [FA103]
}
