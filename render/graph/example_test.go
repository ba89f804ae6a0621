package graph_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// shop is an application on three clusters, of which one gets it before the others.
const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {name: charts, helmRepository: {url: https://charts.example.com, interval: 1h}}
  clusters:
  - {name: berlin, labels: {stage: staging}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: oslo, labels: {stage: production}, kubeConfig: {secretRef: {name: oslo}}}
  - {name: paris, labels: {stage: production}, kubeConfig: {secretRef: {name: paris}}}
  config:
    overrides:
    - {clusterSelector: {matchLabels: {stage: production}}, wave: 1}
    helmRelease:
      chart: {chart: shop, version: 6.5.0}
      deploy:
      - {destination: {clusterSelector: {}}, interval: 5m}
`

func ExampleGraph_WriteMermaid() {
	result, _ := render.Render(schema.Parse("app.yaml", []byte(shop)), render.Options{})
	_ = graph.Of(result, graph.Options{}).WriteMermaid(os.Stdout)
	// Output:
	// flowchart LR
	//   subgraph f1["apps/shop"]
	//     direction LR
	//     b1[("HelmRepository charts")]
	//     b2["wave 0: HelmRelease<br/>shop-berlin<br/>chart shop 6.5.0<br/>on berlin"]
	//     b3["wave 1: HelmRelease<br/>shop-$(cluster.name)<br/>chart shop 6.5.0<br/>on 2 clusters: oslo, paris"]
	//   end
	//   b1 --> b2
	//   b1 --> b3
	//   b2 ==>|then| b3
}

func ExampleGraph_WriteJSON() {
	result, _ := render.Render(schema.Parse("app.yaml", []byte(shop)), render.Options{})
	var b bytes.Buffer
	_ = graph.Of(result, graph.Options{Cluster: "berlin"}).WriteJSON(&b)
	fmt.Println(strings.NewReplacer(`,"frame"`, ",\n"+`"frame"`, "},{", "},\n{", `"arrows"`, "\n"+`"arrows"`).
		Replace(b.String()))
	// Output:
	// {"frames":[{"title":"apps/shop"}],"boxes":[{"shape":"source","lines":["HelmRepository charts"],
	// "frame":0,"rank":0,"objects":1},
	// {"shape":"workload","lines":["wave 0: HelmRelease","shop-berlin","chart shop 6.5.0"],
	// "frame":0,"rank":1,"objects":1}],
	// "arrows":[{"from":{"index":0},"to":{"index":1},"meaning":"feeding"}]}
}

func ExampleOf() {
	result, _ := render.Render(schema.Parse("app.yaml", []byte(shop)), render.Options{})
	g := graph.Of(result, graph.Options{Application: "shop"})
	for _, b := range g.Boxes {
		fmt.Println(b.Rank, b.Objects, b.Lines[0])
	}
	// Output:
	// 0 1 HelmRepository charts
	// 1 1 wave 0: HelmRelease
	// 2 2 wave 1: HelmRelease
}
