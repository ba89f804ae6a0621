package change_test

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const limited = `apiVersion: fluxapp.dev/v1alpha1
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

func ExampleChanges_Check() {
	before, _ := render.Render(schema.Parse("shop.yaml", []byte(limited)), render.Options{})
	edited := strings.Replace(limited, "releaseName: shop", "releaseName: store", 1)
	after, _ := render.Render(schema.Parse("shop.yaml", []byte(edited)), render.Options{})

	changes := change.Compare(before, after)
	options := change.LimitOptions{}
	for _, f := range changes.Check(options) {
		what, _, _ := strings.Cut(f.Detail, ";")
		fmt.Println(f.Code, what)
	}

	options.Acknowledge = changes.Digest()
	fmt.Println("acknowledged:", changes.Check(options).Err() == nil)
	// Output:
	// FA603 this change reinstalls workloads on 1 of 1 cluster (berlin), and the limit allows none
	// acknowledged: true
}
