package status_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// What kubectl prints of the hub: somebody has changed the release of berlin, and the release of tokyo is not there.
const hub = `apiVersion: v1
kind: List
items:
- apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    annotations: {fluxapp.dev/rendered-from: apps/shop}
    generation: 2
    name: shop-berlin
    namespace: apps
  spec:
    chart:
      spec:
        chart: shop
        reconcileStrategy: ChartVersion
        sourceRef: {kind: HelmRepository, name: charts}
        version: 1.2.3
    interval: 10m
    kubeConfig: {secretRef: {name: berlin-kubeconfig}}
    values: {replicas: 5}
  status:
    conditions:
    - {lastTransitionTime: "2026-11-23T02:00:00Z", message: Helm upgrade succeeded, observedGeneration: 2, reason: ` +
	`UpgradeSucceeded, status: "True", type: Ready}
    history:
    - {chartName: shop, chartVersion: 1.2.3}
    observedGeneration: 2
`

func ExampleSummarize() {
	result, err := render.Render(schema.Parse("shop.yaml", []byte(shop)), render.Options{})
	if err != nil {
		fmt.Println(err)
	}
	var observed status.Observed
	if err := observed.Add("", "hub.yaml", []byte(hub)); err != nil {
		fmt.Println(err)
	}

	all := status.Summarize(result, observed)
	fmt.Println(all.Sentence())
	for _, app := range all.Applications {
		fmt.Printf("%s %d/%d\n", app.Name, app.Ready, app.Total)
		for _, c := range app.Clusters {
			for _, o := range c.Objects {
				fmt.Printf("  %s: %s %s\n    (%s)\n", c.Name, o.ID, o.State, o.Message)
			}
		}
	}
	// Output:
	// 1 of 2 workloads missing, 1 stale
	// apps/shop 0/2
	//   berlin: HelmRelease apps/shop-berlin stale
	//     (the server does not have what the document renders: spec.values.replicas)
	//   tokyo: HelmRelease apps/shop-tokyo missing
	//     (the hub does not have it)
}

func ExampleApplication_Rows() {
	result, err := render.Render(schema.Parse("shop.yaml", []byte(shop)), render.Options{})
	if err != nil {
		fmt.Println(err)
	}
	var nothing status.Observed
	for _, app := range status.Summarize(result, nothing).Applications {
		for _, row := range app.Rows() {
			fmt.Printf("%s: %s on %s\n  %s\n", row.State, row.Object, row.Where, row.Why)
		}
	}
	// Output:
	// unknown: HelmRelease shop-berlin and 1 more on berlin, tokyo
	//   nobody read the objects of the hub
}

func ExampleStatus_WriteJSON() {
	one := strings.Replace(shop, "  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}\n", "", 1)
	result, err := render.Render(schema.Parse("shop.yaml", []byte(one)), render.Options{})
	if err != nil {
		fmt.Println(err)
	}
	var observed status.Observed
	if err := observed.Add("", "hub.yaml", []byte(strings.Replace(hub, "replicas: 5", "replicas: 2", 1))); err != nil {
		fmt.Println(err)
	}
	var b bytes.Buffer
	if err := status.Summarize(result, observed).WriteJSON(&b); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.NewReplacer(`"objects"`, "\n"+`"objects"`, `"workload"`, "\n"+`"workload"`, `"revision"`,
		"\n"+`"revision"`).Replace(b.String()))
	// Output:
	// {"apiVersion":"fluxapp.dev/v1alpha1","kind":"Status","ready":true,"sentence":"the workload is ready",
	// "findings":[],
	// "applications":[
	// {"name":"apps/shop","ready":1,"total":1,"suspended":0,"extra":0,
	// "rows":[{"state":"ready","kind":"HelmRelease","object":"HelmRelease shop-berlin",
	// "objects":1,"clusters":1,"where":"berlin","since":"2026-11-23T02:00:00Z","until":"2026-11-23T02:00:00Z",
	// "revision":"shop@1.2.3","first":{"kind":"HelmRelease","namespace":"apps","name":"shop-berlin"}}],"clusters":[
	// {"cluster":"berlin","state":"ready","ready":1,"total":1,"suspended":0,"extra":0,
	// "objects":[{"kind":"HelmRelease","namespace":"apps","name":"shop-berlin","state":"ready",
	// "workload":true,"counted":true,"reason":"UpgradeSucceeded","message":"Helm upgrade succeeded",
	// "revision":"shop@1.2.3","since":"2026-11-23T02:00:00Z"}]}]}]
	// }
}

// What is wrong, and who must do something about it.
func ExampleStatus_Causes() {
	result, err := render.Render(schema.Parse("shop.yaml", []byte(shop)), render.Options{})
	if err != nil {
		fmt.Println(err)
	}
	var observed status.Observed
	if err := observed.Add("", "hub.yaml", []byte(hub)); err != nil {
		fmt.Println(err)
	}
	all := status.Summarize(result, observed)
	fmt.Println(all.Applications[0].IsReady())
	causes, _ := all.Causes()
	for _, c := range causes {
		who := ""
		switch c.State {
		case status.Failed, status.Stalled:
			who = "the application's team"
		case status.Missing, status.Stale, status.Extra:
			who = "whoever delivers the objects"
		case status.Suspended, status.Progressing, status.Ready:
			who = "nobody"
		case status.Unknown:
			who = "whoever reads the servers"
		}
		fmt.Printf("%s is %s: %s\n  %s\n", c.First, c.State, who, c.Why)
	}
	// Output:
	// false
	// HelmRelease apps/shop-tokyo is missing: whoever delivers the objects
	//   the hub does not have it
	// HelmRelease apps/shop-berlin is stale: whoever delivers the objects
	//   the server does not have what the document renders: spec.values.replicas
}
