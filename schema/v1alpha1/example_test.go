package v1alpha1_test

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

func ExampleFluxApplicationOf() {
	docs := schema.Parse("app.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: podinfo}}
  config:
    kustomization:
    - {destination: {targetNamespace: podinfo}, path: ./deploy, interval: 10m, prune: true}
`))
	app, err := v1alpha1.FluxApplicationOf(docs[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, entry := range app.Spec.Config.Kustomization {
		fmt.Println(app.Name, entry.Path, entry.Interval.Duration, entry.Destination.TargetNamespace)
	}
	// Output: podinfo ./deploy 10m0s podinfo
}
