package adopt_test

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

const web = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: web # of the shop
  namespace: apps
spec:
  chart: {spec: {chart: web, version: 1.2.3, sourceRef: {kind: HelmRepository, name: charts}}}
  interval: 1h
  values: {host: web.berlin.example.com}
`

func ExampleAdopt() {
	result, err := adopt.Adopt([]adopt.File{
		{Name: "clusters/berlin/web.yaml", Data: []byte(web)},
		{Name: "clusters/tokyo/web.yaml", Data: []byte(strings.ReplaceAll(web, "berlin", "tokyo"))},
	}, adopt.Options{Documents: "documents"})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println("clusters from", adopt.Join(result.ClusterFrom))
	for _, app := range result.Applications {
		fmt.Print(string(app.YAML))
	}
	head, _, _ := strings.Cut(string(result.Edits[0].Data), "spec:")
	fmt.Printf("%s:\n%s", result.Edits[0].File, head)
	// Output:
	// clusters from clusters/{cluster}/…
	// apiVersion: fluxapp.dev/v1alpha1
	// kind: FluxApplication
	// metadata: {name: web, namespace: apps}
	// spec:
	//   clusters: [{name: berlin}, {name: tokyo}]
	//   topology: Standalone
	//   source: {sourceRef: {kind: HelmRepository, name: charts}}
	//   config:
	//     helmRelease:
	//       chart: {chart: web, version: 1.2.3}
	//       deploy:
	//       - destination: {clusterSelector: {}}
	//         name: web # of the shop
	//         file: clusters/$(cluster.name)/web.yaml
	//         interval: 1h
	//         values: {host: web.$(cluster.name).example.com}
	// clusters/berlin/web.yaml:
	// apiVersion: helm.toolkit.fluxcd.io/v2
	// kind: HelmRelease
	// metadata:
	//   name: web # of the shop
	//   namespace: apps
	//   annotations:
	//     fluxapp.dev/rendered-from: apps/web
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
