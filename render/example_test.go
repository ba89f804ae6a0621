package render_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const app = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: podinfo
  namespace: apps
spec:
  source:
    sourceRef: {kind: HelmRepository, name: podinfo}
  config:
    helmRelease:
      chart: {chart: podinfo, version: 6.x}
      deploy:
      - destination:
          kubeConfig: {secretRef: {name: berlin-kubeconfig}}
          targetNamespace: podinfo
        interval: 1h
        values: {replicaCount: 2}
`

func ExampleRender() {
	docs := schema.Parse("podinfo.yaml", []byte(app))
	err := docs.Findings().Err()
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := render.Render(docs, render.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := result.WriteYAML(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ---
	// apiVersion: helm.toolkit.fluxcd.io/v2
	// kind: HelmRelease
	// metadata:
	//   annotations:
	//     fluxapp.dev/rendered-from: apps/podinfo
	//   name: podinfo-berlin-podinfo
	//   namespace: apps
	// spec:
	//   chart:
	//     spec:
	//       chart: podinfo
	//       sourceRef:
	//         kind: HelmRepository
	//         name: podinfo
	//       version: 6.x
	//   interval: 1h
	//   kubeConfig:
	//     secretRef:
	//       name: berlin-kubeconfig
	//   targetNamespace: podinfo
	//   values:
	//     replicaCount: 2
}

func ExampleResult_Needs() {
	docs := schema.Parse("podinfo.yaml", []byte(app))
	result, err := render.Render(docs, render.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, need := range result.Needs() {
		where := strings.Join(need.Clusters, ", ")
		fmt.Printf("%s: %s %s on %s: %s\n", need.Application, need.Kind, need.Name, where, need.Reasons[0].Text)
	}
	// Output:
	// apps/podinfo: Namespace apps on hub: objects are in it
	// apps/podinfo: Secret berlin-kubeconfig on hub: Flux reaches the cluster with it
	// apps/podinfo: HelmRepository podinfo on hub: Flux takes the chart from it
	// apps/podinfo: Namespace apps on berlin: Helm stores its releases in it
	// apps/podinfo: Namespace podinfo on berlin: Flux deploys into it
}

// One of two controllers renders its share of the clusters. It knows the objects of the other one too.
func ExampleResult_Elsewhere() {
	docs := schema.Parse("podinfo.yaml", []byte(app))
	shard, err := render.ParseShard("1/2")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := render.Render(docs, render.Options{Shard: shard})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(result.Objects), len(result.Elsewhere()))
	// Output: 0 1
}

// The texts of many objects, in the order of their IDs. OwnReader spares what the objects of an entry share.
func ExampleOwnReader() {
	docs := schema.Parse("podinfo.yaml", []byte(app))
	result, err := render.Render(docs, render.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	objects := result.Files()
	slices.SortFunc(objects, func(a, b render.Object) int { return a.ID().Compare(b.ID()) })
	reader := render.NewOwnReader()
	for _, o := range objects {
		fmt.Println(o.ID(), bytes.Count(reader.Text(o), []byte("\n")), "lines")
	}
	// Output: HelmRelease apps/podinfo-berlin-podinfo 22 lines
}
