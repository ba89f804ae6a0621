package adopt_test

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

const releases = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: berlin-web, namespace: apps}
spec:
  chart: {spec: {chart: web, version: 1.2.3, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: berlin-kubeconfig}}
  interval: 1h
  values: {host: web.berlin.example.com}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: tokyo-web, namespace: apps}
spec:
  chart: {spec: {chart: web, version: 1.2.3, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: tokyo-kubeconfig}}
  interval: 1h
  values: {host: web.tokyo.example.com}
`

func ExampleAdopt() {
	result, err := adopt.Adopt([]adopt.File{{Name: "releases.yaml", Data: []byte(releases)}}, adopt.Options{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println("clusters from", adopt.Join(result.ClusterFrom))
	for _, app := range result.Applications {
		fmt.Print(string(app.YAML))
	}
	// Output:
	// clusters from kubeConfig
	// apiVersion: fluxapp.dev/v1alpha1
	// kind: FluxApplication
	// metadata: {name: web, namespace: apps}
	// spec:
	//   clusters:
	//   - {name: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
	//   - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
	//   source: {sourceRef: {kind: HelmRepository, name: charts}}
	//   config:
	//     helmRelease:
	//       chart: {chart: web, version: 1.2.3}
	//       deploy:
	//       - destination: {clusterSelector: {}}
	//         name: $(cluster.name)-web
	//         interval: 1h
	//         values: {host: web.$(cluster.name).example.com}
}

// The names of clusters are in the folders: clusters/berlin/web.yaml.
func ExampleParseClusterFrom() {
	from, err := adopt.ParseClusterFrom("path:2")
	fmt.Println(from, err)
	_, err = adopt.ParseClusterFrom("folder:2")
	fmt.Println(err)
	// Output:
	// path:2 <nil>
	// a cluster cannot come from "folder:2"; write kubeConfig, namespace, path:N, label:KEY or clusters/{cluster}/…
}
