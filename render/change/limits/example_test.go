package limits_test

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  limits: {maxReinstalled: 0}
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.3}
      deploy:
      - {interval: 10m, releaseName: shop, destination: {clusterSelector: {}}}
`

func ExampleCheck() {
	before, _ := render.Render(schema.Parse("shop.yaml", []byte(shop)), render.Options{})
	edited := strings.Replace(shop, "releaseName: shop", "releaseName: store", 1)
	after, _ := render.Render(schema.Parse("shop.yaml", []byte(edited)), render.Options{})

	changes := change.Compare(before, after)
	rules := limits.Rules{Before: before, After: after}
	for _, f := range limits.Check(changes, rules) {
		what, _, _ := strings.Cut(f.Detail, ";")
		fmt.Println(f.Code, what)
	}

	rules.Acknowledge = limits.Digest(changes)
	fmt.Println("acknowledged:", limits.Check(changes, rules).Err() == nil)
	// Output:
	// FA603 this change reinstalls workloads on 1 of 1 cluster (berlin), and the limit allows none
	// acknowledged: true
}
