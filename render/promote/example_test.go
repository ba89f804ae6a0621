package promote_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: berlin, labels: {stage: test}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: tokyo, labels: {stage: production}, kubeConfig: {secretRef: {name: tokyo}}}
  config:
    helmRelease:
      chart: {chart: shop}
      deploy:
      - {destination: {clusterSelector: {}}, interval: 10m}
    overrides:
    - clusterSelector: {matchLabels: {stage: test}}
      chart: {version: 1.3.0}
    - clusterSelector: {matchLabels: {stage: production}}
      chart: {version: "1.2.0"} # ask the shop team first
`

func stage(text string) promote.Selector {
	s, err := promote.ParseSelector(text)
	if err != nil {
		fmt.Println(err)
	}
	return s
}

func ExamplePlan() {
	docs := schema.Parse("shop.yaml", []byte(shop))
	edit, err := promote.Plan(docs,
		promote.Request{Application: "shop", From: stage("stage=test"), To: stage("stage=production")})
	if err != nil {
		fmt.Println(err)
	}
	changed, err := edit.Apply([]byte(shop))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(edit.Summary())
	for _, v := range edit.Values {
		fmt.Printf("%s: %s of %v becomes %s of %v\n", v.Field, v.Old, v.To.Clusters, v.New, v.From.Clusters)
	}
	lines := strings.Split(strings.TrimSpace(string(changed)), "\n")
	fmt.Println(strings.TrimSpace(lines[len(lines)-1]))
	// Output:
	// promote shop: chart.version 1.2.0 → 1.3.0 (stage=test → stage=production, 1 cluster)
	// chart.version: "1.2.0" of [tokyo] becomes "1.3.0" of [berlin]
	// chart: {version: "1.3.0"} # ask the shop team first
}

// A stage without a layer is an error that has the layer to write.
func ExamplePlan_noLayer() {
	docs := schema.Parse("shop.yaml", []byte(shop))
	_, err := promote.Plan(docs,
		promote.Request{Application: "shop", From: stage("stage=test"), To: stage("stage=staging")})
	fmt.Println(strings.NewReplacer(" (", "\n(", "; add", ";\nadd").Replace(err.Error()))
	// Output:
	// shop.yaml:14:5: spec.config.overrides: no override and no entry has the clusterSelector stage=staging
	// (there are layers for stage=test; stage=production);
	// add the item - {clusterSelector: {matchLabels: {stage: staging}}, chart: {version: 1.3.0}} [FA801]
}

func ExampleEdit_CheckReady() {
	docs := schema.Parse("shop.yaml", []byte(shop))
	edit, err := promote.Plan(docs,
		promote.Request{Application: "shop", From: stage("stage=test"), To: stage("stage=production")})
	if err != nil {
		fmt.Println(err)
	}
	var observed status.Observed // what kubectl get helmreleases -A -o yaml printed
	for _, o := range edit.Before.Objects {
		text := strings.Replace(string(o.YAML()), "metadata:\n", "metadata:\n  generation: 1\n", 1) +
			"status: {observedGeneration: 1, history: [{chartVersion: 1.3.0}], conditions: [{type: Ready, status: 'True', " +
			"lastTransitionTime: '2026-11-23T09:00:00Z'}]}\n"
		if err := observed.Add("", "hub.yaml", []byte(text)); err != nil {
			fmt.Println(err)
		}
	}

	soak := promote.Soak{For: 24 * time.Hour, Now: time.Date(2026, 11, 24, 8, 0, 0, 0, time.UTC)}
	fmt.Println(strings.ReplaceAll(edit.CheckReady(observed, soak).Err().Error(), "; ", ";\n"))
	// Output:
	// shop.yaml:16:24: stage=test has not been ready for 24h on berlin (since 2026-11-23T09:00:00Z);
	// promote in 1h, at 2026-11-24T09:00:00Z [FA809]
}
