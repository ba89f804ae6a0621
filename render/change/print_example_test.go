package change_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// podinfo is an application on four clusters.
const podinfo = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: podinfo}}
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin}}}
  - {name: oslo, kubeConfig: {secretRef: {name: oslo}}}
  - {name: paris, kubeConfig: {secretRef: {name: paris}}}
  - {name: rome, kubeConfig: {secretRef: {name: rome}}}
  config:
    helmRelease:
      chart: {chart: podinfo, version: 6.5.0}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 5m
        values: {host: podinfo.$(cluster.name).example.com}
`

// edited has a new host everywhere, another release name on one cluster, and one cluster less.
var edited = strings.NewReplacer(
	"podinfo.$(cluster.name)", "$(cluster.name)",
	"  - {name: paris, kubeConfig: {secretRef: {name: paris}}}\n", "",
	"  config:\n", "  config:\n    overrides:\n    - {cluster: rome, releaseName: pod}\n",
).Replace(podinfo)

func ExampleWriteText() {
	before, _ := render.Render(schema.Parse("app.yaml", []byte(podinfo)), render.Options{})
	after, _ := render.Render(schema.Parse("app.yaml", []byte(edited)), render.Options{})
	_ = change.WriteText(os.Stdout, change.Compare(before, after), change.PrintOptions{})
	// Output:
	// 1 application, 4 clusters: 1 object deleted, 1 reinstalled, 2 changed; 0 unchanged
	//
	// deleted: HelmRelease apps/podinfo-paris of apps/podinfo on paris (app.yaml:15:9)
	//   Flux uninstalls its Helm release; keep the kubeconfig of the cluster until then, or what runs there stays
	//
	// reinstalled: HelmRelease apps/podinfo-rome of apps/podinfo on rome
	//   Flux uninstalls its Helm release and installs it anew, because its release name changes from podinfo-rome to pod
	//   spec.releaseName: (none) → pod  (app.yaml:12:36, overrides[0])
	//   spec.values.host: podinfo.rome.example.com → rome.example.com  (app.yaml:18:24, entry)
	//
	// changed: 2 HelmReleases apps/podinfo-$(cluster.name) of apps/podinfo on 2 clusters
	//   on berlin, oslo
	//   spec.values.host: podinfo.$(cluster.name).example.com → $(cluster.name).example.com  (app.yaml:18:24, entry)
}

func ExampleWriteMarkdown() {
	before, _ := render.Render(schema.Parse("app.yaml", []byte(podinfo)), render.Options{})
	after, _ := render.Render(schema.Parse("app.yaml", []byte(strings.ReplaceAll(podinfo, "6.5.0", "6.6.0"))),
		render.Options{})
	var b bytes.Buffer
	_ = change.WriteMarkdown(&b, change.Compare(before, after), change.PrintOptions{})
	fmt.Println(strings.ReplaceAll(b.String(), " of <code>", "\nof <code>"))
	// Output:
	// ### 1 application, 4 clusters: 4 objects changed; 0 unchanged
	//
	// | | objects | clusters | applications |
	// |---|---:|---:|---|
	// | **changed** | 4 | 4 | `apps/podinfo` |
	//
	// <details><summary>changed: 4 HelmReleases <code>apps/podinfo-$(cluster.name)</code>
	// of <code>apps/podinfo</code> on 4 clusters</summary>
	//
	// ```diff
	// - spec.chart.spec.version: 6.5.0
	// + spec.chart.spec.version: 6.6.0  # app.yaml:13:40, chart
	// ```
	//
	// on `berlin, oslo, paris, rome`
	//
	// </details>
}

func ExampleWriteJSON() {
	before, _ := render.Render(schema.Parse("app.yaml", []byte(podinfo)), render.Options{})
	after, _ := render.Render(schema.Parse("app.yaml", []byte(strings.Replace(podinfo,
		"  config:\n", "  config:\n    overrides:\n    - {cluster: rome, suspend: true}\n", 1))), render.Options{})
	var b bytes.Buffer
	_ = change.WriteJSON(&b, change.Compare(before, after), change.PrintOptions{})
	text := b.String()
	for _, key := range []string{"unchanged", "actions", "perCluster", "object", "workload", "at", "set"} {
		text = strings.ReplaceAll(text, `,"`+key+`":`, ",\n"+`"`+key+`":`)
	}
	fmt.Println(text)
	// Output:
	// {"apiVersion":"fluxapp.dev/v1alpha1","kind":"Changes","digest":"8611f72d35d5027c",
	// "summary":{"sentence":"1 application, 1 cluster: 1 object suspended; 3 unchanged","applications":1,"clusters":1,
	// "unchanged":3,
	// "actions":[{"action":"suspended","objects":1,"clusters":1,"applications":["apps/podinfo"]}],
	// "perCluster":[{"cluster":"rome",
	// "actions":{"suspended":1}}]},
	// "limits":[],
	// "groups":[
	// {"action":"suspended","application":"apps/podinfo","kind":"HelmRelease","changes":[0]}],
	// "changes":[
	// {"action":"suspended","application":"apps/podinfo","cluster":"rome",
	// "object":{"kind":"HelmRelease","namespace":"apps","name":"podinfo-rome"},
	// "workload":true,"effect":"Flux applies nothing of it until it is resumed, and what runs stays",
	// "at":{"file":"app.yaml","line":17,"column":9},"fields":[{"path":"spec.suspend","after":true,
	// "set":{"layer":"overrides[0]","file":"app.yaml","line":13,"column":32}}]}]
	// }
}
